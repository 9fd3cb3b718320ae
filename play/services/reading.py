"""Gathering what seats may see of a table into `Board`s. Reads only; every list here is filtered for the seat."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Generic, TypeVar

from django.urls import reverse

from campaigns.calendar import format_moment
from campaigns.markdown import render_markdown
from campaigns.models import Scene
from play.board import Board, CastMember, Place, RollOffer
from play.kept import Kept
from play.reader import tell_board
from play.services.faces import show_faces
from play.services.facts import SeatClass, TableFacts
from play.services.log import read_log
from play.services.workbench import read_ears, read_workbench, roll_fields
from rules.battle import STORYTELLER, Offer, Seat
from rules.view import BattleView

V = TypeVar("V")


def read_board(facts: TableFacts, seat_class: SeatClass) -> Board:
    """The table as one class of seats may see it: the same for everybody who sits alike."""
    (seat, spectator), scene = seat_class, facts.scene
    playing = scene.is_open and not spectator
    shown = _battle(facts, seat)
    count, log = read_log(facts, seat)
    board = Board(
        place=_place(scene, seat),
        count=count,
        storyteller=seat.storyteller,
        spectator=spectator,
        characters=seat.characters,
        battle=shown,
        paused=facts.state.paused,
        due_at=facts.table.due_at if scene.is_open and shown and shown["pending"] else None,
        offers=_offers(facts, seat) if playing else (),
        rolls=_rolls(facts, seat) if playing else (),
        cast=_cast(facts, shown) if seat.storyteller else (),
        log=log,
        command_url=find_address("table_command", scene.pk),
        whispers=read_ears(facts, seat) if playing else {},
        workbench=read_workbench(facts, seat, playing=playing),
    )
    return tell_board(board)


def _battle(facts: TableFacts, seat: Seat) -> BattleView | None:
    battle, view = facts.state.battle, facts.system.battle.view
    if battle is None:
        return None
    shown = views.get(view, facts.table.pk, battle, seat)

    def read_all() -> BattleView:
        return views.get(view, facts.table.pk, battle, STORYTELLER)

    return show_faces(shown, facts.characters, seat, facts.scene.pk, read_all)


def _offers(facts: TableFacts, seat: Seat) -> tuple[Offer, ...]:
    battle = facts.state.battle
    return () if battle is None else offered.get(facts.system.battle.legal_moves, facts.table.pk, battle, seat)


class _Newest(Generic[V]):
    """What the rules say of a fight to each kind of seat, worked out once for each state: states never change."""

    def __init__(self) -> None:
        self._kept: Kept[tuple[int, Seat], tuple[Any, V]] = Kept(1024)

    def get(self, work_out: Callable[[Any, Seat], V], table: int, battle: Any, seat: Seat) -> V:
        """The answer for this very state."""
        known = self._kept.get((table, seat))
        if known is None or known[0] is not battle:
            known = (battle, work_out(battle, seat))
            self._kept.put((table, seat), known)
        return known[1]


views: _Newest[BattleView] = _Newest()
offered: _Newest[tuple[Offer, ...]] = _Newest()
write_notes = lru_cache(maxsize=512)(render_markdown)


@lru_cache(maxsize=2048)
def find_address(name: str, key: int) -> str:
    """Where something is; every board says it."""
    return reverse(name, args=[key])


def _place(scene: Scene, seat: Seat) -> Place:
    series = scene.series
    return Place(
        scene=scene.pk,
        title=scene.title,
        series=series.name,
        series_url=find_address("series", series.pk),
        episode=scene.episode.title,
        notes_html=write_notes(scene.notes),
        secret_notes_html=write_notes(scene.secret_notes) if seat.storyteller else "",
        in_world_time=scene.in_world_time,
        clock=format_moment(series.clock),
        is_open=scene.is_open,
    )


def _rolls(facts: TableFacts, seat: Seat) -> tuple[RollOffer, ...]:
    return tuple(
        RollOffer(str(character.pk), character.name, roll_fields(facts, character))
        for character in facts.characters
        if seat.controls(str(character.pk))
    )


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
