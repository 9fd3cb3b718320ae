"""The API put together: who is let in, what is asked where, and how refusals are worded."""

import json
from functools import cache

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError
from ninja.operation import Operation

from api import record, tables
from api.answers import answer_bytes
from api.document import describe_api, name_operation
from api.gate import PREFIX
from api.problems import problem
from api.seat import Bearer
from api.shape import describe_shape, refuse_unknown_parameters
from campaigns.core.language import translate
from campaigns.core.refusals import Refused
from rules import SYSTEMS, UNKNOWN_SYSTEM
from rules.errors import IllegalMove, RulesError


class Api(NinjaAPI):
    """The API, whose operations are named after their functions."""

    def get_openapi_operation_id(self, operation: Operation) -> str:
        """Return the name of an operation in the OpenAPI document."""
        return name_operation(operation)


api = Api(
    title="Storywheel",
    version="1",
    description="Read and act at the tables of one series, in the seat that a token gives.",
    auth=Bearer(),
    docs_url=None,
    openapi_url=None,
    urls_namespace="api-v1",
    servers=[{"url": "/", "description": "The server that answers with this document"}],
)
api.add_decorator(refuse_unknown_parameters, mode="view")
api.add_router("", tables.router)
api.add_router("", record.router)


@api.get("/openapi.json", auth=None, include_in_schema=False)
def describe(request: HttpRequest, system: str = "") -> HttpResponse:
    """Describe the API by OpenAPI 3.1, for everybody: with the moves and sheets of all games, or of one `system`."""
    if system and system not in SYSTEMS:
        raise Http404
    return answer_bytes(request, _describe((system,) if system else tuple(SYSTEMS)), "application/json")


@cache
def _describe(keys: tuple[str, ...]) -> bytes:
    return json.dumps(describe_api(api.get_openapi_schema(path_prefix=PREFIX), keys)).encode()


@api.exception_handler(AuthenticationError)
def refuse_unknown(request: HttpRequest, error: AuthenticationError) -> HttpResponse:
    """Refuse a token that is missing, unknown or dead: all alike."""
    sentence = _("This token is unknown, revoked or expired. Create a new one on the Members page.")
    return problem(401, sentence, {"WWW-Authenticate": "Bearer"})


@api.exception_handler(RulesError)
def refuse_move(request: HttpRequest, error: RulesError) -> HttpResponse:
    """Refuse a move with the sentence that the page of the table shows."""
    if error.code == UNKNOWN_SYSTEM:
        raise error  # it has a page of its own (`config.server.outage`)
    return problem(409 if isinstance(error, IllegalMove) else 400, translate(error.sentence))


@api.exception_handler(Refused)
def refuse(request: HttpRequest, error: Refused) -> HttpResponse:
    """Refuse what a service refuses."""
    return problem(error.status, error.sentence)


@api.exception_handler(PermissionDenied)
def forbid(request: HttpRequest, error: PermissionDenied) -> HttpResponse:
    """Refuse what the seat may see but not do."""
    return problem(403, str(error) or _("You don’t have permission to do this."))


@api.exception_handler(Http404)
def find_nothing(request: HttpRequest, error: Http404) -> HttpResponse:
    """Answer for what does not exist, or not for this seat: both look alike."""
    return problem(404, _("That does not exist, or you can’t see it."))


@api.exception_handler(ValidationError)
def refuse_shape(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """Refuse a request of a wrong shape, and name the places and their bounds."""
    return problem(422, describe_shape(error.errors))


@api.exception_handler(HttpError)
def refuse_unread(request: HttpRequest, error: HttpError) -> HttpResponse:
    """Refuse a body that is no JSON."""
    return problem(error.status_code, _("The body could not be read as JSON."))


@api.exception_handler(RequestDataTooBig)
def refuse_long(request: HttpRequest, error: RequestDataTooBig) -> HttpResponse:
    """Refuse a body that is too long."""
    return problem(413, _("That is too long to send at once. Shorten it."))
