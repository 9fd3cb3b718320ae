"""The chances of a roll at a task, for whoever may make it: of what is hidden they tell nothing."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from campaigns.access import get_seat
from campaigns.models import Character, Membership, Scene
from play.fields import posted
from play.models import Table
from play.moves import StartTask
from play.services.desk import Desk
from play.services.figures import open_figures
from play.services.newest import load_state
from play.services.rolling import find_award, with_stunt
from play.services.rows import find_table
from play.services.tasks.finding import find_task
from play.services.tasks.memory import recall
from play.services.tasks.rolling import prepare_request
from play.services.tasks.setting import plan_task
from play.state import TableState, series_options
from rules import get_system
from rules.battle import Choice, Field, Json, Offer
from rules.dice import SystemRoller
from rules.errors import BadInput, IllegalMove, RulesError
from rules.odds import Odds
from rules.pool import Pool
from rules.tasks import Helper, Side, Task, check_turn, knows_difficulty

UNKNOWN = ("unfinished", "unknown_odds", "no_dice")
"""The codes of refusals that only say why there are no odds."""


@dataclass(frozen=True, slots=True)
class Chances:
    """A roll before it is made. `measured`: whether who asks may know how many successes are enough, and any are."""

    pool: Pool
    odds: Odds
    measured: bool = True


def read_desk(scene: Scene, membership: Membership) -> Desk:
    """The table as it stands, to look at and not to write."""
    series = membership.series = scene.series
    system = get_system(series.system)
    table = find_table(scene.pk) or Table(scene=scene)
    state = load_state(system, table) if table.pk else TableState()
    return Desk(system, series, scene, table, membership, get_seat(membership), state, SystemRoller())


def weigh_attack(desk: Desk, asked: Mapping[str, Json]) -> Chances:
    """The chances of a move of the fight as its form is filled in, with the powers that are switched on."""
    desk.require_battle()
    battle = desk.system.battle
    weighed = battle.weigh(desk.state.battle, desk.seat, battle.moves.decode(asked))
    if weighed is None:
        raise IllegalMove("unknown_odds", "Nothing is rolled for that at once.")
    return Chances(weighed.pool, weighed.odds, weighed.measured)


@dataclass(frozen=True, slots=True)
class Rated:
    """A field whose choices have chances, as a form is filled in; `places` of those that have one, from 1."""

    field: Field
    places: tuple[int, ...]


def weigh_choices(desk: Desk, asked: Mapping[str, Json]) -> tuple[Rated, ...]:
    """The chances that stand beside the choices of a fight's form, as that form is filled in."""
    desk.require_battle()
    offers = desk.system.battle.legal_moves(desk.state.battle, desk.seat)
    meant = [offer for offer in offers if offer.has_preview and not offer.reason and _is_of(asked, offer)]
    if not meant:
        return ()
    offer = max(meant, key=lambda one: len(one.fixed))
    return tuple(_weigh_field(desk, asked, field) for field in offer.fields if _list_rated(field))


def _is_of(asked: Mapping[str, Json], offer: Offer) -> bool:
    """Whether a form's values are those of this offer."""
    fixed = offer.fixed.items()
    return asked["kind"] == offer.move and all(posted(asked.get(name)) == posted(value) for name, value in fixed)


def _list_rated(field: Field) -> tuple[int, ...]:
    """The places of the choices that have a chance, of a field that takes one of them."""
    takes_one = field.kind == "choice" or (field.kind == "choices" and field.low == field.high == 1)
    rated = (place for place, choice in enumerate(field.choices, start=1) if choice.odds is not None)
    return tuple(rated) if takes_one else ()


def _weigh_field(desk: Desk, asked: Mapping[str, Json], field: Field) -> Rated:
    places = _list_rated(field)
    weighed = (
        replace(choice, odds=_weigh_choice(desk, asked, field, choice)) if place in places else choice
        for place, choice in enumerate(field.choices, start=1)
    )
    return Rated(replace(field, choices=tuple(weighed)), places)


def _weigh_choice(desk: Desk, asked: Mapping[str, Json], field: Field, choice: Choice) -> float | None:
    """The chance of the move with this choice; None where it is refused, or not told."""
    chosen = [choice.value] if field.kind == "choices" else choice.value
    try:
        chances = weigh_attack(desk, {**asked, field.name: chosen})
    except RulesError:
        return None
    return float(chances.odds.success) if chances.measured else None


def weigh_roll(desk: Desk, task_id: str, key: str, posted: Mapping[str, Json]) -> Chances:
    """The chances of a character's next roll at a task. Refused to whoever could not make it."""
    task, character = recall(desk, find_task(desk, task_id)), desk.get_character(key)
    check_turn(task, key)
    if not knows_difficulty(task, desk.seat):
        task, measured = _without_difficulty(task), False
    else:
        measured = not task.is_contest
    one = next(one for one in task.everybody if one.character == key)
    return _weigh(desk, task, one, character, posted, measured)


def weigh_plan(desk: Desk, move: StartTask) -> Chances:
    """The chances at a task that the Storyteller is about to set, as its doer would roll for it: as far as the form is
    filled in."""
    desk.require_storyteller()
    if not (move.character and move.traits.strip()):
        raise BadInput("unfinished", "Say who does it, and what is rolled, to see the odds.")
    try:
        plan = plan_task(desk, replace(move, title=move.title.strip() or "?", target=move.target or 1))
    except BadInput as missing:
        raise BadInput("unfinished", missing.sentence) from missing
    task = recall(desk, plan)
    first = task.sides[0]
    return _weigh(desk, task, first, desk.get_character(first.character), {}, not task.is_contest)


def _weigh(
    desk: Desk, task: Task, one: Side | Helper, character: Character, posted: Mapping[str, Json], measured: bool
) -> Chances:
    if isinstance(one, Side) and _depends_on_others(desk, task, one):
        raise IllegalMove("unknown_odds", "What this is rolled against comes from the other side.")
    prepared = prepare_request(desk, task, one, character, posted)
    request = with_stunt(desk, prepared, find_award(desk, character))
    return weigh_request(desk, character, request, measured)


def weigh_pad(desk: Desk, character: Character, request: Any, secret: str = "") -> Chances:
    """The chances of a roll from the pad, with a stunt that was awarded before, as it will be rolled.

    One that the Storyteller keeps to themselves leaves that stunt for the next.
    """
    is_kept = desk.seat.storyteller and secret == "storyteller"
    award = None if is_kept else find_award(desk, character)
    return weigh_request(desk, character, with_stunt(desk, request, award))


def weigh_request(desk: Desk, character: Character, request: Any, measured: bool = True) -> Chances:
    """The chances of a character's roll with the figures that count now."""
    figures = open_figures(desk, character)
    rolls, options = desk.system.rolls, series_options(desk.system, desk.series)
    sheet, suffered = figures.sheet, figures.suffer(request)
    return Chances(rolls.pool(sheet, suffered, options), rolls.odds(sheet, suffered, options), measured)


def _depends_on_others(desk: Desk, task: Task, side: Side) -> bool:
    """Whether the odds would tell the dice of somebody whom the seat does not play."""
    if not (desk.system.tasks.opposes and task.is_contest and side.difficulty is None):
        return False
    return not all(desk.seat.controls(other.character) for other in task.sides)


def _without_difficulty(task: Task) -> Task:
    return replace(task, sides=tuple(replace(side, difficulty=None) for side in task.sides))
