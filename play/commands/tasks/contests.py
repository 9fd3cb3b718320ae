"""Contests in which each side's dice are the other side's difficulty: both choose first, then both roll."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from campaigns.models import Character
from play.commands.context import CommandContext
from play.commands.figures import open_figures
from play.commands.rolls import FinishedRoll, find_award, throw, with_stunt
from play.commands.tasks.requests import parse_request
from play.table.state import fold, series_options
from play.table.task_events import ChoiceLost, SideChose, TaskRolled
from rules.battle import STORYTELLER, Event, Json, Move
from rules.codec import encode
from rules.errors import RulesError
from rules.tasks import Side, Task, add_roll, awaited, task_audience, with_side


def choose(
    context: CommandContext, task: Task, index: int, posted: Mapping[str, Json], *, made: Move
) -> Sequence[Event]:
    """Keep what one side will roll. Once nobody is awaited, all who have chosen roll.

    `made`: the move that chooses, so that who may say the values is checked. Raises `NeedsRuling`.
    """
    character = context.take_character(task.sides[index].character)
    parse_request(context, task, task.sides[index], character, posted, opposing=0, made=made)
    count_dice(context, task, index, character, posted)
    after = with_side(task, index, chosen=dict(posted))
    chose = SideChose(after, index, audience=task_audience(task))
    events = roll_choices(context, after)
    return events if any(isinstance(event, TaskRolled) for event in events) else [chose, *events]


def roll_choices(context: CommandContext, task: Task) -> list[Event]:
    """Roll for every side that has chosen, once nobody is awaited. The events carry the rolls, sealed.

    A choice that cannot be rolled now is lost, and its side is awaited again.
    """
    if awaited(task) or not any(side.chosen is not None for side in task.sides):
        return []
    lost = [(index, why) for index in range(len(task.sides)) if (why := _why_lost(context, task, index)) is not None]
    if lost:
        events: list[Event] = []
        for index, why in lost:
            task = with_side(task, index, chosen=None)
            events.append(ChoiceLost(task, index, why.sentence, audience=(task.sides[index].character,)))
        return events
    return _roll_all(context, task)


def _roll_all(context: CommandContext, task: Task) -> list[Event]:
    """Roll for both sides. The other side's player pays for it as if rolling alone: the table rolls for them."""
    difficulties = [_count_opposing(context, task, index) for index in range(len(task.sides))]
    context, events = replace(context, seat=STORYTELLER), list[Event]()
    for index, side in enumerate(task.sides):
        if side.chosen is None:
            continue
        thrown = _throw(context, task, index, difficulties[index])
        task = with_side(task, index, chosen=None)
        task = add_roll(task, index, thrown.roll, context.system.tasks, None)
        rolled = TaskRolled(task, index, encode(thrown.roll), thrown.changes, audience=(side.character,))
        events += [rolled, *thrown.after]
        context = replace(context, state=fold(context.system, context.state, [rolled, *thrown.after]))
    return events


def _throw(context: CommandContext, task: Task, index: int, opposing: int | None) -> FinishedRoll:
    side = task.sides[index]
    character = _load(context, side)
    request = parse_request(context, task, side, character, side.chosen or {}, opposing=opposing)
    return throw(context, character, request, dice=(side.character,))


def _why_lost(context: CommandContext, task: Task, index: int) -> RulesError | None:
    """Return why a choice cannot be rolled now, or None: a point may be spent, or the other side's dice too many."""
    side = task.sides[index]
    if side.chosen is None:
        return None
    try:
        character = _load(context, side)
        count_dice(context, task, index, character, side.chosen)
        opposing = _count_opposing(context, task, index)
        request = parse_request(context, task, side, character, side.chosen, opposing=opposing)
        figures = open_figures(context, character)
        context.system.rolls.odds(
            figures.sheet, figures.suffer(request), series_options(context.system, context.series)
        )
    except RulesError as refusal:
        return refusal
    return None


def _count_opposing(context: CommandContext, task: Task, index: int) -> int | None:
    """Return the dice of the other side, none for one without a roll; None where the Storyteller set the difficulty."""
    side, other = task.sides[index], 1 - index
    if side.difficulty is not None:
        return None
    chosen = task.sides[other].chosen
    if chosen is None:
        return 0
    try:
        return count_dice(context, task, other, _load(context, task.sides[other]), chosen)
    except RulesError:
        return 0


def count_dice(
    context: CommandContext, task: Task, index: int, character: Character, posted: Mapping[str, Json]
) -> int:
    """Return the dice of one side, as they set the other's difficulty. Raises for what cannot be rolled or paid."""
    rules = context.system.tasks
    request = parse_request(context, task, task.sides[index], character, posted, opposing=0)
    request = with_stunt(context, request, find_award(context, character))
    figures = open_figures(context, character)
    if rules.oppose is None:
        return 0
    options = series_options(context.system, context.series)
    return rules.oppose(figures.sheet, figures.suffer(request), options)


def preview_opposing(context: CommandContext, task: Task, roller: Side) -> int | None:
    """Return the dice of the other side as its traits give them, before it has chosen; None if it has no traits yet.

    What was chosen and is sealed does not count: the odds would tell it.
    """
    index = next(index for index, side in enumerate(task.sides) if side.character != roller.character)
    other = task.sides[index]
    if not other.traits:
        return None
    character = Character.objects.filter(series=context.series, pk=int(other.character)).first()
    if character is None:
        return None
    character.series = context.series
    free: dict[str, Any] = {}
    return count_dice(context, task, index, character, free)


def _load(context: CommandContext, side: Side) -> Character:
    character = Character.objects.get(series=context.series, pk=int(side.character))
    character.series = context.series
    return character
