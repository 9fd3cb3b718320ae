"""The page on which the Storyteller makes and revokes the address of a series' overlay."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.core import access
from campaigns.core.decorators import login_required
from campaigns.core.form_views import answer_form, answer_form_once, posted_data
from campaigns.models import Overlay, User
from campaigns.series.overlays.forms import OverlayForm
from campaigns.series.overlays.services import change_overlay, renew_overlay, revoke_overlay


@login_required("GET", "POST")
def overlay_settings(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Make an overlay with its address, or change how it looks. The address stands in the answer, and nowhere else."""
    series, membership = access.get_series_to_run(user, pk)
    overlay = Overlay.objects.filter(series=series).first()
    form, page, made = OverlayForm(overlay, posted_data(request)), reverse("overlay_settings", args=[pk]), list[str]()

    def make() -> str:
        made.append(renew_overlay(membership, form.cleaned_data))
        return page

    def change() -> str:
        change_overlay(membership, form.cleaned_data)
        messages.success(request, _("Saved. Open overlays update."))
        return page

    def draw(status: int) -> HttpResponse:
        address = request.build_absolute_uri(reverse("overlay", args=made)) if made else ""
        context = {"series": series, "form": form, "overlay": overlay, "address": address}
        return render(request, "campaigns/overlay_settings.html", context, status=status)

    if request.POST.get("do") == "change":
        return answer_form(request, form, change, draw)
    response = answer_form_once(request, user, form, make, draw)
    if made:
        overlay = Overlay.objects.get(series=series)
        form = OverlayForm(overlay)
        response = draw(200)
    return response


@login_required("POST")
def overlay_revoke(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Revoke the address of the overlay, at once."""
    _series, membership = access.get_series_to_run(user, pk)
    revoke_overlay(membership)
    messages.success(request, _("Address revoked. Open overlays now show nothing."))
    return redirect("overlay_settings", pk)
