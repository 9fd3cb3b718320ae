"""Downloads from a table, each filtered for the seat that asks."""

from django.http import HttpResponse
from django.utils.text import slugify

from campaigns.core.decorators import login_required
from campaigns.models import User
from play.seats.export import export_battle, write_transcript
from play.seats.facts import get_facts_for, seat_at
from play.views.table import TableRequest
from rules.replay import canonical


@login_required("GET", in_utc=True)
def transcript(request: TableRequest, user: User, scene_id: int) -> HttpResponse:
    """Return the log as the person may read it, as plain text."""
    facts, membership = get_facts_for(user, scene_id)
    text = "".join(write_transcript(facts, seat_at(facts, membership)[0]))
    return attach(
        HttpResponse(text, content_type="text/plain; charset=utf-8"), f"{slugify(facts.scene.title) or 'log'}.txt"
    )


@login_required("GET", in_utc=True)
def battle(request: TableRequest, user: User, scene_id: int, bound: int) -> HttpResponse:
    """Return a fight as JSON: the battle file for the Storyteller, and for others what they saw of it."""
    facts, membership = get_facts_for(user, scene_id)
    text = canonical(export_battle(facts, bound, seat_at(facts, membership)[0]))
    name = f"{slugify(facts.scene.title) or 'fight'}-{bound}.json"
    return attach(HttpResponse(text, content_type="application/json"), name)


def attach(response: HttpResponse, name: str) -> HttpResponse:
    """Make a response a download under this name."""
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
