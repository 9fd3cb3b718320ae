"""Downloads from a table, each filtered for the seat that asks."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.utils.text import slugify
from django.views.decorators.http import require_GET

from campaigns.access import get_part_for
from campaigns.models import Scene
from campaigns.seats import get_seat
from play.seats.export import export_battle, write_transcript
from play.seats.facts import read_facts
from play.views.table import TableRequest
from rules.replay import canonical


@login_required
@require_GET
def transcript(request: TableRequest, scene_id: int) -> HttpResponse:
    """Return the log as the person may read it, as plain text."""
    scene, membership = get_part_for(Scene, request.user, scene_id)
    text = "".join(write_transcript(read_facts(scene.pk), get_seat(membership)))
    return attach(HttpResponse(text, content_type="text/plain; charset=utf-8"), f"{slugify(scene.title) or 'log'}.txt")


@login_required
@require_GET
def battle(request: TableRequest, scene_id: int, bound: int) -> HttpResponse:
    """Return a fight as JSON: the battle file for the Storyteller, and for others what they saw of it."""
    scene, membership = get_part_for(Scene, request.user, scene_id)
    text = canonical(export_battle(read_facts(scene.pk), bound, get_seat(membership)))
    name = f"{slugify(scene.title) or 'fight'}-{bound}.json"
    return attach(HttpResponse(text, content_type="application/json"), name)


def attach(response: HttpResponse, name: str) -> HttpResponse:
    """Make a response a download under this name."""
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
