"""Pages for what went wrong: they look like the rest and say what to do."""

import sys

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from campaigns.context_processors import chosen_theme
from campaigns.lost_input import read_lost_input


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400: the browser sent what no page of ours would send."""
    return render(request, "400.html", status=400)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403: the person may see this, but not do that. A `PermissionDenied` of ours carries the sentence to show."""
    sentence = str(exception) if isinstance(exception, PermissionDenied) else ""
    return render(request, "403.html", {"sentence": sentence, "typed": read_lost_input(request)}, status=403)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404: it is not there, or not for this person: both look the same."""
    return render(request, "404.html", {"typed": read_lost_input(request)}, status=404)


def too_many_requests(request: HttpRequest, sentence: str = "", wait: int = 60) -> HttpResponse:
    """429: too often. With a sentence if we know what it was about, and after how many seconds there is room again.

    What was typed is shown, to be copied, but at the door.
    """
    headers = {"Retry-After": str(wait)}
    if getattr(request, "htmx", False) and sentence:
        return HttpResponse(sentence, status=429, headers=headers)
    typed = read_lost_input(request) if sentence else ""
    response = render(request, "429.html", {"sentence": sentence, "typed": typed}, status=429)
    response["Retry-After"] = str(wait)
    return response


class ServerError(HttpResponse):
    """A 500, and what led to it."""

    status_code = 500
    fault: BaseException | None = None


def server_error(request: HttpRequest) -> HttpResponse:
    """500: our own fault. Drawn without the database, which may be what failed; `config.outage` looks at the fault."""
    response = ServerError(render_to_string("500.html", {"theme": chosen_theme(request)}))
    response.fault = sys.exc_info()[1]
    return response


def database_away(request: HttpRequest) -> HttpResponse:
    """503: the database has restarted, or cut the line. Whoever asks again in a moment is served."""
    page = render_to_string("503.html", {"theme": chosen_theme(request)})
    return HttpResponse(page, status=503, headers={"Retry-After": "2"})


def disk_full(request: HttpRequest) -> HttpResponse:
    """507: the database found no room for what was sent. Reading goes on."""
    return HttpResponse(render_to_string("507.html", {"theme": chosen_theme(request)}), status=507)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403: a form without its token, as after signing in again in another tab."""
    return render(request, "403_csrf.html", status=403)
