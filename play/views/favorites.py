"""Keeping a roll for one tap, and letting it go. Nothing of it stands in the log."""

from http import HTTPStatus
from json import dumps
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect

from campaigns.core.access import get_part_for
from campaigns.core.decorators import login_required
from campaigns.core.language import translate
from campaigns.core.refusals import Refused
from campaigns.models import Character, Membership, Scene, User
from campaigns.sheets.favorites import drop_roll, keep_roll
from play.commands.context import CommandContext
from play.commands.forms import parse_fields
from play.commands.tasks.chances import load_context, preview_request
from play.table.publish import publish
from play.views.table import TableRequest, find_page, show_refusal
from rules.battle import Json
from rules.codec import decode
from rules.errors import BadInput, RulesError
from rules.text import Text

MAX_LENGTH = 1000
"""The most characters of a kept roll's fields in JSON."""


@login_required("POST", in_utc=True)
def keep_or_drop(request: TableRequest, user: User, scene_id: int) -> HttpResponse:
    """Keep the roll of a pad's form, or let the roll go that `drop` names: the character's key, a blank, the id."""
    scene, membership = get_part_for(Scene, user, scene_id)
    try:
        _change(request, load_context(scene, membership), membership)
    except RulesError as refusal:
        return show_refusal(request, user, scene_id, translate(refusal.sentence), HTTPStatus.BAD_REQUEST)
    except Refused as refusal:
        return show_refusal(request, user, scene_id, refusal.sentence, refusal.status)
    return HttpResponse() if request.htmx else redirect(find_page(request, scene_id))


def _change(request: TableRequest, context: CommandContext, membership: Membership) -> None:
    key, _, id = request.POST.get("drop", "").partition(" ")
    character = context.get_character(key or request.POST.get("character", ""))
    if id:
        drop_roll(membership, character, id)
    else:
        keep_roll(membership, character, _parse_roll(request, context, character))
    publish(context.scene.pk, context.table.number)


def _parse_roll(request: TableRequest, context: CommandContext, character: Character) -> dict[str, Json]:
    """Return the fields of a roll that the rules accept, without a stunt: each roll has its own."""
    system = context.system
    posted = parse_fields(system.rolls.request, request.POST, "r.")
    if system.tasks.stunts is not None:
        posted.pop(system.tasks.stunts.field, None)
    if len(dumps(posted)) > MAX_LENGTH:
        raise BadInput("long_roll", Text("That is too much for a saved roll. Roll it from the pad."))
    asked: Any = decode(system.rolls.request, posted)
    preview_request(context, character, asked)
    return posted
