"""The law of the plain page, over fights of all four games: every move that a seat may make stands on it or behind its
links, every field is drawn, and what its forms send can be read.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC
from html.parser import HTMLParser
from urllib.parse import parse_qs, urlsplit

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string

from play.commands.forms import parse_move
from play.commands.moves import AwardStunt, MakeRoll, StartTask
from play.offers.cards import make_head
from play.offers.hand import TABLE_DOORS
from play.plain.opened import OPENED, make_opened
from play.plain.page import list_parts
from play.plain.parts import Part, Row
from play.plain.table import OPEN, PlainTable
from play.plain.talk import list_log, make_speech
from play.seats.facts import load_facts, seat_at
from play.seats.gather import gather_board
from play.seats.unread import load_personal
from play.stage.labels import list_labels
from play.stage.personal import make_personal
from play.templatetags.plain import kind
from rules import SYSTEMS, get_system
from tests.play.conftest import TableInPlay
from tests.play.stage.fights import Fight
from tests.play.tasking import TaskTable, key_of, open_table, request_of
from tests.play.test_planned_moves import Tick

pytestmark = pytest.mark.walk

STEPS = 5
SEATS = ("storyteller", "player", "spectator")
Pairs = list[tuple[str, str]]


class Sent(HTMLParser):
    """What each button of a page sends while nobody has changed anything but what must be filled in."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, Pairs]] = []
        """Where each form is sent, with what."""
        self._address, self._pairs, self._buttons, self._select = "", Pairs(), Pairs(), ("", False)
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        name, value, form = values.get("name", ""), values.get("value", ""), values.get("type", "text")
        if tag == "form":
            self._address, self._pairs, self._buttons = values["action"], [], []
        elif tag == "button" and "hidden" not in values and "disabled" not in values:
            self._buttons.append((name, value))
        elif tag == "select":
            self._select = name, "required" in values
        elif tag == "option" and ("selected" in values or (self._select[1] and value)):
            self._pairs.append((self._select[0], value))
            self._select = self._select[0], False
        elif tag == "input" and (form not in ("radio", "checkbox") or "checked" in values):
            self._pairs.append((name, value or (values.get("min", "1") if "required" in values else "")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            for button in self._buttons:
                self.found.append((self._address, [*self._pairs, button]))


class Reader:
    """A seat that looks at the page and opens each of its links once."""

    def __init__(self, table: Fight | TaskTable | TableInPlay, seat: str) -> None:
        self.cast, self.scene, self.user = table.cast, table.scene, getattr(table.cast, seat)
        self.seen = set[str]()
        self.kinds = set[str]()
        """The kinds of what was opened."""

    def look(self) -> tuple[PlainTable, list[tuple[str, Pairs]]]:
        """The table, and what the forms of its page and of what its links open send."""
        membership = self.cast.membership(self.user)
        facts = load_facts(self.scene.pk)
        table = PlainTable(facts, gather_board(facts, seat_at(facts, membership)), UTC)
        personal = load_personal(membership, facts.scene, table.board.seat, table.board.count)
        parts = [*list_parts(table, make_personal(personal)), make_speech(table)]
        links = [link.url for row in list_log(table, self.user.pk) for link in row.links]
        sent = [form for part in parts for form in self._draw(table, part)]
        new = [*links, *(url for part in parts for url in _list_links(part))]
        while new:
            wanted = "".join(parse_qs(urlsplit(new.pop()).query).get(OPEN, []))
            if wanted and wanted not in self.seen:
                self.seen.add(wanted)
                part = make_opened(table, wanted)
                assert part is not None, wanted
                self.kinds.add(wanted.split(" ")[0])
                sent += self._draw(table, part)
                new += _list_links(part)
        return table, sent

    def list_moves(self) -> set[str]:
        """The names of the moves that the forms send; each can be read."""
        table, sent = self.look()
        posted = [pairs for address, pairs in sent if address == table.board.command_url]
        system = get_system(table.board.system)
        return {type(parse_move(system, _make_query(pairs))).__name__ for pairs in posted}

    def _draw(self, table: PlainTable, part: Part) -> list[tuple[str, Pairs]]:
        context = {"part": part, "id": "part", "words": list_labels(), "command": table.board.command_url, "count": 1}
        return Sent(render_to_string("play/plain/_part.html", context)).found


def _list_links(part: Part) -> list[str]:
    return [link.url for link in part.links] + [*_list_links_of(part.rows)]


def _list_links_of(rows: Sequence[Row]) -> Iterator[str]:
    for row in rows:
        yield from (link.url for link in row.links)
        yield from _list_links_of(row.rows)


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_every_move_stands_on_the_page_and_what_its_forms_send_can_be_read(system: str, db: None) -> None:
    book, moves, offered = get_system(system), set[str](), 0
    with Fight(system) as fight:
        readers = [Reader(fight, seat) for seat in SEATS]
        for _step in fight.play(STEPS):
            for reader in readers:
                reader.seen.clear()
                table, sent = reader.look()
                posted = [pairs for address, pairs in sent if address == table.board.command_url]
                for pairs in posted:
                    moves.add(type(parse_move(book, _make_query(pairs))).__name__)
                offered += _check_offers(table, posted)
        assert offered > 100
        assert {"BattleMove", "Say", "ShowCard", "Tap", "MakeRoll", "BringFoes", "StartTask", "Rewind"} <= moves
        assert readers[0].kinds >= {"card", "entry", "offer", "person", "roll", "tool", "undo", "x-card"}
        assert readers[2].kinds <= {"entry", "person", "tool", "x-card"}


def _make_query(pairs: Pairs) -> QueryDict:
    data = QueryDict(mutable=True)
    for name, value in pairs:
        data.appendlist(name, value)
    return data


def _check_offers(table: PlainTable, posted: list[Pairs]) -> int:
    """Each legal move has a form that sends it; gives how many there are."""
    legal = [one for one in table.board.offers if not one.reason and one.move not in TABLE_DOORS]
    for offer in legal:
        wanted = {("kind", offer.move), *make_head(offer).hidden}
        assert any(wanted <= {*pairs} for pairs in posted), offer
    return len(legal)


def test_what_tasks_ask_of_each_can_be_sent(table: TaskTable) -> None:
    cast = table.cast
    keys = tuple(key_of(one) for one in (cast.heroine, cast.warden, cast.lurker))
    table.act(cast.storyteller, StartTask("The ambush", "simple", characters=keys, traits=table.traits))
    table.set_task(action="extended", target=20, interval=30, unit="minute")
    reader = Reader(table, "storyteller")
    assert reader.list_moves() >= {"RollForTask", "RollForAll", "EndTask", "RuleTask", "InterruptTask"}
    assert reader.kinds >= {"task", "pad"}
    assert "RollForTask" in Reader(table, "player").list_moves()
    assert not Reader(table, "spectator").list_moves() - {"ShowCard"}


def test_a_stunt_is_judged_and_its_reward_is_chosen(db: None) -> None:
    table = open_table("exalted2e")
    roll = MakeRoll(key_of(table.cast.heroine), {**request_of(table), "stunt": 2})
    table.act(table.cast.player, roll)
    assert "AwardStunt" in Reader(table, "storyteller").list_moves()
    (claim,) = Reader(table, "storyteller").look()[0].facts["tasks"]["stunts"]
    table.act(table.cast.storyteller, AwardStunt(key_of(table.cast.heroine), 2, claim=claim["id"]))
    assert "TakeReward" in Reader(table, "player").list_moves()


def test_moves_are_planned_and_what_is_planned_is_taken_back(db: None) -> None:
    fight = Tick()
    fight.lay(fight.heroine, "TakeGuard", fight.cast.player)
    reader = Reader(fight.table, "player")
    assert reader.list_moves() >= {"GiveStanding", "LayMove", "TakeBackMove"}
    assert "plan" in reader.kinds


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_what_opens_for_the_storyteller_stays_closed_for_others(system: str, db: None) -> None:
    with Fight(system) as fight:
        reader, spectator = Reader(fight, "storyteller"), Reader(fight, "spectator")
        reader.look()
        table, _sent = spectator.look()
        closed = [one for one in reader.seen - spectator.seen if make_opened(table, one) is None]
        assert {one.split(" ")[0] for one in closed} >= {"card", "offer", "tool", "undo"}
        opened = reader.seen - spectator.seen - {*closed}
        assert {one.split(" ")[0] for one in opened} <= {"entry"}  # the numbers of entries are each seat's own


def test_a_field_of_an_unknown_shape_is_not_drawn_as_another() -> None:
    with pytest.raises(KeyError):
        kind({"shape": "wheel of fortune"})


@pytest.mark.parametrize("wanted", ["", " ", "offer", "offer a b", "entry x", "entry 9999999999", "tool nothing", "?"])
def test_what_is_not_there_does_not_open(wanted: str, db: None) -> None:
    assert {name.split(" ")[0] for name in OPENED} >= {"offer", "entry"}
    with Fight("exalted2e") as fight:
        table, _sent = Reader(fight, "storyteller").look()
        assert make_opened(table, wanted) is None
