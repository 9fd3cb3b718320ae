"""The line at the top of every page of a public demo."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import dateformat, timezone

from campaigns.core.timezone import get_timezone
from config.demo.public.tables import next_reset

TABLE = "demo_table"
"""The session's key that holds the secret of the visitor's table."""


def banner(request: HttpRequest) -> dict[str, Any]:
    """Give templates `demo_ends` and `demo_table`, for the link to the visitor's table.

    The first is when all of the demo goes, by the visitor's clock. Pages of the live table know no time zone.
    """
    if not settings.PUBLIC_DEMO:
        return {}
    session = getattr(request, "session", {})
    ends = next_reset(timezone.now()).astimezone(get_timezone(request))
    return {"demo_ends": dateformat.format(ends, "H:i T"), "demo_table": session.get(TABLE, "")}
