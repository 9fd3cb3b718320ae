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
    context: CommandContext, seconds: int, activity_key: str, *, busy: Collection[int] = (), work: str = ""
) -> TimePassed:
    """Return the event of time that passes.

    Whole days of it are spent in the activity of this key, as a downtime that is published once the command is
    written, so that what the command changes on sheets comes first. Without an activity only the clock moves. `busy`:
    the keys of the characters who do the `work` in that time.
    """
    days, left = split_days(seconds)
    if not activity_key or not days:
        return TimePassed(seconds)
    seed = new_seed()
    label = next(activity.label for activity in context.system.recovery.activities if activity.key == activity_key)
    passed = TimePassed(left, days, label, mark_of(seed))
    context.afterwards.append(partial(_spend, context, passed, activity_key, seed, busy, work))
    return passed


def check_days(seconds: int) -> None:
    """Raise `IllegalMove` if this time cannot be spent in any way."""
    days, _left = split_days(seconds)
    if not days:
        refusal = Text(
            "You can only spend whole days on rest or life as usual. Let a day pass, or choose “Nothing else happens”."
        )
        raise IllegalMove("too_short", refusal)
    if days > MAX_DAYS:
        raise IllegalMove("too_long", Text("Up to {n} days can pass at once. Plan a downtime for more.", n=MAX_DAYS))


def _spend(
    context: CommandContext, passed: TimePassed, activity_key: str, seed: str, busy: Collection[int], work: str
) -> None:
    """Spend the days, and let the rest of the time pass after them: a rewind goes the other way round."""
    series = context.hold_record()
    try:
        live_days(series, passed.days, activity_key, context.scene.episode, busy=busy, work=work, seed=seed)
    except Refused as refusal:
        raise IllegalMove("not_lived", word(refusal.sentence)) from refusal
    pass_time(series, passed.seconds)
