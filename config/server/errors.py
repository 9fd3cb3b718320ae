"""Error pages. They look like the other pages, and say what to do."""

import sys

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from api.gate import is_of_api
from api.problems import problem
from campaigns.core.context_processors import chosen_theme
from campaigns.core.lost_input import collect_lost_input


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400: the request is malformed, or holds more than a form may.

    A form of a live page gets the sentence alone: the page's script takes a whole page as a sign that the user may
    no longer sit at the table.
    """
    if is_of_api(request.path):
        return problem(400, _describe_unreadable(exception))
    if request.headers.get("HX-Request"):
        return HttpResponse(_describe_unreadable(exception), status=400)
    return render(request, "400.html", status=400)


def _describe_unreadable(exception: Exception) -> str:
    if isinstance(exception, RequestDataTooBig):
        return _("That is too long to send at once. Shorten it.")
    return _("That could not be read. Reload the page and send it again.")


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403: the person may see this, but not do that. The page shows the message of our `PermissionDenied`."""
    sentence = str(exception) if isinstance(exception, PermissionDenied) else ""
    return render(request, "403.html", {"sentence": sentence, "typed": collect_lost_input(request)}, status=403)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404: it does not exist, or not for this person. Both look the same."""
    return render(request, "404.html", {"typed": collect_lost_input(request)}, status=404)


def too_many_requests(request: HttpRequest, sentence: str = "", wait: int = 60) -> HttpResponse:
    """429: too many requests. `sentence` says of what, `wait` in how many seconds to try again.

    The page shows what the person typed, unless there is no sentence (sign-in and the like).
    """
    headers = {"Retry-After": str(wait)}
    if getattr(request, "htmx", False) and sentence:
        return HttpResponse(sentence, status=429, headers=headers)
    typed = collect_lost_input(request) if sentence else ""
    response = render(request, "429.html", {"sentence": sentence, "typed": typed}, status=429)
    response["Retry-After"] = str(wait)
    return response


class ServerError(HttpResponse):
    """A 500 response that carries the exception behind it."""

    fault: BaseException | None = None


def server_error(request: HttpRequest) -> HttpResponse:
    """500: our own fault. The page uses no database, which may have failed; `config.server.outage` reads the error."""
    sentence = _(
        "The server had an error. What you sent was probably not saved: check the page before you send it "
        "again. If it happens again, tell the person who runs this server."
    )
    page = _draw_fault(request, "500.html", 500, sentence)
    response = ServerError(page.content, status=page.status_code, headers=dict(page.headers))
    response.fault = sys.exc_info()[1]
    return response


def database_away(request: HttpRequest) -> HttpResponse:
    """503: the database has restarted or closed the connection. A retry in a moment succeeds."""
    sentence = _(
        "The server lost its database connection for a moment. Everything that was confirmed is safe; what you "
        "just sent was probably not saved. Wait a few seconds, reload the page and check before you send it "
        "again."
    )
    response = _draw_fault(request, "503.html", 503, sentence)
    response["Retry-After"] = "2"
    return response


def disk_full(request: HttpRequest) -> HttpResponse:
    """507: the database has no room left on its disk. Reading still works."""
    sentence = _(
        "This server’s disk is full. What you sent was not saved; everything confirmed before is safe and can "
        "be read. Tell the person who runs this server."
    )
    return _draw_fault(request, "507.html", 507, sentence)


def game_missing(request: HttpRequest) -> HttpResponse:
    """503: the series plays a game whose package is not installed, or is broken."""
    sentence = _(
        "This series’ game is not installed here, or its package is broken. Nothing is lost. Tell this server’s "
        "host: its log says what is wrong."
    )
    return _draw_fault(request, "game_missing.html", 503, sentence)


def _draw_fault(request: HttpRequest, template: str, status: int, sentence: str) -> HttpResponse:
    """Return a page that asks neither the database nor who looks; a program gets its sentence alone."""
    if is_of_api(request.path):
        return problem(status, sentence)
    page = render_to_string(template, {"theme": chosen_theme(request), "sentence": sentence})
    return HttpResponse(page, status=status)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403: a form without a valid token, as after signing in again in another tab. It shows what was typed."""
    return render(request, "403_csrf.html", {"typed": collect_lost_input(request, whole=True)}, status=403)
