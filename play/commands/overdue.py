"""What the table itself does for people who have not answered or acted in time."""

import logging
import uuid
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from django.db import DatabaseError, transaction
from django.utils import timezone

from campaigns.models import NoticeKind, Scene
from campaigns.notices.services import notify
from campaigns.sessions.absences.services import acts_as_usual
from campaigns.sessions.working_time import list_responsible
from play.commands.context import CommandContext, open_own_context
from play.commands.group_orders import make_move
from play.commands.moves import BattleMove
from play.commands.playing import find_playing_of, try_tactic
from play.commands.submit import Answer, lock_table, write_events, write_left_ahead
from play.commands.waits import MISSED, address_of, lengthen, notice_key
from play.models import Table, Wait, WaitKind
from play.table.events import AnswerTaken, RollMissed, TurnMissed, say_missed
from play.table.playing import Playing
from rules.battle import STORYTELLER, Audience, Event, Seat
from rules.defaults import default_answer, fill_form
from rules.dice import Roller
from rules.forecast.seats import Call, find_tactic, seat_of
from rules.text import Text
from rules.view import BattleView

logger = logging.getLogger(__name__)


def answer_overdue(scene_id: int, roller: Roller | None = None) -> Answer | None:
    """Do what is overdue at a table: in a live scene the answer to the first prompt, in one by post the first wait.

    Return None if there is nothing. Of two processes that ask, one does it.
    """
    with transaction.atomic():
        scene = Scene.objects.select_related("episode__story__series__owner").get(pk=scene_id)
        table = lock_table(scene)
        now = timezone.now()
        if table.due_at is None or table.due_at > now:
            return None
        context = open_own_context(scene, table, roller)
        events: Sequence[Event] = ()
        if scene.is_open and (answer := write_left_ahead(context)):
            return answer
        if scene.is_open and context.state.post and (later := lengthen(context, now)):
            Table.objects.filter(pk=table.pk).update(due_at=later)
            return None
        if scene.is_open:  # nobody acts in a closed scene
            events = _act_for_late(context, now) if context.state.post else _try(context, _answer_first)
        if not events:  # where the book has no default, a person must decide
            Table.objects.filter(pk=table.pk).update(due_at=None)
            return None
        return write_events(context, uuid.uuid4(), None, events)


def put_off(wait: Wait) -> bool:
    """Move the deadline of a wait on by what people have set since, as `lengthen` does. Return whether it is later.

    Call it inside a transaction.
    """
    before = wait.due_at
    if before is None:
        return False
    scene = Scene.objects.select_related("episode__story__series__owner").get(pk=wait.table.scene_id)
    table = lock_table(scene)
    if first := lengthen(open_own_context(scene, table), before):
        Table.objects.filter(pk=table.pk).update(due_at=first)
    wait.refresh_from_db(fields=["due_at"])
    return wait.due_at != before


def list_overdue() -> list[int]:
    """Return the open scenes by post at which somebody is late now, the longest overdue first."""
    late = Wait.objects.filter(ended_at=None, due_at__lte=timezone.now(), table__scene__closed_at=None)
    return list(dict.fromkeys(late.order_by("due_at").values_list("table__scene", flat=True)))


def _act_for_late(context: CommandContext, now: datetime) -> Sequence[Event]:
    """Return the events of what the table does for the first who is late, and note that it was missed.

    Where it can do nothing, the Storyteller is notified, and the wait goes on without a deadline.
    """
    wait = context.table.waits.filter(ended_at=None, due_at__lte=now).order_by("due_at", "pk").first()
    if wait is None:
        return ()
    context.table.waits.filter(pk=wait.pk).update(missed=True, due_at=None)
    if wait.kind != WaitKind.ROLL and (events := _try(context, partial(_act_for, wait=wait))):
        return events
    missed = _make_missed(context, wait)
    key, tellers = notice_key(wait, MISSED), list_responsible(context.series, None, now)
    notify(NoticeKind.DEADLINE, context.series, tellers, key, say_missed(missed), address_of(wait))
    return [missed]


def _make_missed(context: CommandContext, wait: Wait) -> TurnMissed | RollMissed:
    """Return the event that nothing is done. Of a roll, its own player learns it, as others may not know who rolls."""
    if wait.kind == WaitKind.ROLL:
        return RollMissed(wait.name, audience=(wait.rolling,))
    return TurnMissed(wait.name, audience=_audience(context, wait.combatant))


def _try(context: CommandContext, find: Callable[[CommandContext], Sequence[Event]]) -> Sequence[Event]:
    """Return the events that `find` returns; none where the rules have something against them."""
    try:
        with context.dice.trial():
            return find(context)
    except DatabaseError:
        raise
    except Exception:  # without this, it would fail again at every check
        logger.exception("nobody can be acted for in scene %s", context.scene.pk)
        context.made.clear()
        context.thrown.clear()
        return ()


def _act_for(context: CommandContext, wait: Wait) -> Sequence[Event]:
    """Return the events of the answer or the turn that is missing. Raises what the rules have against it."""
    if wait.kind == WaitKind.ANSWER:
        return _answer(context, wait.subject)
    return _act_as_usual(context, wait) or _pass(context, wait)


def _act_as_usual(context: CommandContext, wait: Wait) -> Sequence[Event]:
    """Return the events of what a combatant does as usual that plays itself, or whose player is away and chose that.

    None for others, and where the rules refuse it.
    """
    playing = find_playing_of(context, wait.subject)
    if playing is None and wait.user_id is not None and acts_as_usual(context.series, wait.user_id, timezone.now()):
        playing = Playing(wait.subject, find_tactic(context.system, "").key)
    if playing is None:
        return ()
    own = replace(context, seat=seat_of(context.state.battle, wait.subject))
    made = try_tactic(own, Call(wait.subject), playing)
    if isinstance(made, Text):
        return ()
    tactic = find_tactic(context.system, playing.tactic)
    return [TurnMissed(wait.name, tactic=tactic.name, audience=_audience(context, wait.subject)), *made]


def _answer_first(context: CommandContext) -> Sequence[Event]:
    pending = _view(context)["pending"]
    return _answer(context, pending[0]["id"]) if pending else ()


def _answer(context: CommandContext, prompt: str) -> Sequence[Event]:
    """Return the events of the default answer to a prompt; none where the book has no answer."""
    asked = next((shown for shown in _view(context)["pending"] if shown["id"] == prompt), None)
    answer = asked and default_answer(context.system.battle.offer(context.state.battle, STORYTELLER), prompt)
    if asked is None or answer is None:
        return ()
    taken = AnswerTaken(asked["name"], audience=_audience_of_prompt(context, prompt, asked["who"]))
    return [taken, *make_move(context, BattleMove(answer))]


def _pass(context: CommandContext, wait: Wait) -> Sequence[Event]:
    """Return the events of the mildest action of a turn; none where the book has none."""
    found = context.system.battle.pass_turn(context.state.battle, wait.subject)
    if found is None:
        return ()
    mild, offer = found
    passed = TurnMissed(wait.name, offer.label, mild.rule, audience=_audience(context, wait.subject))
    return [passed, *make_move(context, BattleMove(fill_form(offer)))]


def _view(context: CommandContext, seat: Seat = STORYTELLER) -> BattleView:
    view: BattleView = context.system.battle.view(context.state.battle, seat)
    return view


def _audience_of_prompt(context: CommandContext, prompt: str, who: str) -> Audience:
    """Return who may know that this prompt was waited for: everybody, or those who saw it."""
    if any(seen["id"] == prompt for seen in _view(context, Seat())["pending"]):
        return None
    return _private_to(context, who)


def _audience(context: CommandContext, who: str) -> Audience:
    """Return who may know that a combatant did not act: everybody, if all see that it is its turn."""
    there = _view(context, Seat())["combatants"]
    return None if any(seen["id"] == who and seen["acts_now"] for seen in there) else _private_to(context, who)


def _private_to(context: CommandContext, who: str) -> Audience:
    there = _view(context)["combatants"]
    return tuple(combatant["character"] for combatant in there if combatant["id"] == who and combatant["character"])
