"""The theme switch."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from campaigns.context_processors import THEME_COOKIE, THEMES
from campaigns.views.gate import methods

YEAR = 365 * 24 * 3600


@methods("POST")
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
