"""The line at the top of every page of a public demo."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from config.public_demo.tables import next_reset

TABLE = "demo_table"
"""The session's key that holds the secret of the visitor's table."""


def banner(request: HttpRequest) -> dict[str, Any]:
    """Give templates `demo_ends`, when all of the demo goes, and `demo_table`, for the link to the visitor's table."""
    if not settings.PUBLIC_DEMO:
        return {}
    session = getattr(request, "session", {})
    return {"demo_ends": next_reset(timezone.now()), "demo_table": session.get(TABLE, "")}
