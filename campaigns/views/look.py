"""Theme and language, the icon, and the page for those who are offline."""

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.i18n import set_language

from campaigns.context_processors import THEME_COOKIE, THEMES
from campaigns.views.decorators import require_methods

DAY = 24 * 3600
YEAR = 365 * DAY


@require_methods("POST")
def theme(request: HttpRequest) -> HttpResponse:
    """Keep light or dark in a cookie, or forget it so that the system decides; then back to where it was asked."""
    back = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(back, allowed_hosts=None):
        back = reverse("series_list")
    response = HttpResponseRedirect(back)
    if (chosen := request.POST.get("theme", "")) in THEMES:
        response.set_cookie(
            THEME_COOKIE, chosen, max_age=YEAR, samesite="Lax", secure=request.is_secure(), httponly=True
        )
    else:
        response.delete_cookie(THEME_COOKIE, samesite="Lax")
    return response


@require_methods("POST")
def language(request: HttpRequest) -> HttpResponse:
    """Keep the language in a cookie; then back to where it was asked."""
    return set_language(request)


@require_methods("GET")
def offline(request: HttpRequest) -> HttpResponse:
    """What the browser keeps and shows when nobody answers: the same for everybody."""
    request.user = AnonymousUser()
    return _for_everybody(render(request, "offline.html"))


@require_methods("GET")
def favicon(request: HttpRequest) -> HttpResponse:
    """The icon where browsers look for one beside what is no page, as a PDF."""
    response = HttpResponseRedirect(static("img/icon.svg"))
    patch_cache_control(response, public=True, max_age=DAY)
    return response


@require_methods("GET")
def worker(request: HttpRequest) -> HttpResponse:
    """The script that keeps that page; it stands at the root, so that it may answer for every page."""
    return _for_everybody(render(request, "worker.js", content_type="text/javascript"))


def _for_everybody(response: HttpResponse) -> HttpResponse:
    """May be stored anywhere, and is asked for anew each time."""
    patch_cache_control(response, public=True, no_cache=True)
    return response
