"""Gathering what seats may see of a table into `Board`s. Reads only; every list here is filtered for the seat.

One `TableFacts` is read per drawing and shared by all seat classes; the log, whose entries never change, is read
once per process and seat class and then only continued.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from threading import Lock
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse

from campaigns.access import get_seat, get_seats, is_storyteller
from campaigns.markdown import render_markdown
from campaigns.models import Character, Membership, Role, Scene
from play.board import Board, CastMember, LogLine, Place, RollOffer
from play.events import Said, decode_event, view_event
from play.kept import Kept
from play.models import Entry, Hearer, Table
from play.services.commands import Record, load_state, recent
from play.services.history import Span, is_effective, table_spans
from play.services.rewind import plan_rewind
from play.state import TableState
from rules import get_system
from rules.battle import STORYTELLER, Field, Seat
from rules.system import System
from rules.view import BattleView, EventView

LOG_LINES = 60
"""How many of the newest entries the live page shows."""
PREVIEW_LINES = 12
"""How many lines a rewind's preview names."""

SeatClass = tuple[Seat, bool]
"""A seat, and whether it is a spectator's: all that sit alike see the same drawing."""


@dataclass(frozen=True, slots=True)
class TableFacts:
    """What a drawing needs from the database, read once for all seats."""

    scene: Scene
    system: System
    table: Table
    state: TableState
    spans: list[Span]
    """The stretches of the log that still count."""
    characters: tuple[Character, ...]
    """Everybody of the series, without their sheets."""


def read_facts(scene_id: int) -> TableFacts:
    """Read a scene's table as it is now."""
    scene = _scene(scene_id)
    system = get_system(scene.series.system)
    table = Table.objects.filter(scene=scene).defer("state").first() or Table(scene=scene)
    characters = Character.objects.filter(series=scene.series).select_related("owner").defer("sheet", "notes")
    state = load_state(system, table) if table.pk else TableState()
    spans = table_spans(table, table.number) if table.pk else []
    return TableFacts(scene, system, table, state, spans, tuple(characters))


def read_seat_classes(scene_id: int, user_ids: Iterable[int]) -> dict[int, SeatClass]:
    """How these people sit at a scene now; whoever is missing may not see it (any more)."""
    scene = Scene.objects.select_related("episode__story__series").filter(pk=scene_id).first()
    if scene is None:
        return {}
    hidden = scene.hidden or scene.episode.hidden or scene.episode.story.hidden
    members = Membership.objects.filter(series=scene.series, user__in=list(user_ids), user__is_active=True)
    seats = get_seats(scene.series, members)
    return {
        member.user_id: (seats[member.user_id], member.role == Role.SPECTATOR)
        for member in members
        if is_storyteller(member) or not hidden
    }


def seat_class_of(membership: Membership) -> SeatClass:
    """How a member sits at the tables of the series."""
    return get_seat(membership), membership.role == Role.SPECTATOR


def may_watch(user: Any, scene_id: int) -> bool:
    """Whether a person may see a scene at all."""
    return user.pk in read_seat_classes(scene_id, [user.pk])


def read_names(scene_id: int, user_ids: Iterable[int]) -> list[str]:
    """The names of those of these people who are members, in order."""
    members = Membership.objects.filter(series=_scene(scene_id).series, user__in=list(user_ids))
    return sorted(members.values_list("user__username", flat=True))


def read_number(scene_id: int) -> int:
    """The number of the newest entry."""
    return Table.objects.filter(scene=scene_id).values_list("number", flat=True).first() or 0


def read_board(facts: TableFacts, seat_class: SeatClass) -> Board:
    """The table as one class of seats may see it: the same for everybody who sits alike."""
    (seat, spectator), scene, system, battle = seat_class, facts.scene, facts.system, facts.state.battle
    playing = scene.is_open and not spectator
    shown = None if battle is None else system.battle.view(battle, seat)
    count, log = _log(facts, seat)
    return Board(
        place=_place(scene, seat),
        number=facts.table.number,
        count=count,
        storyteller=seat.storyteller,
        spectator=spectator,
        characters=seat.characters,
        battle=shown,
        paused=facts.state.paused,
        offers=system.battle.legal_moves(battle, seat) if battle is not None and playing else (),
        rolls=_rolls(facts, seat) if playing else (),
        cast=_cast(facts, shown) if seat.storyteller else (),
        log=log,
        command_url=reverse("table_command", args=[scene.pk]),
        whispers={"storyteller": "the Storyteller"} if playing and not seat.storyteller else {},
    )


def _scene(scene_id: int) -> Scene:
    return Scene.objects.select_related("episode__story__series").get(pk=scene_id)


def _place(scene: Scene, seat: Seat) -> Place:
    series = scene.series
    return Place(
        scene=scene.pk,
        title=scene.title,
        series=series.name,
        series_url=reverse("series", args=[series.pk]),
        episode=scene.episode.title,
        notes_html=render_markdown(scene.notes),
        secret_notes_html=render_markdown(scene.secret_notes) if seat.storyteller else "",
        in_world_time=scene.in_world_time,
        is_open=scene.is_open,
    )


def _rolls(facts: TableFacts, seat: Seat) -> tuple[RollOffer, ...]:
    return tuple(
        RollOffer(str(character.pk), character.name, _roll_fields(facts.system, character))
        for character in facts.characters
        if seat.controls(str(character.pk))
    )


_fields: Kept[tuple[int, int], tuple[Field, ...]] = Kept(4096)


def _roll_fields(system: System, character: Character) -> tuple[Field, ...]:
    """The roll form of a sheet, made once per version of it."""
    key = (character.pk, character.version)
    return _fields.get_or_make(key, lambda: system.rolls.fields(system.sheets.parse(character.sheet)))


def _cast(facts: TableFacts, battle: BattleView | None) -> tuple[CastMember, ...]:
    there = {who["character"] for who in battle["combatants"]} if battle else set()
    return tuple(
        CastMember(
            character=str(character.pk),
            name=character.name,
            owner=character.owner.get_username() if character.owner else "",
            extra=character.extra,
            hidden=character.hidden,
            in_battle=str(character.pk) in there,
        )
        for character in facts.characters
    )


# --- the log


@dataclass(frozen=True, slots=True)
class _Line:
    """One record and its view for a seat. Its count follows from its place, and a later rewind may undo it."""

    record: Record
    view: EventView


@dataclass(slots=True)
class _SeatLog:
    """What a process remembers of a table's log for one seat: how far it has read, the count, the newest lines."""

    read_to: int = 0
    count: int = 0
    lines: deque[_Line] = field(default_factory=lambda: deque(maxlen=LOG_LINES))
    lock: Lock = field(default_factory=Lock)


@lru_cache(maxsize=1024)
def _seat_log(table_id: int, seat: Seat) -> _SeatLog:
    return _SeatLog()


def _log(facts: TableFacts, seat: Seat) -> tuple[int, tuple[LogLine, ...]]:
    """The seat's count of entries, and the newest of them, newest first."""
    table = facts.table
    if table.pk is None:
        return 0, ()
    kept = _seat_log(table.pk, seat)
    with kept.lock:
        _read_on(facts, seat, kept)
        lines = [line for line in kept.lines if line.record.number <= table.number]
        count = kept.count - (len(kept.lines) - len(lines))
    return count, tuple(
        LogLine(
            number=line.record.number,
            count=count - back,
            at=line.record.at,
            event=line.view,
            author=line.record.author,
            text=line.record.event.text if isinstance(line.record.event, Said) else "",
            undone=not is_effective(facts.spans, line.record.number),
        )
        for back, line in enumerate(reversed(lines))
    )


def _read_on(facts: TableFacts, seat: Seat, kept: _SeatLog) -> None:
    """Bring what is remembered up to the table's number; entries never change, so nothing is read twice."""
    table = facts.table
    if kept.read_to >= table.number:
        return
    if kept.read_to == 0:
        new: Sequence[Record] = _newest_records(facts, seat)
        kept.count = _count_entries(table, seat) - len(new)
    else:
        new = _records_after(facts, kept.read_to)
    for record in new:
        view = view_event(facts.system, record.event, seat)
        if view is not None:
            kept.lines.append(_Line(record, view))
            kept.count += 1
    kept.read_to = table.number


def _newest_records(facts: TableFacts, seat: Seat) -> list[Record]:
    """The newest entries in the seat's log, oldest first."""
    entries = visible_entries(facts.table, seat).filter(number__lte=facts.table.number).order_by("-number")[:LOG_LINES]
    return [_read_record(facts.system, entry) for entry in entries.select_related("command__user")][::-1]


def _records_after(facts: TableFacts, number: int) -> list[Record]:
    """Every entry after a number: from memory where this process wrote them itself."""
    table = facts.table
    wanted = range(number + 1, table.number + 1)
    known = [recent.get((table.pk, at)) for at in wanted]
    if None not in known:
        return [record for record in known if record is not None]
    entries = Entry.objects.filter(table=table, number__in=wanted).select_related("command__user").order_by("number")
    return [_read_record(facts.system, entry) for entry in entries]


def _read_record(system: System, entry: Entry) -> Record:
    """The record of an entry, decoded once for all seats."""

    def read() -> Record:
        author = entry.command.user
        name = author.get_username() if author else ""
        return Record(entry.number, entry.at, name, decode_event(system, entry.event))

    return recent.get_or_make((entry.table_id, entry.number), read)


@dataclass(frozen=True, slots=True)
class RewindPreview:
    """The lines that a rewind would strike out or bring back, newest first, and how many more there are."""

    gone: tuple[str, ...]
    back: tuple[str, ...]
    more: int


def preview_rewind(facts: TableFacts, entry: int) -> RewindPreview:
    """What taking an entry back would do to the Storyteller's log. Raises `IllegalMove` where it cannot be done."""
    plan = plan_rewind(facts.table, entry)
    gone, back = _told_lines(facts, plan.gone), _told_lines(facts, plan.back)
    return RewindPreview(gone[:PREVIEW_LINES], back[:PREVIEW_LINES], max(0, len(gone) + len(back) - PREVIEW_LINES))


def _told_lines(facts: TableFacts, numbers: frozenset[int]) -> tuple[str, ...]:
    entries = visible_entries(facts.table, STORYTELLER).filter(number__in=sorted(numbers)[-200:]).order_by("-number")
    records = (_read_record(facts.system, entry) for entry in entries.select_related("command__user"))
    views = (view_event(facts.system, record.event, STORYTELLER) for record in records)
    return tuple(view["line"] for view in views if view is not None)


def visible_entries(table: Table, seat: Seat) -> QuerySet[Entry]:
    """The entries that are lines in the seat's log."""
    entries = Entry.objects.filter(table=table, told=True)
    if seat == STORYTELLER:
        return entries
    heard = Hearer.objects.filter(table=table, number=OuterRef("number"), key__in=seat.characters)
    return entries.filter(Q(public=True) | Exists(heard))


def _count_entries(table: Table, seat: Seat) -> int:
    """How many entries are lines in the seat's log: costs the same however long the log is."""
    if seat == STORYTELLER:
        return table.told_number
    heard = Hearer.objects.filter(table=table, number__lte=table.number, key__in=seat.characters)
    return table.public_number + heard.values("number").distinct().count()


def forget_logs() -> None:
    """Forget what is remembered of logs and sheets, as a new process would have."""
    _seat_log.cache_clear()
    _fields.clear()
