"""Strike numbers that counted at once: the result is worked out again, from the dice that have fallen (2E-674)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from campaigns.models import Membership, User
from play.commands.context import CommandContext
from play.commands.fight import run_moves
from play.commands.moves import StrikeNumbers
from play.commands.proposals import MADE, decode_move, without_numbers
from play.commands.rewind import carry_out, find_command, plan_steps
from play.commands.standing_orders.carry_out import Act
from play.models import Command
from play.table.events import NO_STEP, Fought, decode_event
from play.table.history import is_effective, state_at, table_spans
from play.table.people import seat_of
from play.table.proposals import NumbersCounted, NumbersStruck
from play.table.state import TableState, fold
from rules.battle import STORYTELLER, Event, Seat
from rules.codec import decode
from rules.dice import Roller
from rules.errors import IllegalMove, RulesError
from rules.text import Text

LATER = Text("More has happened since. Undo to that entry instead.")
MAX_LATER = 40
"""The most later commands that are made again."""


class ReusedRoller:
    """Rolls the dice that have fallen before, throw by throw; what they do not have falls from another roller.

    Of a throw that is smaller now, the first dice count.
    """

    def __init__(self, throws: Sequence[Sequence[int]], fresh: Roller) -> None:
        self._throws, self._fresh = list(throws), fresh

    def roll(self, count: int) -> tuple[int, ...]:
        """Return `count` faces."""
        if not count:
            return ()
        known = tuple(self._throws.pop(0)[:count]) if self._throws else ()
        return known if len(known) == count else (*known, *self._fresh.roll(count - len(known)))


def strike_numbers(context: CommandContext, move: StrikeNumbers) -> Sequence[Event]:
    """Take the numbers of an entry back, and make its move again without them, with all that came of it."""
    context.require_storyteller()
    command = find_command(context.table, STORYTELLER, move.entry)
    counted = _find_counted(context, command)
    later = _list_later(context, command)
    plan = plan_steps(context.table, command.first)
    events = [
        *carry_out(context, plan),
        NumbersStruck(counted.name, context.name, counted.numbers, audience=counted.audience),
    ]
    state = state_at(context.system, context.table, plan.to)
    try:
        for act in _make_again(context, command, counted, later, state):
            context.acts.append(act)
    except RulesError as refusal:
        raise IllegalMove("changed_since", LATER) from refusal
    return events


def _find_counted(context: CommandContext, command: Command) -> NumbersCounted:
    found = (decode_event(context.system, stored) for stored in _load_events(context, command))
    counted = next((event for event in found if isinstance(event, NumbersCounted)), None)
    if counted is None:
        raise IllegalMove("nothing_counted", Text("That entry has no numbers to remove."))
    return counted


def _load_events(context: CommandContext, command: Command) -> Sequence[Any]:
    entries = context.table.entries.filter(number__gte=command.first, number__lte=command.last)
    return list(entries.order_by("number").values_list("event", flat=True))


def _list_later(context: CommandContext, command: Command) -> Sequence[Command]:
    """Return the commands after one that still count. Raises `IllegalMove` where they cannot be made again."""
    spans = table_spans(context.table, context.table.number)
    rows = Command.objects.filter(table=context.table.pk, first__gt=command.last).select_related("user")
    later = [follower for follower in rows.order_by("first")[: MAX_LATER + 1] if is_effective(spans, follower.first)]
    if len(later) > MAX_LATER:
        raise IllegalMove("changed_since", LATER)
    return later


def _make_again(
    context: CommandContext, command: Command, counted: NumbersCounted, later: Sequence[Command], state: TableState
) -> Iterator[Act]:
    """Yield the move without its numbers, and the later commands: words as they were, moves of the fight made again."""
    granted = frozenset(number.name for number in counted.numbers)
    move = without_numbers(decode_move(counted.move), counted.numbers)
    now = _open(context, state, command.user, command, granted)
    events = MADE[type(move)](now, move)
    yield Act(now, events, is_own=command.user is not None)
    state = fold(context.system, state, events)
    for follower in later:
        now = _open(context, state, follower.user, follower)
        events = _repeat(now, follower)
        if events:
            yield Act(now, events, is_own=follower.user is not None)
        state = fold(context.system, state, events)


def _repeat(now: CommandContext, command: Command) -> Sequence[Event]:
    """Return the events of a later command, on the table as it is without the numbers."""
    stored = _load_events(now, command)
    if all(row["kind"] in NO_STEP for row in stored):
        return [decode_event(now.system, row) for row in stored]
    if not command.made or any(row["kind"] not in (*NO_STEP, Fought.__name__) for row in stored):
        raise IllegalMove("changed_since", LATER)
    events: list[Event] = []
    for made in command.made:
        seat = now.system.battle.replay_seat(made["move"], decode(Seat, made["seat"]))
        step = replace(now, seat=seat, state=fold(now.system, now.state, events))
        events += run_moves(step, [made["move"]])
    return events


def _open(
    context: CommandContext,
    state: TableState,
    user: User | None,
    command: Command,
    granted: frozenset[str] = frozenset(),
) -> CommandContext:
    """Return the context of the person who made a command, with the dice that fell in it."""
    members = Membership.objects.select_related("user", "series")
    member = members.filter(series=context.series, user=user).first() if user else None
    seat = replace(seat_of(member, context.scene), granted=granted) if member else context.seat
    now = replace(
        context,
        membership=member or context.membership,
        seat=seat,
        state=state,
        made=[],
        thrown=[],
        afterwards=[],
        counted=[],
        acts=[],
    )
    throws = [throw["dice"] for throw in command.thrown] or [made["dice"] for made in command.made]
    return replace(now, given=ReusedRoller(throws, now.roller))
