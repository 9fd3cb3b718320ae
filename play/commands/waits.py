"""Whom a scene by post waits for and until when: rows that follow the state, in the transaction of each command."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Min
from django.urls import reverse
from django.utils import timezone

from campaigns.models import Character, Membership, NoticeKind, Role, Series
from campaigns.notices.services import notify, settle
from campaigns.sessions.deadlines import find_deadline
from campaigns.sessions.working_time import list_responsible, load_clock
from play.commands.context import CommandContext
from play.models import Wait, WaitKind
from play.table.playing import find_playing
from play.table.state import TableState
from play.table.waits import Waiting, list_open_to_all, list_waiting
from rules.battle import STORYTELLER
from rules.system import System
from rules.text import Text

NOTICES = {WaitKind.ANSWER: NoticeKind.ANSWER, WaitKind.TURN: NoticeKind.TURN, WaitKind.ROLL: NoticeKind.TURN}

MATTERS = NEAR, MISSED, NUDGED = "near", "missed", "nudged"


def follow_waits(context: CommandContext, state: TableState) -> datetime | None:
    """Write who is awaited once the table has this new state, and return the first deadline. Live scenes have none."""
    if state.post is None:
        if context.state.post is not None:
            end_waits(context.series, context.table.waits.filter(ended_at=None))
        return None
    wanted = {waiting.key: waiting for waiting in list_waiting(context.system, state)}
    there = list(context.table.waits.filter(ended_at=None))
    end_waits(context.series, [wait for wait in there if wait.key not in wanted])
    kept = [wait for wait in there if wait.key in wanted]
    is_new = context.state.post not in (None, state.post)
    again = [wait for wait in kept if is_new or _plays_itself(context.state, wait) != _plays_itself(state, wait)]
    _set_deadlines(context.series, again, state)
    known = {wait.key for wait in kept}
    begun = _begin_waits(context, state, [waiting for key, waiting in wanted.items() if key not in known])
    return min((wait.due_at for wait in (*kept, *begun) if wait.due_at), default=None)


def end_waits(series: Series, waits: Iterable[Wait]) -> None:
    """End these waits, and close their notices."""
    now = timezone.now()
    for wait in waits:
        Wait.objects.filter(pk=wait.pk).update(ended_at=now)
        for what in ("", *MATTERS):
            settle(series, notice_key(wait, what))


def notice_key(wait: Wait, what: str = "") -> str:
    """Return the key of the notices of a wait: that it has begun, or another of its `MATTERS`."""
    return f"wait {wait.pk} {what}".strip()


def _plays_itself(state: TableState, wait: Wait) -> bool:
    """Return whether the combatant that is awaited acts as usual at its deadline."""
    combatant = state.battle.find(wait.combatant) if state.battle is not None and wait.combatant else None
    return combatant is not None and find_playing(state.playing, combatant) is not None


def _begin_waits(context: CommandContext, state: TableState, wanted: list[Waiting]) -> list[Wait]:
    # Players cannot sit at a hidden scene: there, the Storyteller is awaited for everybody.
    characters = [] if context.scene.is_hidden else [waiting.character for waiting in wanted]
    players = _find_players(context.series, characters)
    seen = list_open_to_all(context.system, state)
    begun = [
        Wait(
            table=context.table,
            public=waiting.subject in seen,
            user_id=players.get(waiting.character),
            **{name: getattr(waiting, name) for name in ("kind", "key", "subject", "combatant", "name")},
        )
        for waiting in wanted
    ]
    _set_deadlines(context.series, begun, state)
    for wait in begun:
        notify_awaited(context.series, wait)
    return begun


def _find_players(series: Series, characters: Iterable[str]) -> dict[str, int]:
    """Return the players of these characters, by key. Spectators and those who have left are awaited for nothing."""
    keys = [int(key) for key in characters if key]
    if not keys:
        return {}
    owned = Character.objects.filter(series=series, pk__in=keys, owner__isnull=False).values_list("pk", "owner")
    playing = Membership.objects.filter(series=series, role=Role.PLAYER).values_list("user", flat=True)
    players = set(playing)
    return {str(key): owner for key, owner in owned if owner in players}


def _set_deadlines(series: Series, waits: Iterable[Wait], state: TableState) -> None:
    """Set the deadlines of these waits by the terms, counted from now, and store them."""
    for wait in waits:
        wait.counted_from = timezone.now()
        wait.due_at = _find_due(series, wait, state)
        wait.save()


def lengthen(context: CommandContext, until: datetime) -> datetime | None:
    """Move deadlines up to a moment on, by an absence or a rest which people have set since. None comes nearer.

    Return the first deadline if all are later than the moment then, or None.
    """
    state, due = context.state, context.table.waits.filter(ended_at=None, due_at__lte=until)
    if state.post is None:
        return None
    for wait in due:
        later = _find_due(context.series, wait, state)
        if later and wait.due_at and later > wait.due_at:
            wait.due_at = later
            wait.save(update_fields=["due_at"])
    first: datetime | None = context.table.waits.filter(ended_at=None).aggregate(Min("due_at"))["due_at__min"]
    return first if first and first > until else None


def _find_due(series: Series, wait: Wait, state: TableState) -> datetime | None:
    """Return the deadline of a wait by the terms. Storytellers have none.

    An absence gives no more time where the character acts as usual during it.
    """
    if state.post is None or wait.user_id is None:
        return None
    hours = state.post.turn_hours if wait.kind == WaitKind.TURN else state.post.answer_hours
    heeds_absences, is_fight = not _plays_itself(state, wait), bool(wait.combatant)
    clock = load_clock(series, wait.user_id, heeds_absences=heeds_absences, is_fight=is_fight)
    return find_deadline(wait.counted_from, hours, clock)


def notify_awaited(series: Series, wait: Wait) -> None:
    """Tell those who can do what is awaited. Once told, they are not told again."""
    users = list_responsible(series, wait.user_id, timezone.now())
    kind, words = NOTICES[WaitKind(wait.kind)], say_wait(wait)
    notify(kind, series, users, notice_key(wait), words, address_of(wait), due_at=wait.due_at)


def say_wait(wait: Wait) -> Text:
    """Return in a sentence what somebody is awaited for. It is for those who act for the combatant."""
    match wait.kind:
        case WaitKind.ANSWER:
            return Text("{who} has to answer.", who=wait.name)
        case WaitKind.TURN:
            return Text("It is {who}’s turn.", who=wait.name)
    return Text("“{title}” is waiting for a roll.", title=wait.name)


def address_of(wait: Wait) -> str:
    """Return the place at the table where what is awaited is done."""
    part = "tasks" if wait.kind == WaitKind.ROLL else "mine"
    return f"{reverse('table', args=[wait.table.scene_id])}#{part}"


def awaited(system: System, state: TableState) -> tuple[str, ...]:
    """Return the prompts that wait for a combatant's answer; none while the fight is paused or the card is out."""
    if state.battle is None or state.paused or state.card:
        return ()
    pending = system.battle.view(state.battle, STORYTELLER)["pending"]
    return tuple(prompt["id"] for prompt in pending if prompt["who"])


def next_due(context: CommandContext, state: TableState) -> datetime | None:
    """Return when the table of this new state has waited long enough. What waited before gets no more time."""
    if state.post is not None or context.state.post is not None:
        due = follow_waits(context, state)
        if state.post is not None:
            return due
    wait = context.series.prompt_seconds
    if not wait:
        return None
    prompts = awaited(context.system, state)
    if not prompts:
        return None
    if context.table.due_at and prompts == awaited(context.system, context.state):
        return context.table.due_at
    return timezone.now() + timedelta(seconds=wait)
