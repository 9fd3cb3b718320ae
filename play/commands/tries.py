"""Trying again with a roll of the pad: the table counts what failed before, as tasks do."""

from dataclasses import replace
from typing import Any

from django.utils import timezone

from campaigns.models import Character
from play.commands.context import CommandContext
from play.table.events import Tried
from rules.battle import Audience
from rules.roll import Roll
from rules.tasks import SUCCESSES

PAD = "roll: "
"""What the titles of such tries begin with, so that no task has one."""


def with_attempt(context: CommandContext, character: Character, request: Any) -> Any:
    """Return the request with the number of its attempt, if it tries again what failed with the same traits."""
    most = context.system.tasks.attempts
    if not most or not request.retry:
        return request
    failures = context.state.work.failures(str(character.pk), name_try(context, request))
    if hasattr(request, "failures"):
        return replace(request, failures=min(most - 1, max(1, request.failures, failures)))
    return replace(request, attempt=min(most, max(2, request.attempt, failures + 1)))


def name_try(context: CommandContext, request: Any) -> str:
    """Return the title under which the tries of these traits are counted."""
    return PAD + " + ".join(filter(None, (str(getattr(request, key)) for key in context.system.tasks.spoken.traits)))


def note_try(context: CommandContext, request: Any, roll: Roll, audience: Audience) -> Tried | None:
    """Return what the table remembers of a roll. Of one that the Storyteller keeps secret it remembers nothing."""
    if not context.system.tasks.attempts or audience == ():
        return None
    at = int(timezone.now().timestamp() * 1000)
    return Tried(name_try(context, request), at, roll.outcome not in SUCCESSES, request.retry)
