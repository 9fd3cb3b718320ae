"""Tasks and stunts outside combat: set, rolled for, helped with, settled, ended; what they cost and earn."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from campaigns.models import Character
from play import moves
from play.roll_command import read_traits
from play.services.desk import Desk
from play.services.rolling import Thrown, audience_for, find_award, pay_reward, reward_stunt, throw
from play.state import series_options
from play.task_events import (
    StuntChanged,
    TaskEnded,
    TaskHelped,
    TaskInterrupted,
    TaskLooked,
    TaskRevealed,
    TaskRolled,
    TaskRuled,
    TaskSettled,
    TaskStarted,
)
from rules.battle import Audience, Event, Json
from rules.codec import decode, encode
from rules.errors import BadInput, IllegalMove
from rules.tasks import (
    SUCCESSES,
    Helper,
    Side,
    Stunt,
    Task,
    add_help,
    add_roll,
    check_task,
    check_turn,
    end_task,
    interrupt,
    is_ready,
    reveal_task,
    rule_total,
    settle,
    with_side,
)

MAX_OPEN = 12
MAX_REASON = 200
CONTESTS = ("contested", "extended_contested")


# --- setting a task


def start_task(desk: Desk, move: moves.StartTask) -> Sequence[Event]:
    """Set a task for somebody."""
    desk.require_storyteller()
    _check_room(desk)
    rules = desk.system.tasks
    if move.action not in {kind.value for kind in rules.kinds}:
        labels = ", ".join(kind.label for kind in rules.kinds)
        raise BadInput("unknown_action", f"Here a task is one of: {labels}.", key="action")
    sides = [_side(desk, move, move.character, move.traits, move.difficulty, move.target)]
    if move.action in CONTESTS:
        if not move.against:
            raise BadInput("no_opponent", "Choose whom it is against.", key="against")
        target = move.target if move.other_target is None else move.other_target
        sides.append(_side(desk, move, move.against, move.other_traits, move.other_difficulty, target))
    helping = move.helpers if move.action == "teamwork" else ()
    action: Any = move.action
    task = Task(
        id=desk.state.work.next_id,
        title=" ".join(move.title.split()),
        kind=action,
        sides=tuple(sides),
        hidden=move.hidden,
        pressure=move.pressure,
        interval=move.interval,
        unit=move.unit or "minute",
        botch=move.botch or (rules.botches[0].value if rules.botches else ""),
        helpers=tuple(_helper(desk, key, move.helper_traits) for key in dict.fromkeys(helping)),
        helper_limit=move.helper_limit if helping else None,
    )
    return [TaskStarted(check_task(task, rules), audience=_audience(task))]


def _check_room(desk: Desk) -> None:
    if sum(task.is_open for task in desk.state.work.tasks) >= MAX_OPEN:
        raise IllegalMove("too_many", f"{MAX_OPEN} tasks are open. End one of them first.")


def _side(desk: Desk, move: moves.StartTask, key: str, traits: str, difficulty: int | None, target: int | None) -> Side:
    character = desk.get_character(key)
    sheet: Any = character.parsed_sheet()
    asked = read_traits(desk.system, sheet, traits)
    is_extended = move.action in ("extended", "extended_contested")
    return Side(
        character=str(character.pk),
        name=character.name,
        traits=traits.strip(),
        difficulty=difficulty,
        target=(target or 0) if is_extended else 0,
        max_rolls=_limit(desk, move, sheet, asked) if is_extended else None,
        veiled=character.hidden,
    )


def _limit(desk: Desk, move: moves.StartTask, sheet: Any, asked: Mapping[str, Json]) -> int | None:
    """The most rolls: the Storyteller's number, the dots rolled where the book limits by them, or the smaller."""
    by_traits = desk.system.tasks.roll_limit
    if not move.by_traits or by_traits is None:
        return move.max_rolls
    if not asked:
        raise BadInput("no_traits", "Say which traits are rolled: they limit the rolls.", key="traits")
    dots = by_traits(sheet, decode(desk.system.rolls.request, asked))
    return dots if move.max_rolls is None else min(dots, move.max_rolls)


def _helper(desk: Desk, key: str, traits: str) -> Helper:
    character = desk.get_character(key)
    read_traits(desk.system, character.parsed_sheet(), traits)
    return Helper(str(character.pk), character.name, traits.strip(), character.hidden)


def _audience(task: Task) -> Audience:
    """All read of a task, but for one that a hidden character does alone."""
    return (task.sides[0].character,) if task.sides[0].veiled and not task.is_contest else None


def try_again(desk: Desk, move: moves.TryAgain) -> Sequence[Event]:
    """Set a task anew that is done; what failed before is remembered, unless that is waived."""
    desk.require_storyteller()
    _check_room(desk)
    done = desk.state.work.task(move.task)
    if done.is_open:
        raise IllegalMove("still_open", f"“{done.title}” is still under way.")
    sides = tuple(replace(side, total=0, gains=(), looked=False, sealed=None) for side in done.sides)
    helpers = tuple(replace(helper, gain=None, outcome="") for helper in done.helpers)
    task = replace(
        done, id=desk.state.work.next_id, sides=sides, helpers=helpers, status="open", winner=None, verdict="", rule=""
    )
    return [TaskStarted(task, waived=move.waive, audience=_audience(task))]


# --- rolling for it


def roll_for_task(desk: Desk, move: moves.RollForTask) -> Sequence[Event]:
    """Roll for one side; in a contest the roll is sealed until both sides have rolled."""
    task, character = desk.state.work.task(move.task), desk.get_character(move.character)
    index = task.side_of(str(character.pk))
    check_turn(task, str(character.pk))
    if move.automatic and (task.is_contest or task.pressure or task.hidden):
        raise IllegalMove("no_automatic", "No success is automatic here. Roll for it.")
    request = prepare_request(desk, task, task.sides[index], character, move.request)
    thrown = throw(desk, character, request, automatic=move.automatic)
    return [*_count(desk, task, index, character, thrown), *thrown.after]


def _count(desk: Desk, task: Task, index: int, character: Character, thrown: Thrown) -> list[Event]:
    rules, options = desk.system.tasks, series_options(desk.system, desk.series)
    after = add_roll(task, index, thrown.roll, rules, options)
    private = (str(character.pk),) if task.is_contest else _audience(task)
    events: list[Event] = [TaskRolled(after, index, encode(thrown.roll), thrown.changes, audience=private)]
    if is_ready(after):
        events.append(TaskSettled(settle(after, rules, options), tuple(side.sealed for side in after.sides)))
    return events


def prepare_request(
    desk: Desk, task: Task, one: Side | Helper, character: Character, posted: Mapping[str, Json]
) -> Any:
    """The system's request of a roll at a task: what was posted, with the traits and conditions that the task sets."""
    rules, options = desk.system.tasks, series_options(desk.system, desk.series)
    sheet: Any = character.parsed_sheet()
    free = {key: value for key, value in posted.items() if key not in rules.decided}
    asked = {**free, **read_traits(desk.system, sheet, one.traits)}
    request: Any = decode(desk.system.rolls.request, asked)
    opposing = _opposing(desk, task, one) if isinstance(one, Side) and one.difficulty is None else None
    return rules.prepare(sheet, request, desk.state.work.conditions(task, one, opposing), options)


def _opposing(desk: Desk, task: Task, one: Side) -> int | None:
    """The dice of the other side, where the book makes them the difficulty."""
    if not task.is_contest or not desk.system.tasks.opposes:
        return None
    other = next(side for side in task.sides if side.character != one.character)
    character = Character.objects.filter(series=desk.series, pk=int(other.character)).first()
    if character is None or not other.traits:
        return None
    character.series = desk.series
    sheet: Any = character.parsed_sheet()
    request: Any = decode(desk.system.rolls.request, read_traits(desk.system, sheet, other.traits))
    dice: int = desk.system.rolls.pool(sheet, request, series_options(desk.system, desk.series)).dice
    return dice


def help_task(desk: Desk, move: moves.HelpTask) -> Sequence[Event]:
    """Help with a task: with a roll where the book wants one, else by joining in."""
    task, character = desk.state.work.task(move.task), desk.get_character(move.character)
    index = task.helper_of(str(character.pk))
    check_turn(task, str(character.pk))
    helper, rules = task.helpers[index], desk.system.tasks
    if move.declines:
        return [TaskHelped(add_help(task, index, 0, "declined"), index, audience=_audience(task))]
    if rules.help is None:
        raise IllegalMove("no_help", "This book has no help of that kind.")
    # Where nobody rolls to help, it is the Ability of the task itself that the helper needs.
    asked = helper if helper.traits or rules.help_rolls else replace(helper, traits=task.sides[0].traits)
    request = prepare_request(desk, task, asked, character, move.request)
    sheet: Any = character.parsed_sheet()
    if not rules.help_rolls:
        joined = add_help(task, index, rules.help(sheet, request, None), "joined")
        return [TaskHelped(joined, index, audience=_audience(task))]
    thrown = throw(desk, character, request)
    after = add_help(task, index, rules.help(sheet, request, thrown.roll), thrown.roll.outcome)
    return [TaskHelped(after, index, encode(thrown.roll), thrown.changes, audience=_audience(task)), *thrown.after]


def look_first(desk: Desk, move: moves.LookFirst) -> Sequence[Event]:
    """Look before the leap: a success tells the difficulty to the character's owner."""
    task, character = desk.state.work.task(move.task), desk.get_character(move.character)
    index = task.side_of(str(character.pk))
    check_turn(task, str(character.pk))
    side, look = task.sides[index], desk.system.tasks.look
    if look is None or not task.hidden:
        raise IllegalMove("nothing_hidden", "There is no hidden difficulty to look for.")
    if side.looked:
        raise IllegalMove("looked", f"{side.name} has looked already.")
    if not side.traits:
        raise IllegalMove("no_traits", "The Storyteller has not said what will be rolled.")
    traits = read_traits(desk.system, character.parsed_sheet(), side.traits)
    asked: Any = decode(desk.system.rolls.request, traits)
    options = series_options(desk.system, desk.series)
    roll = desk.system.rolls.roll(character.parsed_sheet(), look(asked), desk.roller, options)
    after = with_side(task, index, looked=True, knows=roll.outcome in SUCCESSES)
    return [TaskLooked(after, index, encode(roll), audience=_audience(task))]


# --- the Storyteller's hand


def interrupt_task(desk: Desk, move: moves.InterruptTask) -> Sequence[Event]:
    """Let an interval pass that brings nothing."""
    desk.require_storyteller()
    task = desk.state.work.task(move.task)
    index = task.side_of(move.character)
    return [TaskInterrupted(interrupt(task, index), index, audience=_audience(task))]


def reveal(desk: Desk, move: moves.RevealTask) -> Sequence[Event]:
    """Tell a hidden difficulty, and with it how the roll came out."""
    desk.require_storyteller()
    task = reveal_task(desk.state.work.task(move.task))
    return [TaskRevealed(task, audience=_audience(task))]


def rule_task(desk: Desk, move: moves.RuleTask) -> Sequence[Event]:
    """Set how far somebody has come, for a reason."""
    desk.require_storyteller()
    task = desk.state.work.task(move.task)
    index = task.side_of(move.character)
    was = task.sides[index].total
    ruled = rule_total(task, index, move.total)
    return [TaskRuled(ruled, index, was, _reason(move.reason), audience=_audience(task))]


def end(desk: Desk, move: moves.EndTask) -> Sequence[Event]:
    """Break a task off."""
    desk.require_storyteller()
    task = end_task(desk.state.work.task(move.task))
    return [TaskEnded(task, _reason(move.reason), audience=_audience(task))]


def _reason(text: str) -> str:
    if len(text) > MAX_REASON:
        raise BadInput("long_text", f"A reason has at most {MAX_REASON} characters.", key="reason")
    return text.strip()


# --- stunts


def award_stunt(desk: Desk, move: moves.AwardStunt) -> Sequence[Event]:
    """Award a stunt for the next roll, or reward one that was rolled; a rating of 0 takes a claim or an award back."""
    desk.require_storyteller()
    rules = desk.system.tasks.stunts
    if rules is None:
        raise IllegalMove("no_stunts", "This book has no stunts.")
    character = desk.get_character(move.character)
    known = _known_stunt(desk, move, character)
    lowest = 0 if known else 1
    if not lowest <= move.rating <= rules.highest:
        raise BadInput("out_of_range", f"A stunt is rated {lowest} to {rules.highest}.", key="rating")
    if known and not move.rating:
        return [StuntChanged(replace(known, state="done"), refused=True, audience=())]
    if known and known.state == "earned":
        raise IllegalMove("judged", "That stunt was judged; its reward is still to be chosen.")
    fresh = known or Stunt(desk.state.work.next_id, str(character.pk), character.name, move.rating, "awarded")
    stunt = replace(fresh, rating=move.rating)
    if move.after or stunt.state == "claimed":
        return [reward_stunt(desk, character, stunt)]
    return [StuntChanged(stunt, audience=audience_for(character))]


def _known_stunt(desk: Desk, move: moves.AwardStunt, character: Character) -> Stunt | None:
    """The stunt that the move is about: the one it names, or the one awarded for the next roll already."""
    if not move.claim:
        return None if move.after else find_award(desk, character)
    stunt = desk.state.work.stunt(move.claim)
    if stunt.character != str(character.pk):
        raise IllegalMove("no_stunt", "There is no such stunt here any more.")
    return stunt


def take_reward(desk: Desk, move: moves.TakeReward) -> Sequence[Event]:
    """Choose what a stunt earns."""
    stunt = desk.state.work.stunt(move.stunt)
    if not desk.seat.controls(stunt.character) or stunt.state != "earned":
        raise IllegalMove("no_stunt", "There is no such stunt here any more.")
    return [pay_reward(desk, desk.get_character(stunt.character), stunt, move.choice)]
