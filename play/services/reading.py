"""Gathering what a seat may see of a table into a `Board`. Reads only; every list here is filtered for the seat."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse

from campaigns.access import get_seat, is_storyteller
from campaigns.markdown import render_markdown
from campaigns.models import Character, Membership, Role, Scene
from play.board import Board, CastMember, LogLine, Place, RollOffer
from play.events import EVENTS, Said, view_event
from play.models import Entry, Hearer, Table
from play.services.commands import load_state
from play.services.history import Span, is_effective, table_spans
from play.state import TableState
from rules import get_system
from rules.battle import Seat
from rules.system import System
from rules.view import BattleView

LOG_LINES = 60
"""How many of the newest entries the live page shows."""


SeatClass = tuple[Seat, bool]
"""A seat, and whether it is a spectator's: all that sit alike see the same drawing."""


def read_seat_classes(scene_id: int, user_ids: Iterable[int]) -> dict[int, SeatClass]:
    """How these people sit at a scene now; whoever is missing may not see it (any more)."""
    scene = _scene(scene_id)
    hidden = scene.hidden or scene.episode.hidden or scene.episode.story.hidden
    members = Membership.objects.filter(series=scene.series, user__in=list(user_ids), user__is_active=True)
    return {member.user_id: seat_class_of(member) for member in members if is_storyteller(member) or not hidden}


def seat_class_of(membership: Membership) -> SeatClass:
    """How a member sits at the tables of the series."""
    return get_seat(membership), membership.role == Role.SPECTATOR


def read_names(scene_id: int, user_ids: Iterable[int]) -> list[str]:
    """The names of those of these people who are members, in order."""
    members = Membership.objects.filter(series=_scene(scene_id).series, user__in=list(user_ids))
    return sorted(members.values_list("user__username", flat=True))


def read_number(scene_id: int) -> int:
    """The number of the newest entry."""
    return Table.objects.filter(scene=scene_id).values_list("number", flat=True).first() or 0


def _scene(scene_id: int) -> Scene:
    return Scene.objects.select_related("episode__story__series").get(pk=scene_id)


def read_board_of(scene_id: int, seat_class: SeatClass) -> Board:
    """The scene's table as one class of seats may see it now: the same for everybody who sits alike."""
    scene, (seat, spectator) = _scene(scene_id), seat_class
    system = get_system(scene.series.system)
    table = Table.objects.filter(scene=scene).first() or Table(scene=scene)
    state = load_state(system, table) if table.pk else TableState()
    playing = scene.is_open and not spectator
    battle = None if state.battle is None else system.battle.view(state.battle, seat)
    return Board(
        place=_place(scene, seat),
        number=table.number,
        count=count_entries(table, seat),
        storyteller=seat.storyteller,
        spectator=spectator,
        characters=seat.characters,
        battle=battle,
        offers=system.battle.legal_moves(state.battle, seat) if state.battle is not None and playing else (),
        rolls=_rolls(system, scene, seat) if playing else (),
        cast=_cast(scene, battle) if seat.storyteller else (),
        log=_log(system, table, seat),
        command_url=reverse("table_command", args=[scene.pk]),
        whispers={"storyteller": "the Storyteller"} if playing and not seat.storyteller else {},
    )


def visible_entries(table: Table, seat: Seat) -> QuerySet[Entry]:
    """The entries that the seat may see."""
    entries = Entry.objects.filter(table=table)
    if seat.storyteller:
        return entries
    heard = Hearer.objects.filter(table=table, number=OuterRef("number"), key__in=seat.characters)
    return entries.filter(Q(public=True) | Exists(heard))


def count_entries(table: Table, seat: Seat) -> int:
    """How many entries the seat may see; costs the same however long the public log is."""
    if seat.storyteller:
        return table.number
    last = Entry.objects.filter(table=table).order_by("-number").only("public_number").first()
    heard = Hearer.objects.filter(table=table, key__in=seat.characters).values("number").distinct().count()
    return (last.public_number if last else 0) + heard


def _log(system: System, table: Table, seat: Seat) -> tuple[LogLine, ...]:
    if table.pk is None:
        return ()
    entries = list(visible_entries(table, seat).select_related("command__user").order_by("-number")[:LOG_LINES])
    spans = table_spans(table, table.number)
    count = count_entries(table, seat)
    lines = (_line(system, entry, count - back, spans, seat) for back, entry in enumerate(entries))
    return tuple(line for line in lines if line is not None)


def _line(system: System, entry: Entry, count: int, spans: list[Span], seat: Seat) -> LogLine | None:
    event = EVENTS.decode(entry.event)
    shown = view_event(system, event, seat)
    if shown is None:
        return None
    author = entry.command.user
    return LogLine(
        number=entry.number,
        count=count,
        at=entry.at,
        event=shown,
        author=author.get_username() if author else "",
        text=event.text if isinstance(event, Said) else "",
        undone=not is_effective(spans, entry.number),
    )


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


def _rolls(system: System, scene: Scene, seat: Seat) -> tuple[RollOffer, ...]:
    characters = Character.objects.filter(series=scene.series)
    if not seat.storyteller:
        characters = characters.filter(pk__in=[key for key in seat.characters if key.isdecimal()])
    return tuple(
        RollOffer(str(character.pk), character.name, system.rolls.fields(system.sheets.parse(character.sheet)))
        for character in characters
    )


def _cast(scene: Scene, battle: BattleView | None) -> tuple[CastMember, ...]:
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
        for character in Character.objects.filter(series=scene.series).select_related("owner")
    )


def may_watch(user: Any, scene_id: int) -> bool:
    """Whether a person may see a scene at all."""
    return Scene.objects.filter(pk=scene_id).exists() and user.pk in read_seat_classes(scene_id, [user.pk])
