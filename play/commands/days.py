"""In-world time that passes at the table, and how everybody who is played spends the whole days of it."""

from collections.abc import Collection
from functools import partial

from campaigns.chronicle.clock import pass_time
from campaigns.core.refusals import Refused
from campaigns.downtime.living import MAX_DAYS, live_days, mark_of, split_days
from play.commands.context import CommandContext
from play.table.events import TimePassed
from rules.errors import IllegalMove
from rules.fair import new_seed
from rules.text import Text, word


def let_pass(
    context: CommandContext, seconds: int, way: str, *, busy: Collection[int] = (), work: str = ""
) -> TimePassed:
    """Return the event of time that passes.

    Whole days of it are spent in this `way`, as a downtime that is published once the command is written, so that what
    the command changes on sheets comes before them. Without a way nothing but the clock moves. `busy`: the keys of the
    characters who do the `work` meanwhile.
    """
    days, left = split_days(seconds)
    if not way or not days:
        return TimePassed(seconds)
    seed = new_seed()
    label = next(one.label for one in context.system.recovery.activities if one.key == way)
    passed = TimePassed(left, days, label, mark_of(seed))
    context.afterwards.append(partial(_spend, context, passed, way, seed, busy, work))
    return passed


def check_days(seconds: int) -> None:
    """Raise `IllegalMove` if this time cannot be spent in any way."""
    days, _left = split_days(seconds)
    if not days:
        told = Text("Only whole days are spent in rest or as usual. Let a day pass, or choose that nothing happens.")
        raise IllegalMove("too_short", told)
    if days > MAX_DAYS:
        raise IllegalMove("too_long", Text("Up to {n} days pass at once. Plan a downtime for more.", n=MAX_DAYS))


def _spend(context: CommandContext, passed: TimePassed, way: str, seed: str, busy: Collection[int], work: str) -> None:
    """Spend the days, and let the rest of the time pass after them: a rewind goes the other way round."""
    series = context.hold_record()
    try:
        live_days(series, passed.days, way, context.scene.episode, busy=busy, work=work, seed=seed)
    except Refused as refusal:
        raise IllegalMove("not_lived", word(refusal.sentence)) from refusal
    pass_time(series, passed.seconds)
