"""Gathers what seats may see of a table into `Board`s. It only reads; every list here is filtered for the seat."""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Any, TypeVar

from django.urls import reverse

from campaigns.calendar.calendar import DAY, parse_calendar
from campaigns.chronicle.next_scene import list_planned
from campaigns.chronicle.tree import describe_time, describe_time_now
from campaigns.core.access import is_storyteller
from campaigns.core.attachment_codes import KnownAttachment
from campaigns.core.markdown import render_markdown
from campaigns.core.mentions import Names
from play.seats.attached import list_codes, load_attached
from play.seats.board import Board, CastMember, Onward, Party, Place, PlannedScene, RollOffer, TaskBoard, Voices
from play.seats.facts import SeatClass, TableFacts
from play.seats.handouts import list_handouts, list_rows
from play.seats.influence import list_met, name_people
from play.seats.log import load_log
from play.seats.mentioned import load_names
from play.seats.party import gather_party, is_calm
from play.seats.playing import list_playing
from play.seats.portraits import show_portraits
from play.seats.proposals import list_cards
from play.seats.standing_orders import gather_planned
from play.seats.start import find_start
from play.seats.task_board import aim_fields, gather_task_board, list_unread_rolls
from play.seats.translate import translate_board
from play.seats.undo import find_last_step, list_requests
from play.seats.voices import gather_voices, list_faces
from play.seats.waits import AwaitedAt, see_waits
from play.table.lines import LogLine
from play.table.people import load_sheets
from play.table.side_scenes import list_side_scenes
from rules.battle import STORYTELLER, LazySequence, Seat, SeatOffers
from rules.battle.numbers import Touch
from rules.view import BattleView

T = TypeVar("T")
Parts = dict[str, Any]
"""Some fields of a board by name."""
NOBODY = Party()


def gather_translated_board(facts: TableFacts, seat_class: SeatClass) -> Board:
    """Return the table as one seat class may see it, in the active language."""
    return translate_board(gather_board(facts, seat_class))


def gather_board(facts: TableFacts, seat_class: SeatClass) -> Board:
    """Return the table as one seat class may see it. Its texts are not translated: seats of all languages share it."""
    return _Gathering(facts, seat_class).gather()


class _Gathering:
    """Gathers a board for one seat class. What follows from rows and state that have not changed is remembered."""

    def __init__(self, facts: TableFacts, seat_class: SeatClass) -> None:
        self.facts, self.scene, self.state = facts, facts.scene, facts.state
        self.seat, self.is_spectator = seat_class
        self.parts = facts.live.seat(self.seat).parts
        self.is_playing = self.scene.is_open and not self.is_spectator
        self.count, self.log = load_log(facts, self.seat)
        self.attached, self.names = self._load_attached(), load_names(facts, self.seat, self.log)
        self.battle, self.waits = self._make_battle(), self._see_waits()

    def gather(self) -> Board:
        """Return what everybody sees, and beside it what people do who play, and what only the Storyteller does."""
        return Board(
            storyteller=self.seat.storyteller,
            spectator=self.is_spectator,
            characters=self.seat.characters,
            system=self.scene.series.system,
            command_url=_find_address(self.facts, "table_command", self.scene.pk),
            **self._gather_scene(),
            **self._gather_play(),
            **self._gather_own(),
            **self._gather_storyteller(),
        )

    def _gather_scene(self) -> Parts:
        """Return the scene and what lies on its table."""
        facts, state, seat = self.facts, self.state, self.seat
        of = self.attached, self.names
        read_place = partial(_place, facts, seat, *of)
        return {
            "place": self._keep("place", read_place, self.scene, facts.next_scene, *of),
            "handouts": self._keep("handouts", partial(list_handouts, facts, seat, *of), state.handouts, *of),
            "faces": self._keep("faces", partial(list_faces, facts, seat), facts.characters),
            "names": self.names,
            "side_scenes": list_side_scenes(state.strands, seat),
            "paused": state.paused,
            "card": state.card,
        }

    def _gather_play(self) -> Parts:
        """Return the log, the fight, the tasks, and whom the scene waits for."""
        facts, state = self.facts, self.state
        knows_ahead = self.is_playing or self.is_spectator
        return {
            "count": self.count,
            "log": self.log,
            "battle": self.battle,
            "playing": list_playing(facts, Seat() if self.is_spectator else self.seat),
            "party": self._gather_party(),
            "task_board": self._gather_task_board(),
            "ahead": gather_planned(facts, Seat() if self.is_spectator else self.seat) if knows_ahead else None,
            "post": state.post,
            "waits": self.waits,
            "due_at": self._find_due(),
        }

    def _gather_own(self) -> Parts:
        """Return what the seat may do; nothing for spectators, and in a closed scene."""
        if not self.is_playing:
            return {"offers": SeatOffers(), "rolls": (), "voices": Voices()}
        facts, state, seat = self.facts, self.state, self.seat
        return {
            "offers": self._list_offers(),
            "rolls": _rolls(facts, seat),
            "voices": self._keep("voices", partial(gather_voices, facts, seat), facts.characters),
            "last_step": find_last_step(self.log, seat, state.requests),
            "proposals": list_cards(facts.system, state.proposals, seat),
        }

    def _gather_storyteller(self) -> Parts:
        """Return what is behind the Storyteller's tools. Most of it is made when somebody opens one."""
        if not self.seat.storyteller:
            return {"cast": ()}
        facts, state = self.facts, self.state
        parts: Parts = {
            "cast": _cast(facts, self.battle),
            "in_turn": _in_turn(facts),
            "order": state.order,
            "tellers": _find_storytellers(facts, self.log),
        }
        if facts.scene.series.shows_start and self.is_playing and self.battle is None:
            parts["start"] = find_start(facts)
        if self.is_playing:
            parts |= {
                "touches": _touches(facts, self.seat),
                "handout_rows": LazySequence(lambda: list_rows(facts, self.seat)),
                "planned": LazySequence(lambda: _list_planned(facts)),
                "undo_cards": list_requests(self.log, state.requests),
            }
        return parts

    def _keep(self, part: str, make: Callable[[], T], *of: object) -> T:
        """Return a part that follows from these objects alone, made again when one is another."""
        made: T = self.parts[part].get(make, *of)
        return made

    def _load_attached(self) -> tuple[KnownAttachment, ...]:
        """Return the attachments that texts at the table name, and of which the seat knows."""
        codes = self._keep("codes", partial(list_codes, self.facts), self.scene, self.state.handouts)
        return load_attached(self.facts, self.seat, codes) if codes else ()

    def _see_waits(self) -> tuple[AwaitedAt, ...]:
        """Return whom the scene waits for. Without a fight and tasks it waits for nobody, and nothing is asked."""
        facts, state = self.facts, self.state
        may_wait = self.scene.is_open and (state.battle is not None or state.work.tasks)
        return see_waits(facts.system, state, self.seat, facts.waits) if may_wait and facts.waits else ()

    def _find_due(self) -> datetime | None:
        """Return when the table acts by itself for somebody of whom the seat knows."""
        if self.state.post is not None:
            return next((wait.due_at for wait in self.waits if wait.due_at), None)
        is_awaited = self.scene.is_open and self.battle and self.battle["pending"]
        return self.facts.table.due_at if is_awaited else None

    def _gather_task_board(self) -> TaskBoard:
        """Return the tasks. What is rolled for them depends on the figures of the fight."""
        facts, work, fight, is_playing = self.facts, self.state.work, self.state.battle, self.is_playing
        of = work, facts.characters, self.scene, is_playing, fight if work.tasks else fight is None
        return self._keep("tasks", partial(gather_task_board, facts, self.seat, playing=is_playing), *of)

    def _gather_party(self) -> Party:
        """Return who is in the scene; nobody while a fight runs, which has its own board, and once it is closed."""
        facts, state = self.facts, self.state
        if not (self.scene.is_open and is_calm(facts)):
            return NOBODY
        of = facts.characters, state.came, state.gone, state.battle, self.scene, self.is_playing
        return self._keep("party", partial(gather_party, facts, self.seat, playing=self.is_playing), *of)

    def _make_battle(self) -> BattleView | None:
        facts, battle = self.facts, self.state.battle
        if battle is None:
            return None
        view = _make_view(facts, self.seat)
        show = partial(show_portraits, view, facts.characters, self.seat, self.scene.pk)
        return self._keep("battle", lambda: show(lambda: _make_view(facts, STORYTELLER)), view, facts.characters)

    def _list_offers(self) -> SeatOffers:
        """Return what the seat may do."""
        rules, battle = self.facts.system.battle, self.state.battle
        return SeatOffers() if battle is None else self._keep("offers", lambda: rules.offer(battle, self.seat), battle)


def _find_storytellers(facts: TableFacts, log: Sequence[LogLine]) -> frozenset[int]:
    """Return the keys of the Storytellers, where a post is in sight that one may have written."""
    if not any(line.speech is not None and line.speech.is_post for line in log):
        return frozenset()
    return frozenset(member.user_id for member in facts.members if is_storyteller(member))


def _make_view(facts: TableFacts, seat: Seat) -> BattleView:
    """Return the fight as a seat sees it, made once for each state of it."""
    rules, battle = facts.system.battle, facts.state.battle
    view: BattleView = facts.live.seat(seat).parts["view"].get(lambda: rules.view(battle, seat), battle)
    return view


def _touches(facts: TableFacts, seat: Seat) -> Sequence[Touch]:
    rules, battle = facts.system.battle, facts.state.battle
    return LazySequence(lambda: rules.list_touches(battle, seat)) if battle is not None else ()


def _in_turn(facts: TableFacts) -> frozenset[str]:
    battle = facts.state.battle
    return frozenset(() if battle is None or battle.phase != "running" else facts.system.battle.in_turn(battle))


def _find_address(facts: TableFacts, name: str, key: int) -> str:
    """Return the address of a page of the scene."""
    known = facts.live.addresses
    if name not in known:
        known[name] = reverse(name, args=[key])
    return known[name]


def _place(facts: TableFacts, seat: Seat, attached: tuple[KnownAttachment, ...], names: Names) -> Place:
    scene, series = facts.scene, facts.scene.series
    return Place(
        scene=scene.pk,
        title=scene.title,
        series=series.name,
        series_url=_find_address(facts, "series", series.pk),
        episode=scene.episode.title,
        notes_html=render_markdown(scene.notes, names, attached),
        secret_notes_html=render_markdown(scene.secret_notes, names, attached) if seat.storyteller else "",
        time=describe_time_now(scene, series.clock, parse_calendar(series.calendar)),
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
        PlannedScene(
            scene.pk,
            scene.title,
            describe_time(scene, calendar),
            (scene.begins_at or 0) >= tomorrow,
            scene.stays_hidden,
        )
        for scene in list_planned(series)
    )


def _find_onward(facts: TableFacts, seat: Seat) -> Onward | None:
    """Return where play went on, if the seat may see that scene."""
    found = facts.next_scene
    if found is None or (found.is_hidden and not seat.storyteller):
        return None
    return Onward(found.title, reverse("table", args=[found.pk]), found.is_open)


def _rolls(facts: TableFacts, seat: Seat) -> tuple[RollOffer, ...]:
    mine = [character for character in facts.characters if seat.controls(str(character.pk))]
    load_sheets(list_unread_rolls(facts, seat))
    there = name_people(list_met(facts, seat)) if facts.system.rolls.target else ()
    return tuple(RollOffer(str(who.pk), who.name, aim_fields(facts, who, there)) for who in mine)


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
