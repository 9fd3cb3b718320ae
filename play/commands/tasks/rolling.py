"""Rolling for a task, helping with it, and looking before the leap."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from campaigns.models import Character
from play.commands import moves
from play.commands.context import CommandContext
from play.commands.figures import compute_sheet, open_figures
from play.commands.roll_meaning import parse_traits
from play.commands.rolls import FinishedRoll, throw
from play.commands.tasks.contests import choose, preview_opposing, roll_choices
from play.commands.tasks.finding import find_task, list_time_passed, task_options
from play.commands.tasks.influence import get_rules, list_heard
from play.commands.tasks.memory import recall
from play.commands.tasks.requests import parse_request
from play.table.state import series_options
from play.table.task_events import TaskHelped, TaskLooked, TaskRolled, TaskSettled
from rules.battle import Audience, Event, Json, Move
from rules.codec import decode, encode
from rules.dice import roll_among
from rules.errors import BadInput, IllegalMove
from rules.tasks import (
    SUCCESSES,
    Helper,
    Side,
    Task,
    add_help,
    add_roll,
    awaited,
    check_turn,
    hear_roll,
    is_ready,
    settle,
    takes_choices,
    task_audience,
    with_side,
)
from rules.text import Text


def roll_for_task(context: CommandContext, move: moves.RollForTask) -> Sequence[Event]:
    """Roll for one side. In a contest the roll is sealed until both sides have rolled.

    Where each side's dice are the other's difficulty, the choice is sealed, and the dice fall once both have chosen.
    """
    events = _roll(context, move)
    return [*events, *_list_time_passed(context, events)]


def _list_time_passed(context: CommandContext, events: Sequence[Event]) -> Sequence[Event]:
    """Return the event of the time that the work has taken, if a roll is among these events."""
    worked = [event.task for event in events if isinstance(event, TaskRolled | TaskSettled)]
    return list_time_passed(context, worked[-1]) if worked else ()


def _roll(context: CommandContext, move: moves.RollForTask) -> Sequence[Event]:
    known, character = find_task(context, move.task), context.take_character(move.character)
    task = recall(context, known)  # what was tried elsewhere is read once nobody else in the series tries anything
    index = task.side_of(str(character.pk))
    check_turn(task, str(character.pk))
    if move.automatic and not task.is_calm:
        raise IllegalMove("no_automatic", Text("No automatic success here. Roll for it."))
    if takes_choices(task, context.system.tasks):
        return _settle(context, choose(context, task, index, move.request, made=move))
    request = prepare_request(context, task, task.sides[index], character, move.request, made=move)
    private = (str(character.pk),) if task.is_contest else task_audience(task)
    thrown = throw(context, character, request, automatic=move.automatic, apart=task.apart, dice=private)
    return [*_count(context, task, index, private, thrown), *thrown.after]


def _settle(context: CommandContext, events: Sequence[Event]) -> Sequence[Event]:
    """Return the events of choices, and of the comparison once both sides have rolled."""
    rolled = [event.task for event in events if isinstance(event, TaskRolled)]
    return [*events, *settle_if_ready(context, rolled[-1])] if rolled else events


def settle_choices(context: CommandContext, task: Task) -> Sequence[Event]:
    """Roll for those who have chosen and compare, if nobody is awaited: the other side may have no roll left.

    Returns nothing if there is nothing to roll.
    """
    events = _settle(context, roll_choices(context, task))
    return [*events, *_list_time_passed(context, events)]


def roll_for_all(context: CommandContext, move: moves.RollForAll) -> Sequence[Event]:
    """Roll at a request to many for all own characters that it waits for. They work side by side, in one time."""
    asked = [task for task in context.state.work.tasks if task.group and task.group == move.group]
    waiting = [(task.id, key) for task in asked if task.kind == "simple" for key in awaited(task)]
    own = _find_own(context, [key for _, key in waiting])
    if not own:
        raise IllegalMove("nobody_waits", Text("That request is no longer waiting for any of your characters."))
    rolls = [_roll(context, moves.RollForTask(task, key)) for task, key in waiting if key in own]
    passed = next(filter(None, (_list_time_passed(context, roll) for roll in rolls)), ())
    return [*(event for roll in rolls for event in roll), *passed]


def _find_own(context: CommandContext, keys: Sequence[str]) -> set[str]:
    """Return those of these characters that the seat plays: the Storyteller those without a player."""
    if not context.seat.storyteller:
        return {key for key in keys if context.seat.controls(key)}
    unplayed = Character.objects.filter(series=context.series, pk__in=map(int, keys), owner=None)
    return {str(key) for key in unplayed.values_list("pk", flat=True)}


def _count(context: CommandContext, task: Task, index: int, private: Audience, thrown: FinishedRoll) -> list[Event]:
    if task.influence is not None:
        return _reach(context, task, thrown)
    after = add_roll(task, index, thrown.roll, context.system.tasks, task_options(context, task))
    rolled = TaskRolled(after, index, encode(thrown.roll), thrown.changes, audience=private)
    return [rolled, *settle_if_ready(context, after)]


def _reach(context: CommandContext, task: Task, thrown: FinishedRoll) -> list[Event]:
    """Compare a roll of influence with what it must reach for each listener."""
    rules, action = get_rules(context), task.influence.action if task.influence else ""
    against = tuple(rules.resist(action, resistance) for resistance in list_heard(context, task))
    after = hear_roll(task, thrown.roll.total, [resistance.total for resistance in against])
    rolled = TaskRolled(after, 0, encode(thrown.roll), thrown.changes, against, audience=task_audience(after))
    return [rolled]


def settle_if_ready(context: CommandContext, task: Task) -> list[TaskSettled]:
    """Compare the rolls of a contest once nobody is awaited."""
    if not is_ready(task):
        return []
    settled = settle(task, context.system.tasks, task_options(context, task))
    return [TaskSettled(settled, tuple(side.sealed for side in task.sides), audience=task_audience(task))]


def prepare_request(
    context: CommandContext,
    task: Task,
    part: Side | Helper,
    character: Character,
    posted: Mapping[str, Json],
    *,
    blind: bool = False,
    made: Move | None = None,
) -> Any:
    """Return the system's request of a roll at a task, with the other side's dice as far as its traits are known.

    `made`: the move that makes the roll now, so that who may say the values is checked. Raises `NeedsRuling`.
    """
    takes = isinstance(part, Side) and part.difficulty is None and takes_choices(task, context.system.tasks)
    opposing = preview_opposing(context, task, part) if takes and isinstance(part, Side) else None
    return parse_request(context, task, part, character, posted, blind=blind, opposing=opposing, made=made)


def help_task(context: CommandContext, move: moves.HelpTask) -> Sequence[Event]:
    """Help with a task, with a roll where the book wants one, or else by joining in."""
    task, character = find_task(context, move.task), context.take_character(move.character)
    index = task.helper_of(str(character.pk))
    check_turn(task, str(character.pk))
    helper, rules = task.helpers[index], context.system.tasks
    if move.declines:
        return [TaskHelped(add_help(task, index, 0, "declined"), index, audience=task_audience(task))]
    if rules.help is None:
        raise IllegalMove("no_help", Text("This game has no help of that kind."))
    rolls = task.kind in rules.rolling_help
    # Where nobody rolls to help, it is the Ability of the task itself that the helper needs.
    asked = helper if helper.traits or rolls else replace(helper, traits=task.sides[0].traits)
    if move.rating is not None:
        rated = add_help(task, index, _check_rating(context, task, move.rating), "rated")
        return [TaskHelped(rated, index, audience=task_audience(task))]
    request = prepare_request(context, task, asked, character, move.request, made=move)
    sheet = compute_sheet(context.system, context.state, character)
    if not rolls:
        joined = add_help(task, index, rules.help(sheet, request, None), "joined")
        return [TaskHelped(joined, index, audience=task_audience(task))]
    thrown = throw(context, character, request, dice=task_audience(task))
    after = add_help(task, index, rules.help(sheet, request, thrown.roll), thrown.roll.outcome)
    return [TaskHelped(after, index, encode(thrown.roll), thrown.changes, audience=task_audience(task)), *thrown.after]


def _check_rating(context: CommandContext, task: Task, rating: int) -> int:
    """Check a rating that counts in place of a roll: only the Storyteller sets one, and only in a pooled effort."""
    context.require_storyteller()
    if task.kind != "pooled":
        raise IllegalMove("no_rating", Text("A rating can replace a roll only in a pooled effort."))
    if not 0 <= rating <= moves.MAX_RATING:
        raise BadInput(
            "out_of_range",
            Text("A rating must be 0 to {n}, not {rating}.", n=moves.MAX_RATING, rating=rating),
            key="rating",
        )
    return rating


def look_first(context: CommandContext, move: moves.LookFirst) -> Sequence[Event]:
    """Look before the leap: a success tells the difficulty to the character's owner."""
    task, character = find_task(context, move.task), context.get_character(move.character)
    index = task.side_of(str(character.pk))
    check_turn(task, str(character.pk))
    side, look = task.sides[index], context.system.tasks.look
    if look is None or not task.hidden:
        raise IllegalMove("nothing_hidden", Text("No hidden difficulty to find."))
    if side.looked:
        raise IllegalMove("looked", Text("{who} has already looked.", who=side.name))
    if not side.traits:
        raise IllegalMove("no_traits", Text("The Storyteller has not chosen the roll."))
    figures = open_figures(context, character)
    sheet = figures.sheet
    asked: Any = decode(context.system.rolls.request, parse_traits(context.system, sheet, side.traits))
    options = series_options(context.system, context.series)
    dice = roll_among(context.roller, task_audience(task))
    roll = context.system.rolls.roll(sheet, figures.suffer(look(asked)), dice, options)
    after = with_side(task, index, looked=True, knows=roll.outcome in SUCCESSES)
    return [TaskLooked(after, index, encode(roll), audience=task_audience(task))]
