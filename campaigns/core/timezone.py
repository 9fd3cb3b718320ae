"""The time zone in which a person reads and types moments. Their browser sends it in a cookie (`js/every_page.js`).

Pages use it, and so do e-mails and pushes, by the zone that is kept with what somebody chose of notices. What several
people see in one drawing, and files, logs and channels, are in UTC.
"""

from datetime import UTC, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.http import HttpRequest

TIMEZONE_FIELD = "zone"
"""The name of the cookie, and of the form field that says in which time zone the form was drawn."""


def get_timezone(request: HttpRequest) -> tzinfo:
    """Return the time zone in which to draw a page."""
    return parse_timezone(request.COOKIES.get(TIMEZONE_FIELD, ""))


def parse_timezone(name: str) -> tzinfo:
    """Return the time zone of this name, or UTC if there is none of that name."""
    return ZoneInfo(name) if name in _names() else UTC


def format_timezone(zone: tzinfo) -> str:
    """Return the name of a time zone for people: "Europe/Mariehamn", "America/New York"."""
    return str(zone).replace("_", " ")


@cache
def _names() -> frozenset[str]:
    return frozenset(available_timezones())
