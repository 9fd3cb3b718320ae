"""Gathering what seats may see of a table into `Board`s. Reads only; every list here is filtered for the seat."""

from django.urls import reverse

from campaigns.calendar import say_moment
from campaigns.markdown import render_markdown
from campaigns.models import Scene
from play.board import Board, CastMember, Place, RollOffer
from play.services.facts import SeatClass, TableFacts
from play.services.log import read_log
from play.services.workbench import read_ears, read_workbench, roll_fields
from rules.battle import Seat
from rules.view import BattleView


def read_board(facts: TableFacts, seat_class: SeatClass) -> Board:
    """The table as one class of seats may see it: the same for everybody who sits alike."""
    (seat, spectator), scene, system, battle = seat_class, facts.scene, facts.system, facts.state.battle
    playing = scene.is_open and not spectator
    shown = None if battle is None else system.battle.view(battle, seat)
    count, log = read_log(facts, seat)
    return Board(
        place=_place(scene, seat),
        number=facts.table.number,
        count=count,
        storyteller=seat.storyteller,
        spectator=spectator,
        characters=seat.characters,
        battle=shown,
        paused=facts.state.paused,
        due_at=facts.table.due_at if shown and shown["pending"] else None,
        offers=system.battle.legal_moves(battle, seat) if battle is not None and playing else (),
        rolls=_rolls(facts, seat) if playing else (),
        cast=_cast(facts, shown) if seat.storyteller else (),
        log=log,
        command_url=reverse("table_command", args=[scene.pk]),
        whispers=read_ears(facts, seat) if playing else {},
        workbench=read_workbench(facts, seat, playing=playing),
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
        clock=say_moment(series.clock),
        is_open=scene.is_open,
    )


def _rolls(facts: TableFacts, seat: Seat) -> tuple[RollOffer, ...]:
    return tuple(
        RollOffer(str(character.pk), character.name, roll_fields(facts.system, character))
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
