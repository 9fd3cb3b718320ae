"""The chances of a roll at a task, for those who may make it. They tell nothing of what is hidden."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from campaigns.core.seats import get_seat
from campaigns.models import Character, Membership, Scene
from play.commands.context import CommandContext
from play.commands.dice import SceneDice
from play.commands.figures import open_figures
from play.commands.forms import form_values
from play.commands.moves import EVERYBODY, StartTask
from play.commands.rolls import find_award, with_stunt
from play.commands.targets import preview_opposed
from play.commands.tasks.finding import find_task
from play.commands.tasks.memory import recall
from play.commands.tasks.rolling import prepare_request
from play.commands.tasks.setting import arrange, plan_task
from play.commands.tries import with_attempt, with_fight_tries
from play.table.newest import load_table
from play.table.state import series_options
from rules import get_system
from rules.battle import Choice, Field, Json, Offer
from rules.errors import BadInput, IllegalMove, RulesError
from rules.odds import Odds, WeighedRoll
from rules.outlook import Outlook
from rules.pool import Pool
from rules.tasks import Helper, Side, Task, check_turn, knows_difficulty, takes_choices
from rules.text import EMPTY, Text

UNKNOWN = ("unfinished", "unknown_odds", "no_difficulty", "no_dice", "task_closed")
"""The codes of refusals that only say why there are no odds: such as that the roll has been made."""


class Chance(NamedTuple):
    """A chance of success. `about`: it is an average against what is usual."""

    value: float
    about: bool = False


def _make_chance(weighed: "WeighedRoll | Chances") -> Chance | None:
    if weighed.measured:
        return Chance(float(weighed.odds.success))
    return None if weighed.guess is None else Chance(weighed.guess, about=True)


@dataclass(frozen=True, slots=True)
class Chances:
    """A roll before it is made. `measured`: whether the person may know how many successes are enough, and any are.

    `guess`: where the person may not, the chance against what is usual, if there is one. `others`: the chances of what
    is rolled after it, in order, as of the next attacks of a flurry; each as far as the person may know it.
    `is_struck`: it is an attack on the person, who may not read its pool. `sentence`: the result, where no dice decide.
    """

    pool: Pool
    odds: Odds
    measured: bool = True
    guess: float | None = None
    others: tuple[Chance | None, ...] = ()
    is_struck: bool = False
    sentence: Text = EMPTY

    @property
    def chance(self) -> Chance | None:
        """The chance of success as far as the person may know it."""
        return _make_chance(self)


def load_context(scene: Scene, membership: Membership) -> CommandContext:
    """Return the context of a table as it stands, to read and not to write."""
    series = membership.series = scene.series
    system = get_system(series.system)
    table, state = load_table(system, scene)
    return CommandContext(system, series, scene, table, membership, get_seat(membership), state, SceneDice(table))


def preview_attack(context: CommandContext, asked: Mapping[str, Json]) -> Chances:
    """Return the chances of a move of the fight while its form is filled in, with the powers that are switched on."""
    context.require_battle()
    battle = context.system.battle
    move = with_fight_tries(context, context.state.battle, battle.moves.decode(asked))
    preview = battle.weigh(context.state.battle, context.seat, move)
    if preview is None:
        raise IllegalMove("unknown_odds", Text("That does not need an immediate roll."))
    others = tuple(map(_make_chance, preview.others))
    return Chances(
        preview.pool, preview.odds, preview.measured, preview.guess, others, preview.is_struck, preview.sentence
    )


def preview_outlook(context: CommandContext, asked: Mapping[str, Json]) -> Outlook:
    """Return what a move of the fight and the ways to act instead would bring, while its form is filled in."""
    context.require_battle()
    battle = context.system.battle
    outlook = battle.foresee(context.state.battle, context.seat, battle.moves.decode(asked))
    if outlook is None:
        raise IllegalMove("unknown_odds", Text("That stays secret until it is done."))
    return outlook


@dataclass(frozen=True, slots=True)
class RatedRoll:
    """A field whose choices have chances while a form is filled in. `places`: those that have one, from 1.

    `is_struck`: they are chances to be hit.
    """

    field: Field
    places: tuple[int, ...]
    is_struck: bool


def preview_choices(context: CommandContext, asked: Mapping[str, Json]) -> tuple[RatedRoll, ...]:
    """Return the fields of a fight's form with the chances that stand beside their choices."""
    offer = max(_find_offers(context, asked), key=lambda offer: len(offer.fixed), default=None)
    if offer is None:
        return ()
    return tuple(_preview_field(context, asked, offer, field) for field in offer.fields if _list_rated(field))


def _find_offers(context: CommandContext, asked: Mapping[str, Json]) -> list[Offer]:
    """Return the offers whose form may be filled in with these values."""
    context.require_battle()
    offers = context.system.battle.offer(context.state.battle, context.seat).of(str(asked.get("actor")))
    return [offer for offer in offers if offer.has_preview and not offer.reason and _is_of(asked, offer)]


def _is_of(asked: Mapping[str, Json], offer: Offer) -> bool:
    """Return whether a form's values are those of this offer."""
    fixed = offer.fixed.items()
    return asked["kind"] == offer.move and all(
        [*form_values(asked.get(name))] == [*form_values(value)] for name, value in fixed
    )


def _list_rated(field: Field) -> tuple[int, ...]:
    """Return the places of the choices that have a chance, for a field that takes one choice."""
    takes_one = field.kind == "choice" or (field.kind == "choices" and field.low == field.high == 1)
    rated = (place for place, choice in enumerate(field.choices, start=1) if choice.odds is not None)
    return tuple(rated) if takes_one else ()


def _preview_field(context: CommandContext, asked: Mapping[str, Json], offer: Offer, field: Field) -> RatedRoll:
    places = _list_rated(field)
    preview = (
        _preview_choice(context, asked, field, choice) if place in places else choice
        for place, choice in enumerate(field.choices, start=1)
    )
    return RatedRoll(replace(field, choices=tuple(preview)), places, offer.is_struck)


def _preview_choice(context: CommandContext, asked: Mapping[str, Json], field: Field, choice: Choice) -> Choice:
    """Return the choice with the chance of the move with it; with none where it is refused or not told."""
    chosen = [choice.value] if field.kind == "choices" else choice.value
    try:
        chances = preview_attack(context, {**asked, field.name: chosen})
    except RulesError:
        return replace(choice, odds=None)
    chance = chances.chance
    return replace(choice, odds=chance and chance.value, about=not chances.measured)


def preview_items(context: CommandContext, asked: Mapping[str, Json]) -> dict[str, tuple[Chance | None, ...]]:
    """Return the chances of the items of each list whose items are rolled, by the list's name; none where the move is
    refused.
    """
    offers = _find_offers(context, asked)  # flurries with one weapon and with two send forms alike
    names = list(dict.fromkeys(field.name for offer in offers for field in offer.fields if field.rolled))
    try:
        chances = preview_attack(context, asked) if names else None
    except RulesError:
        chances = None
    found: dict[str, tuple[Chance | None, ...]] = {}
    rolled = (chances.chance, *chances.others) if chances else ()
    for name in reversed(names):
        count = len(form_values(asked.get(name))) if rolled else 0
        found[name], rolled = rolled[len(rolled) - count :], rolled[: len(rolled) - count]
    return found


def preview_roll(context: CommandContext, task_id: str, key: str, posted: Mapping[str, Json]) -> Chances:
    """Return the chances of a character's next roll at a task. Refused to people who could not make it."""
    task, character = recall(context, find_task(context, task_id)), context.get_character(key)
    check_turn(task, key)
    if not knows_difficulty(task, context.seat):
        task, measured = _without_difficulty(task), False
    else:
        measured = not task.is_contest
    part = next(part for part in task.everybody if part.character == key)
    return _preview(context, task, part, character, posted, measured)


def preview_plan(context: CommandContext, move: StartTask) -> Chances:
    """Return the chances at a task that the Storyteller is about to set, for the one who would do it, as far as the
    form is filled in.
    """
    context.require_storyteller()
    move = arrange(context, move)
    asked = [key for key in (move.character, *move.characters) if key]
    if not (asked and move.traits.strip()):
        raise BadInput("unfinished", Text("Choose who acts and what to roll to see the odds."))
    if len(asked) > 1 or EVERYBODY in asked:
        raise BadInput("unfinished", Text("You are asking several characters: each roll shows its own odds."))
    try:
        plan = plan_task(
            context, replace(move, character=asked[0], title=move.title.strip() or "?", target=move.target or 1)
        )
    except BadInput as missing:
        raise BadInput("unfinished", missing.sentence) from missing
    task = recall(context, plan)
    first = task.sides[0]
    return _preview(context, task, first, context.get_character(first.character), {}, not task.is_contest)


def _preview(
    context: CommandContext,
    task: Task,
    part: Side | Helper,
    character: Character,
    posted: Mapping[str, Json],
    measured: bool,
) -> Chances:
    if isinstance(part, Side) and _depends_on_others(context, task, part):
        raise IllegalMove("unknown_odds", Text("The other side’s roll sets the target."))
    prepared = prepare_request(context, task, part, character, posted, blind=not measured)
    request = with_stunt(context, prepared, find_award(context, character))
    return preview_request(context, character, request, measured)


def preview_pad(context: CommandContext, character: Character, request: Any, secret: str = "") -> Chances:
    """Return the chances of a roll from the pad, with a stunt that was awarded before.

    A roll that the Storyteller keeps secret leaves that stunt for the next one.
    """
    request = with_attempt(context, character, preview_opposed(context, request))
    is_kept = context.seat.storyteller and secret == "storyteller"
    award = None if is_kept else find_award(context, character)
    return preview_request(context, character, with_stunt(context, request, award))


def preview_request(context: CommandContext, character: Character, request: Any, measured: bool = True) -> Chances:
    """Return the chances of a character's roll with the figures that count now."""
    figures = open_figures(context, character)
    rolls, options = context.system.rolls, series_options(context.system, context.series)
    sheet, suffered = figures.sheet, figures.suffer(request)
    return Chances(rolls.pool(sheet, suffered, options), rolls.odds(sheet, suffered, options), measured)


def _depends_on_others(context: CommandContext, task: Task, side: Side) -> bool:
    """Return whether the odds would tell the dice of somebody whom the seat does not play."""
    if side.difficulty is not None or not takes_choices(task, context.system.tasks):
        return False
    return not all(context.seat.controls(other.character) for other in task.sides)


def _without_difficulty(task: Task) -> Task:
    return replace(task, sides=tuple(replace(side, difficulty=None) for side in task.sides))
