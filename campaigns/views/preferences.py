"""Theme and language, which each browser keeps in a cookie."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.i18n import set_language

from campaigns.context_processors import THEME_COOKIE, THEMES
from campaigns.views.decorators import require_methods

YEAR = 365 * 24 * 3600
"""Seconds for which a browser keeps the theme."""


@require_methods("POST")
def theme(request: HttpRequest) -> HttpResponse:
    """Set the theme cookie, or delete it so that the system decides; then redirect to `next`."""
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
    """Set the language cookie, then redirect to `next`."""
    return set_language(request)
