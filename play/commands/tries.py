"""Trying again with a roll of the pad or in a fight: the table counts what failed before, as tasks do."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.utils import timezone

from campaigns.models import Character
from play.commands.context import CommandContext
from play.table.events import Fought, Tried
from rules.battle import Audience, Event, Move
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
    """Return the title under which the tries of a request are counted."""
    return _name_traits(str(getattr(request, key)) for key in context.system.tasks.spoken.traits)


def _name_traits(traits: Iterable[str]) -> str:
    return PAD + " + ".join(filter(None, traits))


def with_fight_tries(context: CommandContext, battle: Any, move: Move) -> Move:
    """Return a move of the fight with the failed tries of the same deed in this scene."""

    def count(character: str, traits: tuple[str, ...]) -> int:
        return context.state.work.failures(character, _name_traits(traits))

    return context.system.battle.count_tries(battle, move, count)


def wrap_fought(context: CommandContext, event: Event) -> Fought:
    """Return an event of the fight as the table keeps it, with what is remembered of a try."""
    found = context.system.battle.find_try(event)
    if found is None:
        return Fought(event, audience=event.audience)
    tried = Tried(_name_traits(found.traits), _now_in_milliseconds(), found.failed, found.again)
    return Fought(event, tried=tried, character=found.character, audience=event.audience)


def _now_in_milliseconds() -> int:
    return int(timezone.now().timestamp() * 1000)


def note_try(context: CommandContext, request: Any, roll: Roll, audience: Audience) -> Tried | None:
    """Return what the table remembers of a roll. Of one that the Storyteller keeps secret it remembers nothing."""
    if not context.system.tasks.attempts or audience == ():
        return None
    return Tried(name_try(context, request), _now_in_milliseconds(), roll.outcome not in SUCCESSES, request.retry)
