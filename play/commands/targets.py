"""The target of a roll from the pad: a trait of its sheet is taken from the pool (WD-335)."""

from typing import Any

from campaigns.models import Character
from play.commands.context import CommandContext
from play.commands.figures import compute_sheet
from play.commands.tasks.influence import find_target
from rules.errors import IllegalMove
from rules.text import Text


def find_aimed(context: CommandContext, request: Any) -> Character | None:
    """Return the target of a request, none where it has none. Refuses one of whom the seat may not know."""
    if context.system.rolls.target is None or not request.target:
        return None
    return find_target(context, request.target)


def oppose(context: CommandContext, request: Any, target: Character | None) -> Any:
    """Return the request with the trait of its target, read from the figures that count now."""
    rules = context.system.rolls.target
    if rules is None or target is None:
        return request
    return rules.oppose(compute_sheet(context.system, context.state, target), request)


def preview_opposed(context: CommandContext, request: Any) -> Any:
    """Return the request with the trait of its target. Refused to those who may not read that sheet."""
    target = find_aimed(context, request)
    if target is not None and not context.seat.controls(str(target.pk)):
        raise IllegalMove("unknown_odds", Text("Only the Storyteller knows what {who} resists with.", who=target.name))
    return oppose(context, request, target)
