"""Answers with an ETag: the number that the seat sees and what the answer says, so that secrets change neither."""

import hashlib

from django.http import HttpRequest, HttpResponse
from django.utils.http import parse_etags
from ninja import Schema
from pydantic import ConfigDict


class Shape(Schema):
    """What the API answers with: the keys that it lists, and no others."""

    model_config = ConfigDict(extra="forbid")


def answer(request: HttpRequest, shape: Shape, number: int = 0) -> HttpResponse:
    """Return a shape as JSON; 304 without a body where the program has it already.

    `number`: the seat's count of entries, or 0 for what is no table.
    """
    return answer_bytes(request, shape.model_dump_json(by_alias=True).encode(), "application/json", number)


def answer_bytes(request: HttpRequest, body: bytes, content_type: str, number: int = 0) -> HttpResponse:
    """Return a body as it is, as `answer` returns JSON."""
    etag = f'"{number}-{hashlib.sha256(body).hexdigest()[:16]}"'
    headers = {"ETag": etag, "Cache-Control": "private, no-cache"}
    if is_known(request, etag):
        return HttpResponse(status=304, headers=headers)
    return HttpResponse(body, content_type=content_type, headers=headers)


def is_known(request: HttpRequest, etag: str) -> bool:
    """Return whether the program names this tag among those that it has.

    Tags compare weakly (RFC 9110, 13.1.2): the tag of an answer that was compressed on its way is weak.
    """
    known = parse_etags(request.headers.get("If-None-Match", ""))
    return "*" in known or etag in {tag.removeprefix("W/") for tag in known}
