"""The public page of a series, for everybody who has its address, and the page on which the Storyteller opens it."""

from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page

from campaigns.chronicle.recaps.services import close_public_page, open_public_page, show_cast
from campaigns.chronicle.recaps.visible import get_public_page, list_chapters, list_public_cast, list_public_recaps
from campaigns.core import access
from campaigns.core.decorators import View, login_required, require_methods
from campaigns.core.refusals import Refused
from campaigns.models import PublicPage, User
from campaigns.people.portraits.views import answer_portrait

KEPT = "private, no-cache"
"""Browsers ask each time whether what they keep is still true, so a page that was closed is gone at once."""


def unlisted(view: View[Any]) -> View[Any]:
    """Tell search engines to leave the answer out."""

    @wraps(view)
    def answered(request: HttpRequest, /, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        response["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return answered


@require_methods("GET")
@unlisted
@conditional_page
def public_page(request: HttpRequest, token: str) -> HttpResponse:
    """Show name, tone, published recaps and, if the Storyteller wants it, the cast. It is the same for all readers."""
    page = get_public_page(token)
    chapters, cast = list_chapters(list_public_recaps(page.series)), list_public_cast(page)
    context = {"page": page, "series": page.series, "chapters": chapters, "cast": cast}
    response = render(request, "campaigns/public_page.html", context)
    response["Cache-Control"] = KEPT
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    return response


@require_methods("GET")
@unlisted
def public_portrait(request: HttpRequest, token: str, pk: int) -> HttpResponse:
    """Return the portrait of a character on a public page. 404 for all that the page does not show."""
    character = get_object_or_404(list_public_cast(get_public_page(token)), pk=pk)
    response = answer_portrait(request, character)
    response["Cache-Control"] = KEPT
    return response


@login_required("GET", "POST")
def public_page_settings(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Open, renew and close the public page of a series."""
    series, membership = access.get_series_to_run(user, pk)
    if request.method == "POST":
        match request.POST.get("do"):
            case "open":
                had_one = PublicPage.objects.filter(series=series).exists()
                open_public_page(membership)
                opened = _("The public page has a new address.") if had_one else _("The public page is open.")
                messages.success(request, opened)
            case "cast":
                show_cast(membership, shown="shows_cast" in request.POST)
            case "close":
                close_public_page(membership)
                messages.success(request, _("Public page closed."))
            case _unknown:
                raise Refused(_("Choose to open or close the public page."), status=422)
        return redirect("public_page_settings", pk)
    page = PublicPage.objects.filter(series=series).first()
    address = request.build_absolute_uri(reverse("public_page", args=[page.token])) if page else ""
    context = {"series": series, "page": page, "address": address}
    return render(request, "campaigns/public_page_settings.html", context)
