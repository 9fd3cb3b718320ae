"""The chances of a roll while it is being put together, for whoever may make it."""

from http import HTTPStatus
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from campaigns.access import get_part_for, get_seat
from campaigns.models import Character, Scene
from play.forms import read_fields
from play.odds import draw_odds
from play.state import series_options
from play.views.table import TableRequest
from rules import get_system
from rules.battle import Seat
from rules.codec import decode
from rules.errors import BadInput, IllegalMove, RulesError


@login_required
@require_GET
def show_odds(request: TableRequest, scene_id: int) -> HttpResponse:
    """Draw the odds of the roll that the query describes; nothing is rolled, nothing is kept."""
    scene, membership = get_part_for(Scene, request.user, scene_id)
    system = get_system(scene.series.system)
    try:
        character = _find(scene, get_seat(membership), request.GET.get("character", ""))
        asked: Any = decode(system.rolls.request, read_fields(system.rolls.request, request.GET, "r."))
        options, sheet = series_options(system, scene.series), character.parsed_sheet()
        pool = system.rolls.pool(sheet, asked, options)
        odds = system.rolls.odds(sheet, asked, options)
    except RulesError as refusal:
        status = HTTPStatus.CONFLICT if isinstance(refusal, IllegalMove) else HTTPStatus.BAD_REQUEST
        return render(request, "play/_odds.html", {"refusal": refusal.sentence}, status=status)
    return render(
        request, "play/_odds.html", {"odds": draw_odds(odds, pool, system.key), "pool": pool, "key": character.pk}
    )


def _find(scene: Scene, seat: Seat, key: str) -> Character:
    """A character that the seat may act for; any other is refused like one that does not exist."""
    character = None
    if seat.controls(key) and key.isascii() and key.isdecimal() and len(key) < 18:
        character = Character.objects.filter(series=scene.series, pk=int(key)).first()
    if character is None:
        raise BadInput("unknown_character", "That is not a character you can act for here.")
    character.series = scene.series
    return character
