"""By which clock somebody types and reads moments: that of their browser, which says its zone in a cookie (`zone.js`).

Only pages go by it. What several people see in one drawing, and whatever leaves the server (files, letters, logs), is
told in UTC.
"""

from datetime import UTC, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.http import HttpRequest

ZONE = "zone"
"""The cookie, and the field by which a form says for which clock it was drawn."""


def zone_of(request: HttpRequest) -> tzinfo:
    """The zone in which a page is drawn."""
    return read_zone(request.COOKIES.get(ZONE, ""))


def read_zone(name: str) -> tzinfo:
    """The zone of this name; UTC for what is none, for it comes from a stranger."""
    return ZoneInfo(name) if name in _names() else UTC


def say_zone(zone: tzinfo) -> str:
    """Its name, to be read."""
    return str(zone).replace("_", " ")


@cache
def _names() -> frozenset[str]:
    return frozenset(available_timezones())
