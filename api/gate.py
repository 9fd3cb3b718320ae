"""Where requests for the API come in. What answers them is loaded at the first of them: few servers are asked."""

import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, get_resolver
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from api.problems import problem

PREFIX = "/api/v1/"
"""Where the API stands."""
FOLLOWED = re.compile(rf"{PREFIX}scenes/\d{{1,19}}/events")


@csrf_exempt  # it takes no cookie: who asks stands in a header, which no foreign page can send
def answer(request: HttpRequest, rest: str) -> HttpResponse:
    """Answer a request for the address `rest` of the API."""
    try:
        found = get_resolver("api.urls").resolve(f"/{rest}")
    except Resolver404:
        return problem(404, _("The API has no such endpoint. See openapi.json."))
    response: HttpResponse = found.func(request, *found.args, **found.kwargs)
    if response.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        allowed = {"Allow": response.headers["Allow"]}
        return problem(405, _("This endpoint does not support that method. See openapi.json."), allowed)
    response.headers.setdefault("Vary", "Authorization, Accept-Language")
    return response


def is_of_api(path: str) -> bool:
    """Return whether an address belongs to the API, whose refusals are problems (`api.problems`)."""
    return path.startswith(PREFIX)


def is_followed(scope: Mapping[str, Any]) -> bool:
    """Return whether a request asks for the news of a scene, whose answer is kept open (`api.events`)."""
    return scope["method"] == "GET" and FOLLOWED.fullmatch(scope["path"]) is not None
