"""The chances of a roll while its form is filled in, for those who may make it."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from http import HTTPStatus
from typing import Any, TypeVar, cast

from django.http import HttpResponse, JsonResponse, QueryDict

from campaigns.core.access import get_part_for
from campaigns.core.decorators import login_required
from campaigns.core.language import translate
from campaigns.core.seats import get_seat
from campaigns.models import Character, Membership, Scene, User
from play.commands.context import CommandContext
from play.commands.forms import parse_fields, parse_move
from play.commands.moves import BattleMove, GiveOrder, StartTask
from play.commands.tasks.chances import (
    UNKNOWN,
    Chance,
    Chances,
    load_context,
    preview_attack,
    preview_choices,
    preview_items,
    preview_outlook,
    preview_pad,
    preview_plan,
    preview_roll,
)
from play.offers.fields import LIST_PLACES
from play.stage.odds import make_choices, make_odds, make_outlook, say_likely
from play.stage.shape import Likely
from play.views.table import TableRequest
from rules import get_system
from rules.battle import Json, Seat
from rules.codec import decode
from rules.errors import BadInput, IllegalMove, RulesError
from rules.system import System
from rules.text import Text

OPEN = "missing_key"
"""The code of a refusal where something has not been chosen yet."""
TOO_FEW = ("bad_flurry", "targets")
"""The codes of refusals of an attack for which too little has been chosen yet."""


T = TypeVar("T")
OpenContext = Callable[[], CommandContext]


@login_required("GET", in_utc=True)
def show_odds(request: TableRequest, user: User, scene_id: int) -> HttpResponse:
    """Return the odds of the roll that the query describes. Nothing is rolled and nothing is stored."""
    scene, membership = get_part_for(Scene, user, scene_id)
    open_context = cache(partial(load_context, scene, membership))
    choices = _compute_choices(open_context, request.GET) if request.GET.get("move") == "BattleMove" else {}
    status = HTTPStatus.OK
    try:
        odds = make_odds(_preview(scene, membership, open_context, request.GET), scene.series.system)
    except RulesError as refusal:
        odds, status = {"says": translate(_why(refusal))}, _status(refusal)
    return JsonResponse({**odds, "choices": choices} if choices else odds, status=status)


@login_required("GET", in_utc=True)
def show_outlook(request: TableRequest, user: User, scene_id: int) -> HttpResponse:
    """Return what the move of the query and the ways to act instead would bring. Nothing is rolled or stored."""
    scene, membership = get_part_for(Scene, user, scene_id)
    context, status = load_context(scene, membership), HTTPStatus.OK
    try:
        outlook = make_outlook(_preview_move(preview_outlook, context, _parse_attack(context.system, request.GET)))
    except RulesError as refusal:
        outlook, status = {"verdicts": [], "ways": [], "notes": [translate(_why(refusal))]}, _status(refusal)
    return JsonResponse(outlook, status=status)


def _compute_choices(open_context: OpenContext, query: QueryDict) -> dict[str, dict[str, Likely]]:
    """Return what stands beside the targets of an attack while its form is filled in: the chance that the odds show."""
    try:
        attack = _parse_attack(open_context().system, query)
        rated, items = preview_choices(open_context(), attack), preview_items(open_context(), attack)
    except RulesError:
        return {}  # the odds say why
    return make_choices(rated, {name: _say_items(query, name, items[name]) for name in items})


def _say_items(query: QueryDict, name: str, chances: Iterable[Chance | None]) -> list[str]:
    """Return what each place of a list says: the chance of what is chosen there. Empty places send no item."""
    left = iter(chances)
    sent = query.getlist(f"m.{name}")[:LIST_PLACES]
    return [say_likely(next(left, None)) if value else "" for value in sent]


def _preview(scene: Scene, membership: Membership, open_context: OpenContext, query: QueryDict) -> Chances:
    """Return the chances of an attack, of a roll at a task, of a task about to be set, or of any roll from a sheet."""
    system = get_system(scene.series.system)
    if query.get("move") == "BattleMove":
        return _preview_move(preview_attack, open_context(), _parse_attack(system, query))
    if query.get("move") == "StartTask":
        move = parse_move(system, query)
        return preview_plan(open_context(), cast(StartTask, move))
    posted = parse_fields(system.rolls.request, query, "r.")
    if "task" in query:
        return preview_roll(open_context(), query.get("task", ""), query.get("character", ""), posted)
    character = _find(scene, get_seat(membership), query.get("character", ""))
    asked: Any = decode(system.rolls.request, posted)
    return preview_pad(open_context(), character, asked, query.get("secret", ""))


def _parse_attack(system: System, query: QueryDict) -> Mapping[str, Json]:
    """Return the attack that a form describes; of an order to several, that of the one whose form it is."""
    move = parse_move(system, query)
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


def _find(scene: Scene, seat: Seat, key: str) -> Character:
    """Return a character that the seat may act for. Any other is refused like one that does not exist."""
    character = None
    if seat.controls(key) and key.isascii() and key.isdecimal() and len(key) < 18:
        character = Character.objects.filter(series=scene.series, pk=int(key)).first()
    if character is None:
        raise BadInput("unknown_character", Text("You can’t act for that character here."))
    character.series = scene.series
    return character
