"""Error pages. They look like the other pages, and say what to do."""

import sys

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from campaigns.context_processors import chosen_theme
from campaigns.lost_input import read_lost_input


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400: the request is malformed, or holds more than a form may.

    A form of a live page gets the sentence alone: the page's script takes a whole page as a sign that the user may
    no longer sit at the table.
    """
    if request.headers.get("HX-Request"):
        return HttpResponse(_tell_unread(exception), status=400)
    return render(request, "400.html", status=400)


def _tell_unread(exception: Exception) -> str:
    if isinstance(exception, RequestDataTooBig):
        return _("That is more than can be sent at once. Make it shorter.")
    return _("That could not be read. Load the page again, and send it once more.")


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403: the person may see this, but not do that. The page shows the message of our `PermissionDenied`."""
    sentence = str(exception) if isinstance(exception, PermissionDenied) else ""
    return render(request, "403.html", {"sentence": sentence, "typed": read_lost_input(request)}, status=403)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404: it does not exist, or not for this person. Both look the same."""
    return render(request, "404.html", {"typed": read_lost_input(request)}, status=404)


def too_many_requests(request: HttpRequest, sentence: str = "", wait: int = 60) -> HttpResponse:
    """429: too many requests. `sentence` says of what, `wait` in how many seconds to try again.

    The page shows what the person typed, unless there is no sentence (sign-in and the like).
    """
    headers = {"Retry-After": str(wait)}
    if getattr(request, "htmx", False) and sentence:
        return HttpResponse(sentence, status=429, headers=headers)
    typed = read_lost_input(request) if sentence else ""
    response = render(request, "429.html", {"sentence": sentence, "typed": typed}, status=429)
    response["Retry-After"] = str(wait)
    return response


class ServerError(HttpResponse):
    """A 500 response that carries the exception behind it."""

    status_code = 500
    fault: BaseException | None = None


def server_error(request: HttpRequest) -> HttpResponse:
    """500: our own fault. The page uses no database, which may be what failed. `config.outage` reads the exception."""
    response = ServerError(render_to_string("500.html", {"theme": chosen_theme(request)}))
    response.fault = sys.exc_info()[1]
    return response


def database_away(request: HttpRequest) -> HttpResponse:
    """503: the database has restarted or closed the connection. A retry in a moment succeeds."""
    page = render_to_string("503.html", {"theme": chosen_theme(request)})
    return HttpResponse(page, status=503, headers={"Retry-After": "2"})


def disk_full(request: HttpRequest) -> HttpResponse:
    """507: the database has no room left on its disk. Reading still works."""
    return HttpResponse(render_to_string("507.html", {"theme": chosen_theme(request)}), status=507)


def game_missing(request: HttpRequest) -> HttpResponse:
    """503: the series plays a game whose package is not installed, or is broken."""
    return HttpResponse(render_to_string("game_missing.html", {"theme": chosen_theme(request)}), status=503)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403: a form without a valid token, as after signing in again in another tab."""
    return render(request, "403_csrf.html", status=403)
