"""Gathers what seats may see of a table into `Board`s. It only reads; every list here is filtered for the seat."""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import TypeVar

from django.urls import reverse

from campaigns.access import is_storyteller
from campaigns.attachment_codes import Attached
from campaigns.calendar import DAY, parse_calendar
from campaigns.chronicle import tell_time, tell_time_now
from campaigns.markdown import render_markdown
from campaigns.mentions import Names
from campaigns.services import list_planned
from play.seats.ahead import read_ahead
from play.seats.attached import list_codes, read_attached
from play.seats.board import Board, CastMember, Onward, Party, Place, PlannedScene, RollOffer, TaskBoard, Voices
from play.seats.facts import SeatClass, TableFacts
from play.seats.handouts import read_handouts, read_rows
from play.seats.influence import list_met, name_people
from play.seats.log import read_log
from play.seats.mentioned import read_names
from play.seats.party import is_calm, read_party
from play.seats.portraits import list_faces, show_portraits
from play.seats.proposals import list_cards
from play.seats.reader import tell_board
from play.seats.task_board import aim_fields, list_unread_rolls, read_task_board
from play.seats.undo import find_last_step, list_requests
from play.seats.voices import read_faces, read_voices
from play.seats.waits import AwaitedAt, see_waits
from play.table.lines import LogLine
from play.table.people import load_sheets
from play.table.strands import list_strands
from rules.battle import STORYTELLER, Later, Offered, Seat
from rules.battle.numbers import Touch
from rules.view import BattleView

T = TypeVar("T")
NOBODY = Party()


def read_board(facts: TableFacts, seat_class: SeatClass) -> Board:
    """Return the table as one seat class may see it, in the active language."""
    return tell_board(gather_board(facts, seat_class))


def gather_board(facts: TableFacts, seat_class: SeatClass) -> Board:
    """Return the table as one seat class may see it. Its texts are not translated: seats of all languages share it."""
    (seat, spectator), scene = seat_class, facts.scene
    playing = scene.is_open and not spectator
    shown = _battle(facts, seat)
    waits = _see_waits(facts, seat)
    count, log = read_log(facts, seat)
    attached, names = _read_attached(facts, seat), read_names(facts, seat, log)
    shown_handouts = _keep(
        *(facts, seat, "handouts", lambda: read_handouts(facts, seat, attached, names)),
        *(facts.state.handouts, attached, names),
    )
    return Board(
        place=_keep(
            *(facts, seat, "place", lambda: _place(facts, seat, attached, names)),
            *(scene, facts.next_scene, attached, names),
        ),
        count=count,
        storyteller=seat.storyteller,
        spectator=spectator,
        characters=seat.characters,
        battle=shown,
        paused=facts.state.paused,
        card=facts.state.card,
        due_at=_find_due(facts, shown, waits),
        post=facts.state.post,
        waits=waits,
        offers=_offers(facts, seat) if playing else Offered(),
        touches=_touches(facts, seat) if playing else (),
        party=_party(facts, seat, playing=playing),
        rolls=_rolls(facts, seat) if playing else (),
        cast=_cast(facts, shown) if seat.storyteller else (),
        log=log,
        command_url=_find_address(facts, "table_command", scene.pk),
        voices=_read_voices(facts, seat) if playing else Voices(),
        faces=_keep(facts, seat, "faces", lambda: read_faces(facts, seat), facts.characters),
        faces_by_name=_keep(facts, seat, "faces_by_name", lambda: list_faces(facts.characters, seat), facts.characters),
        names=names,
        task_board=_read_task_board(facts, seat, playing=playing),
        handouts=shown_handouts,
        handout_rows=Later(lambda: read_rows(facts, seat)) if playing and seat.storyteller else (),
        last_step=find_last_step(log, seat, facts.state.requests) if playing else None,
        planned=Later(lambda: _list_planned(facts)) if playing and seat.storyteller else (),
        undo_cards=list_requests(log, facts.state.requests) if playing and seat.storyteller else (),
        proposals=list_cards(facts.system, facts.state.proposals, seat) if playing else (),
        system=scene.series.system,
        in_turn=_in_turn(facts) if seat.storyteller else frozenset(),
        order=facts.state.order if seat.storyteller else None,
        ahead=read_ahead(facts, Seat() if spectator else seat) if playing or spectator else None,
        strands=list_strands(facts.state.strands, seat),
        tellers=_find_tellers(facts, log) if seat.storyteller else frozenset(),
    )


def _find_tellers(facts: TableFacts, log: Sequence[LogLine]) -> frozenset[int]:
    """Return the keys of the Storytellers, where a post is in sight that one may have written."""
    if not any(line.speech is not None and line.speech.is_post for line in log):
        return frozenset()
    return frozenset(one.user_id for one in facts.members if is_storyteller(one))


def _see_waits(facts: TableFacts, seat: Seat) -> tuple[AwaitedAt, ...]:
    """Return whom the scene waits for. Without a fight and tasks it waits for nobody, and nothing is asked."""
    may_wait = facts.scene.is_open and (facts.state.battle is not None or facts.state.work.tasks)
    return see_waits(facts.system, facts.state, seat, facts.waits) if may_wait and facts.waits else ()


def _find_due(facts: TableFacts, shown: BattleView | None, waits: Sequence[AwaitedAt]) -> datetime | None:
    """Return when the table acts by itself for somebody of whom the seat knows."""
    if facts.state.post is not None:
        return next((one.due_at for one in waits if one.due_at), None)
    return facts.table.due_at if facts.scene.is_open and shown and shown["pending"] else None


def _keep(facts: TableFacts, seat: Seat, part: str, make: Callable[[], T], *of: object) -> T:
    """Return a part of the seat's board that follows from these objects alone, made again when one is another."""
    made: T = facts.live.seat(seat).parts[part].get(make, *of)
    return made


def _read_voices(facts: TableFacts, seat: Seat) -> Voices:
    return _keep(facts, seat, "voices", lambda: read_voices(facts, seat), facts.characters)


def _read_task_board(facts: TableFacts, seat: Seat, *, playing: bool) -> TaskBoard:
    """Return the tasks. What is rolled for them depends on the figures of the fight."""
    work, fight = facts.state.work, facts.state.battle
    of = work, facts.characters, facts.scene, playing, fight if work.tasks else fight is None
    return _keep(facts, seat, "tasks", lambda: read_task_board(facts, seat, playing=playing), *of)


def _party(facts: TableFacts, seat: Seat, *, playing: bool) -> Party:
    """Return who is in the scene; nobody while a fight runs, which has a board of its own, and once it is closed."""
    state, scene = facts.state, facts.scene
    if not (scene.is_open and is_calm(facts)):
        return NOBODY
    of = facts.characters, state.came, state.gone, state.battle, scene, playing
    return _keep(facts, seat, "party", lambda: read_party(facts, seat, playing=playing), *of)


def _battle(facts: TableFacts, seat: Seat) -> BattleView | None:
    if facts.state.battle is None:
        return None
    read_all = partial(_read_view, facts, STORYTELLER)
    return show_portraits(_read_view(facts, seat), facts.characters, seat, facts.scene.pk, read_all)


def _read_view(facts: TableFacts, seat: Seat) -> BattleView:
    battle = facts.state.battle
    return _keep(facts, seat, "view", lambda: facts.system.battle.view(battle, seat), battle)


def _offers(facts: TableFacts, seat: Seat) -> Offered:
    """Return what the seat may do."""
    battle = facts.state.battle
    if battle is None:
        return Offered()
    return _keep(facts, seat, "offers", lambda: facts.system.battle.offer(battle, seat), battle)


def _touches(facts: TableFacts, seat: Seat) -> Sequence[Touch]:
    rules, battle = facts.system.battle, facts.state.battle
    return Later(lambda: rules.list_touches(battle, seat)) if battle is not None and seat.storyteller else ()


def _in_turn(facts: TableFacts) -> frozenset[str]:
    battle = facts.state.battle
    return frozenset(() if battle is None or battle.phase != "running" else facts.system.battle.in_turn(battle))


def _find_address(facts: TableFacts, name: str, key: int) -> str:
    """Return the address of a page of the scene."""
    known = facts.live.addresses
    if name not in known:
        known[name] = reverse(name, args=[key])
    return known[name]


def _read_attached(facts: TableFacts, seat: Seat) -> tuple[Attached, ...]:
    """Return the attachments that texts at the table name, and of which the seat knows."""
    codes = _keep(facts, seat, "codes", lambda: list_codes(facts), facts.scene, facts.state.handouts)
    return read_attached(facts, seat, codes) if codes else ()


def _place(facts: TableFacts, seat: Seat, attached: tuple[Attached, ...], names: Names) -> Place:
    scene, series = facts.scene, facts.scene.series
    return Place(
        scene=scene.pk,
        title=scene.title,
        series=series.name,
        series_url=_find_address(facts, "series", series.pk),
        episode=scene.episode.title,
        notes_html=render_markdown(scene.notes, names, attached),
        secret_notes_html=render_markdown(scene.secret_notes, names, attached) if seat.storyteller else "",
        time=tell_time_now(scene, series.clock, parse_calendar(series.calendar)),
        is_open=scene.is_open,
        is_planned=scene.planned,
        is_hidden=scene.is_hidden,
        onward=_find_onward(facts, seat),
    )


def _list_planned(facts: TableFacts) -> tuple[PlannedScene, ...]:
    series = facts.scene.series
    calendar = parse_calendar(series.calendar)
    tomorrow = series.clock + DAY
    return tuple(
        PlannedScene(one.pk, one.title, tell_time(one, calendar), (one.begins_at or 0) >= tomorrow, one.stays_hidden)
        for one in list_planned(series)
    )


def _find_onward(facts: TableFacts, seat: Seat) -> Onward | None:
    """Return where play went on, if the seat may see that scene."""
    found = facts.next_scene
    if found is None or (found.is_hidden and not seat.storyteller):
        return None
    return Onward(found.title, reverse("table", args=[found.pk]), found.is_open)


def _rolls(facts: TableFacts, seat: Seat) -> tuple[RollOffer, ...]:
    mine = [one for one in facts.characters if seat.controls(str(one.pk))]
    load_sheets(list_unread_rolls(facts, seat))
    there = name_people(list_met(facts, seat)) if facts.system.rolls.target else ()
    return tuple(RollOffer(str(one.pk), one.name, aim_fields(facts, one, there)) for one in mine)


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
