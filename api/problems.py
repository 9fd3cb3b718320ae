"""Refusals as `application/problem+json` (RFC 9457). `detail` is the sentence that a page would show.

The codes of refusals stay on the server: a page does not show them, and they may tell apart what its sentence does not.
"""

import json
from collections.abc import Mapping
from http import HTTPStatus

from django.http import HttpResponse


def problem(status: int, detail: str, headers: Mapping[str, str] | None = None) -> HttpResponse:
    """Return a refusal with its sentence."""
    body = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": int(status), "detail": detail}
    return HttpResponse(
        json.dumps(body, ensure_ascii=False),
        status=status,
        content_type="application/problem+json",
        headers=dict(headers or {}),
    )
