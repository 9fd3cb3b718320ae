"""The overlay of a series, for a program that streams: no account is needed, and no cookie is read or set."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import override

from campaigns.chronicle.recaps.views import unlisted
from campaigns.core.decorators import require_methods
from campaigns.models import Character, Overlay
from campaigns.people.portraits.views import answer_portrait
from campaigns.series.overlays.services import find_overlay
from play.stage.overlay import find_face


@require_methods("GET")
@unlisted
def show_overlay(request: HttpRequest, secret: str) -> HttpResponse:
    """Show the page, which is empty: all that it shows comes by its socket, as late as the Storyteller chose."""
    overlay = _get_overlay(secret)
    context = {"overlay": overlay, "secret": secret}
    with override(overlay.language):
        return render(request, "play/overlay.html", context)


@require_methods("GET")
@unlisted
def show_face(request: HttpRequest, secret: str, signed: str) -> HttpResponse:
    """Return a small portrait that the overlay was sent the address of; 404 for any other."""
    overlay = _get_overlay(secret)
    character = get_object_or_404(Character, pk=find_face(signed, overlay.digest), series=overlay.series_id)
    return answer_portrait(request, character, is_small=True)


def _get_overlay(secret: str) -> Overlay:
    overlay = find_overlay(secret)
    if overlay is None:
        raise Http404
    return overlay
