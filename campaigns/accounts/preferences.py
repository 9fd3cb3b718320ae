"""Theme, language, and whether pages are kept for reading offline: each browser keeps these in cookies."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.i18n import set_language

from campaigns.core.context_processors import THEME_COOKIE, THEMES
from campaigns.core.decorators import login_required, require_methods
from campaigns.core.offline import OFF, OFFLINE_COOKIE, ON
from campaigns.models import User

YEAR = 365 * 24 * 3600
"""Seconds for which a browser keeps a choice."""


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


@login_required("POST")
def offline(request: HttpRequest, user: User) -> HttpResponse:
    """Set whether this device keeps pages. The account's page, to which it leads, tells the worker."""
    response = redirect("account")
    chosen = ON if request.POST.get("keep") == ON else OFF
    response.set_cookie(OFFLINE_COOKIE, chosen, max_age=YEAR, samesite="Lax", secure=request.is_secure(), httponly=True)
    return response
