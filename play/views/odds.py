"""The chances of a roll while its form is filled in, for those who may make it."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from http import HTTPStatus
from typing import Any, TypeVar, cast

from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.text import slugify

from campaigns.access import get_part_for
from campaigns.language import tell
from campaigns.models import Character, Membership, Scene, User
from campaigns.seats import get_seat
from campaigns.views.decorators import login_required
from play.commands.context import CommandContext
from play.commands.forms import read_fields, read_move
from play.commands.moves import BattleMove, GiveOrder, StartTask
from play.commands.tasks.chances import (
    UNKNOWN,
    Chance,
    Chances,
    preview_attack,
    preview_choices,
    preview_items,
    preview_outlook,
    preview_pad,
    preview_plan,
    preview_roll,
    read_context,
)
from play.html.markup import format_html_join
from play.html.odds import draw_odds
from play.offers.fields import LIST_PLACES, make_input
from play.templatetags.inputs import EMPTY, draw_chances, draw_items
from play.views.table import TableRequest
from rules import get_system
from rules.battle import Json, Seat
from rules.codec import decode
from rules.errors import BadInput, IllegalMove, RulesError
from rules.odds import about, percent
from rules.system import System
from rules.text import Text

OPEN = "missing_key"
"""The code of a refusal where something has not been chosen yet."""
TOO_FEW = ("bad_flurry", "targets")
"""The codes of refusals of an attack for which too little has been chosen yet."""


T = TypeVar("T")
OpenContext = Callable[[], CommandContext]
ODDS_OF = re.compile(r"odds-([A-Za-z0-9-]{1,120})")
"""The id of the element of a form that shows its odds. The form's own id is a part of it."""


@login_required("GET", in_utc=True)
def show_odds(request: TableRequest, user: User, scene_id: int) -> HttpResponse:
    """Draw the odds of the roll that the query describes. Nothing is rolled and nothing is stored."""
    scene, membership = get_part_for(Scene, user, scene_id)
    open_context = cache(partial(read_context, scene, membership))
    form = _find_form(request)
    choices = _preview_choices(open_context, request, form) if form else EMPTY
    context: dict[str, Any] = {"form": form, "choices": choices}
    try:
        chances = _preview(scene, membership, open_context, request.GET)
    except RulesError as refusal:
        context["refusal"] = _why(refusal)
        return render(request, "play/_odds.html", context, status=_status(refusal))
    if chances.told:
        return render(request, "play/_odds.html", {**context, "told": chances.told})
    if chances.is_struck:
        return render(request, "play/_odds.html", {**context, "hit": _say_chance(chances.chance)})
    dice, system = chances.pool.dice, scene.series.system
    picture = draw_odds(chances.odds, dice, system, measured=chances.measured, guess=chances.guess)
    context["others"] = ", ".join(filter(None, map(_say_chance, chances.others)))
    return render(request, "play/_odds.html", {**context, "odds": picture, "pool": chances.pool,
                                               "key": _key(request.GET)})  # fmt: skip


@login_required("GET", in_utc=True)
def show_outlook(request: TableRequest, user: User, scene_id: int) -> HttpResponse:
    """Draw what the move of the query and the ways to act instead would bring. Nothing is rolled or stored."""
    scene, membership = get_part_for(Scene, user, scene_id)
    context, status = read_context(scene, membership), HTTPStatus.OK
    shown: dict[str, object] = {}
    try:
        shown["outlook"] = _preview_move(preview_outlook, context, _read_attack(context.system, request.GET))
    except RulesError as refusal:
        shown["refusal"], status = _why(refusal), _status(refusal)
    return render(request, "play/_weigh.html", shown, status=status)


def _find_form(request: TableRequest) -> str:
    """Return the id of the fight's form that asks; empty for any other."""
    form = ODDS_OF.fullmatch(request.headers.get("HX-Target", ""))
    return form[1] if form and request.GET.get("move") == "BattleMove" else ""


def _preview_choices(open_context: OpenContext, request: TableRequest, form: str) -> SafeString:
    """Draw what stands beside the targets of an attack while its form is filled in: the chance that the odds show."""
    try:
        attack = _read_attack(open_context().system, request.GET)
        fields = preview_choices(open_context(), attack)
        items = preview_items(open_context(), attack)
    except RulesError:
        return EMPTY  # the odds say why
    drawn = [
        draw_chances(make_input(one.field, one.field.name, form, "other" if one.is_struck else ""), one.places)
        for one in fields
    ]
    drawn += (draw_items(form, name, _say_items(request.GET, name, items[name])) for name in items)
    return format_html_join("", "{}", ((chances,) for chances in drawn))


def _say_items(query: QueryDict, name: str, chances: Iterable[Chance | None]) -> list[str]:
    """Return what each place of a list says: the chance of what is chosen there. Empty places send no item."""
    left = iter(chances)
    sent = query.getlist(f"m.{name}")[:LIST_PLACES]
    return [_say_chance(next(left, None)) if value else "" for value in sent]


def _say_chance(chance: Chance | None) -> str:
    if chance is None:
        return ""
    return tell(about(chance.value) if chance.about else percent(chance.value))


def _preview(scene: Scene, membership: Membership, open_context: OpenContext, query: QueryDict) -> Chances:
    """Return the chances of an attack, of a roll at a task, of a task about to be set, or of any roll from a sheet."""
    system = get_system(scene.series.system)
    if query.get("move") == "BattleMove":
        return _preview_move(preview_attack, open_context(), _read_attack(system, query))
    if query.get("move") == "StartTask":
        move = read_move(system, query)
        return preview_plan(open_context(), cast(StartTask, move))
    posted = read_fields(system.rolls.request, query, "r.")
    if "task" in query:
        return preview_roll(open_context(), query.get("task", ""), query.get("character", ""), posted)
    character = _find(scene, get_seat(membership), query.get("character", ""))
    asked: Any = decode(system.rolls.request, posted)
    return preview_pad(open_context(), character, asked, query.get("secret", ""))


def _read_attack(system: System, query: QueryDict) -> Mapping[str, Json]:
    """Return the attack that a form describes; of an order to several, that of the one whose form it is."""
    move = read_move(system, query)
    if not isinstance(move, BattleMove | GiveOrder):
        raise BadInput("unknown_move", Text("Only fight moves can be compared."))
    return move.deed if isinstance(move, GiveOrder) else move.move


def _preview_move(
    preview: Callable[[CommandContext, Mapping[str, Json]], T], context: CommandContext, move: Mapping[str, Json]
) -> T:
    """Return the preview of a move. Raises the refusal `unfinished` while its form is not filled in."""
    try:
        return preview(context, move)
    except RulesError as refusal:
        if refusal.code not in (OPEN, *TOO_FEW):
            raise
        raise IllegalMove("unfinished", _why(refusal)) from refusal


def _why(refusal: RulesError) -> Text:
    """Return why there are no odds. An open field of the form is not called by its name in the code."""
    return Text("Odds appear once you choose the rest.") if refusal.code == OPEN else refusal.sentence


def _status(refusal: RulesError) -> HTTPStatus:
    """Return the status: a form that is not filled in yet is no error."""
    if refusal.code in UNKNOWN:
        return HTTPStatus.OK
    return HTTPStatus.CONFLICT if isinstance(refusal, IllegalMove) else HTTPStatus.BAD_REQUEST


def _key(query: QueryDict) -> str:
    """Return what tells one drawing of a page from the others."""
    named = ("move", "kind", "m.actor", "m.weapon", "task", "character")
    return "-".join(slugify(query.get(name, "")[:40]) for name in named if query.get(name))


def _find(scene: Scene, seat: Seat, key: str) -> Character:
    """Return a character that the seat may act for. Any other is refused like one that does not exist."""
    character = None
    if seat.controls(key) and key.isascii() and key.isdecimal() and len(key) < 18:
        character = Character.objects.filter(series=scene.series, pk=int(key)).first()
    if character is None:
        raise BadInput("unknown_character", Text("You can’t act for that character here."))
    character.series = scene.series
    return character
