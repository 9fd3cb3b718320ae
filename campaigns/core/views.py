"""Pages for people who are offline, and what else browsers ask for by themselves: icon, manifest, service worker."""

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.cache import patch_cache_control

from campaigns.core.decorators import require_methods

DAY = 24 * 3600


@require_methods("GET")
def offline(request: HttpRequest) -> HttpResponse:
    """Return the page that browsers keep and show when the server does not answer. It is the same for everybody."""
    request.user = AnonymousUser()
    return _for_everybody(render(request, "offline.html"))


@require_methods("GET")
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect to the icon: browsers ask for this path beside files that are no pages, such as PDFs."""
    response = HttpResponseRedirect(static("img/icon.svg"))
    patch_cache_control(response, public=True, max_age=DAY)
    return response


@require_methods("GET")
def worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker. Its path is at the root because a worker may only serve paths below its own."""
    return _for_everybody(render(request, "worker.js", content_type="text/javascript"))


@require_methods("GET")
def manifest(request: HttpRequest) -> HttpResponse:
    """Return what a phone needs to install the app: its name, its icons, and where it starts."""
    request.user = AnonymousUser()
    return _for_everybody(render(request, "app.webmanifest", content_type="application/manifest+json"))


def _for_everybody(response: HttpResponse) -> HttpResponse:
    """Let any cache store the response, and have it revalidated each time."""
    patch_cache_control(response, public=True, no_cache=True)
    return response
