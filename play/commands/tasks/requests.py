"""The request of a roll at a task: what was posted, the task's traits and its conditions."""

from collections.abc import Mapping
from typing import Any

from campaigns.models import Character
from play.commands.context import CommandContext
from play.commands.figures import compute_sheet
from play.commands.roll_meaning import parse_traits
from play.commands.tasks.influence import prepare
from play.table.state import series_options
from rules.battle import Json, Move
from rules.codec import decode
from rules.tasks import Helper, Side, Task


def parse_request(
    context: CommandContext,
    task: Task,
    part: Side | Helper,
    character: Character,
    posted: Mapping[str, Json],
    *,
    blind: bool = False,
    opposing: int | None = None,
    made: Move | None = None,
) -> Any:
    """Return the system's request of a roll at a task: the posted values with the task's traits and conditions.

    `blind`: without what would tell the figures of those at whom influence is aimed. `opposing`: the dice of the other
    side, where they are the difficulty. `made`: the move that makes the roll now, so that who may say the values is
    checked. Raises `NeedsRuling`.
    """
    rules, options = context.system.tasks, series_options(context.system, context.series)
    sheet = compute_sheet(context.system, context.state, character)
    free = {key: value for key, value in posted.items() if key not in rules.decided}
    asked = {**free, **parse_traits(context.system, sheet, part.traits)}
    request: Any = decode(context.system.rolls.request, asked)
    if made is not None:
        context.check_request(request, made)
    prepared = rules.prepare(sheet, request, context.state.work.conditions(task, part, opposing), options)
    if task.influence is None:
        return prepared
    return prepare(context, task, sheet, prepared, blind=blind)
