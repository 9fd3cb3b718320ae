"""The table itself gives the book's default answer for people who have not answered in time."""

import logging
import uuid

from django.db import DatabaseError, transaction
from django.utils import timezone

from campaigns.models import Membership, Role, Scene
from play.commands.context import CommandContext
from play.commands.follow import follow_orders
from play.commands.moves import BattleMove
from play.commands.orders import make_move
from play.commands.submit import Answer, lock_table, write_events
from play.models import Table
from play.table.events import AnswerTaken
from play.table.newest import load_state
from rules import get_system
from rules.battle import STORYTELLER, Audience, Event, Seat
from rules.defaults import default_answer
from rules.dice import Roller, SystemRoller
from rules.view import PendingView

logger = logging.getLogger(__name__)


def answer_overdue(scene_id: int, roller: Roller | None = None) -> Answer | None:
    """Answer the prompt that has waited too long.

    Return None if there is none. Of two processes that ask, one answers.
    """
    with transaction.atomic():
        scene = Scene.objects.select_related("episode__story__series__owner").get(pk=scene_id)
        table = lock_table(scene)
        if table.due_at is None or table.due_at > timezone.now():
            return None
        context = _open_context(scene, table, roller or SystemRoller())
        events = _answer(context) if scene.is_open else []
        if not events:  # nobody acts in a closed scene; where the book has no default, a person must decide
            Table.objects.filter(pk=table.pk).update(due_at=None)
            return None
        answer = write_events(context, uuid.uuid4(), None, events)
        follow_orders(context, events, write_events)
        return answer


def _answer(context: CommandContext) -> list[Event]:
    """Return the events of the default answer; none where the book has no answer or it cannot be given."""
    try:
        return _find_answer(context)
    except DatabaseError:
        raise
    except Exception:  # without this, it would fail again at every check
        logger.exception("the default answer of scene %s cannot be given", context.scene.pk)
        return []


def _find_answer(context: CommandContext) -> list[Event]:
    """Return the events of the default answer to the first prompt. Raises what the rules have against it."""
    battle, state = context.system.battle, context.state.battle
    prompt = next(iter(battle.view(state, STORYTELLER)["pending"]), None)
    answer = prompt and default_answer(battle.offer(state, STORYTELLER), prompt["id"])
    if prompt is None or answer is None:
        return []
    answered = make_move(context, BattleMove(answer))
    return [AnswerTaken(prompt["name"], audience=_audience(context, prompt)), *answered]


def _open_context(scene: Scene, table: Table, roller: Roller) -> CommandContext:
    """Return a context without a person: it has the Storyteller's rights and the owner's name."""
    series = scene.series
    system = get_system(series.system)
    owner = Membership(series=series, user=series.owner, role=Role.STORYTELLER)
    return CommandContext(system, series, scene, table, owner, STORYTELLER, load_state(system, table), roller)


def _audience(context: CommandContext, prompt: PendingView) -> Audience:
    """Return who may know that this prompt was waited for: everybody, or those who saw it."""
    battle, state = context.system.battle, context.state.battle
    if any(seen["id"] == prompt["id"] for seen in battle.view(state, Seat())["pending"]):
        return None
    there = battle.view(state, STORYTELLER)["combatants"]
    return tuple(who["character"] for who in there if who["id"] == prompt["who"] and who["character"])
