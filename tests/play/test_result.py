"""The result card: which lines it gathers, what it shows to whom, and when it is drawn anew."""

import re
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from play.commands import moves
from play.commands.moves import BringFoes
from play.html import page as drawing
from play.seats.board import Board
from play.seats.facts import read_facts, seat_class_of
from play.seats.reading import read_board
from play.seats.results import find_lines, read_result, say_result
from play.table.lines import LogLine
from play.table.live_scene import live_scenes
from rules.battle.results import make_change, make_result, name_person
from rules.text import Text, word
from rules.view import EventView
from tests.play.fixtures import board, boxes, event, log, storyteller_board, thrown
from tests.play.tasking import TaskTable, only
from tests.play.test_orders import Skirmish

START = datetime(2026, 11, 21, 20, tzinfo=UTC)
YSANE, DERUVIN = name_person("ys", "Ysane of the Reeds"), name_person("de", "Captain Deruvin")
DICE: list[Any] = [
    {"name": Text("Attack roll"), "text": Text("2 successes."), "rule": "2E-360", "dice": thrown(8, 7, 2)}
]


def at(seconds: int, shown: EventView) -> tuple[EventView, dict[str, Any]]:
    """A line of the command of this moment."""
    return shown, {"at": START + timedelta(seconds=seconds)}


def result(line: str, *changes: Any, stands: bool = True, **more: Any) -> EventView:
    """A line that is a result: Ysane did something to the captain."""
    told = make_result([YSANE], [DERUVIN], changes, stands=stands)
    return event(line, result=told, **{"steps": DICE, **more})


def hurt(before: str, after: str, *states: str) -> Any:
    return make_change(DERUVIN, boxes=boxes(after), boxes_before=boxes(before), states=[word(one) for one in states])


def turn(seconds: int) -> tuple[EventView, dict[str, Any]]:
    return at(seconds, event("The wheel moves to tick 15."))


ATTACK = (
    at(1, event("Ysane strikes.", exchange="x1")),
    at(2, result("Attack.", exchange="x1")),
    at(2, result("Ysane hits.", hurt("b", "lb"), exchange="x1", verdict=word("Hit, 2 over DV"))),
    turn(2),
)


def card(lines: tuple[LogLine, ...], **changes: Any) -> str:
    live_scenes.forget()
    return drawing.regions(board(log=lines, **changes))["result"]


def test_of_a_deadly_blow_the_card_and_the_log_say_who_struck() -> None:
    blow = {"hit": True, "harm": "lethal", "points": 6}
    wounded = result("Deruvin takes 6 lethal.", hurt("", "llllll"), exchange="x1", verdict=word("Dying"))
    struck = result("Ysane attacks Deruvin: 6 lethal.", exchange="x1", verdict=word("6 lethal"), blow=blow)
    lines = log(at(1, struck), at(1, wounded))
    for drawn in (card(lines), drawing.log_lines(board(log=lines))[0][1]):
        assert "Ysane attacks Deruvin: 6 lethal." in drawn
        assert "Dying" in drawn
        assert "Deruvin takes 6 lethal." not in drawn


def test_a_card_of_an_aborted_defense_shows_who_struck_whom() -> None:
    aborts = make_result([DERUVIN], [], stands=True)
    lines = log(
        at(1, event("The captain aborts.", exchange="x1", steps=DICE, result=aborts)),
        at(1, result("Ysane misses.", exchange="x1")),
    )
    drawn = read_result(lines, find_lines(lines))
    assert [person["name"] for person in (*drawn.who, *drawn.whom)] == [YSANE["name"], DERUVIN["name"]]


def test_an_attack_is_one_result_whatever_follows_it() -> None:
    lines = log(*ATTACK)
    assert [line.count for line in find_lines(lines)] == [3, 2]
    drawn = read_result(lines, find_lines(lines))
    assert (drawn.number, drawn.home, drawn.entry.verdict) == (3, 1, "Hit, 2 over DV")
    html = card(lines)
    parts = ('data-result="3"', "Hit, 2 over DV", "Ysane hits.", 'class="die die--hit"', 'href="#entry-1"', "is-new")
    for part in parts:
        assert part in html
    assert "The wheel moves" not in html
    assert html.count("data-result") == 1


def test_bookkeeping_and_words_never_take_the_place_of_a_result() -> None:
    later = [at(3 + n, event(f"Somebody says {n}.")) for n in range(20)]
    assert card(log(*ATTACK, *later)) == card(log(*ATTACK))


def test_the_next_result_takes_the_place() -> None:
    html = card(log(*ATTACK, at(9, result("Ysane rolls.", verdict=word("Success")))))
    assert "Success" in html
    assert "Hit, 2 over DV" not in html


def test_what_does_not_stand_by_itself_is_told_with_the_results_of_its_command() -> None:
    held = result("The captain is held.", make_change(DERUVIN, states=[word("held")]), stands=False, steps=[])
    assert find_lines(log(at(1, held))) == ()
    assert "held" in card(log(*ATTACK[:3], at(2, held)))


def test_health_is_told_from_before_the_first_blow_to_after_the_last() -> None:
    lines = log(
        at(2, result("One.", hurt("", "b", "dying"), exchange="x1")),
        at(2, result("Two.", hurt("b", "lb", "dead"), exchange="x2")),
    )
    (change,) = read_result(lines, find_lines(lines)).changes
    assert (change["boxes_before"], change["boxes"], change["states"]) == (boxes(""), boxes("lb"), ["dead"])


def test_of_two_blows_of_one_command_everybody_is_shown_their_own() -> None:
    other = make_result([name_person("os", "Brother Oskel")], [DERUVIN])
    lines = log(*ATTACK[1:3], at(2, event("Oskel hits.", steps=DICE, verdict=word("Hit, 0 over DV"), result=other)))
    for own, verdict, rest in (
        ((), "Hit, 0 over DV", "Hit, 2 over DV"),
        (("Ysane of the Reeds",), "Hit, 2 over DV", "Hit, 0 over DV"),
    ):
        drawn = read_result(lines, find_lines(lines), own)
        assert drawn.entry.verdict == verdict
        assert [entry.verdict for entry in drawn.others] == [rest]


def test_an_attack_of_an_earlier_fight_with_the_same_id_is_another() -> None:
    lines = log(*ATTACK, at(5, event("A fight starts.", kind="BattleOpened")), at(6, result("Anew.", exchange="x1")))
    assert [line.count for line in find_lines(lines)] == [6]


def drawn_log(lines: tuple[LogLine, ...]) -> dict[int, str]:
    return dict(drawing.log_lines(board(log=lines)))


def test_the_log_tells_the_health_after_as_the_card_does() -> None:
    entry = drawn_log(log(*ATTACK))[1]
    shown = re.search(r"<dt>After</dt><dd><ul><li><bdi>Captain Deruvin</bdi> .*?</li></ul></dd></dl>", entry)
    assert shown is not None
    health = re.search(r"<svg.*?</svg>", shown[0])
    assert health is not None
    assert health[0] in card(log(*ATTACK))
    assert entry.count("is-new") == 2, "a wound that stood before is no new one"
    assert "log__after" not in drawn_log(log(turn(1)))[1]


def test_one_line_of_the_log_tells_the_health_after_too() -> None:
    assert "<dt>After</dt>" in drawn_log(log(at(1, result("A beam falls.", hurt("", "l", "prone")))))[1]


def test_an_order_tells_the_health_after_its_last_blow() -> None:
    lines = log(
        at(2, result("One.", hurt("", "b"), exchange="x1", order="o")),
        at(3, result("Two.", hurt("b", "lb", "dead"), exchange="x2", order="o")),
    )
    (entry,) = drawn_log(lines).values()
    assert entry.count("<dt>After</dt>") == 1
    assert "Health: 1 lethal, 1 bashing of 7 boxes" in entry


def test_a_verdict_that_the_sentence_says_is_announced_once() -> None:
    for verdict, told in (("3 lethal", ("Shot: 3 lethal.",)), ("Hit", ("Hit", "Shot: 3 lethal."))):
        lines = log(at(1, result("Shot: 3 lethal.", verdict=word(verdict))))
        assert say_result(read_result(lines, find_lines(lines))) == told


def test_an_initiative_below_nought_is_announced_with_a_true_minus() -> None:
    crashed = make_change(DERUVIN, figures=[{"label": Text("Initiative"), "was": 1, "now": -3}])
    lines = log(at(1, result("Ysane hits.", crashed)))
    assert say_result(read_result(lines, find_lines(lines)))[-1] == "Captain Deruvin: Initiative −3"


def ordered(number: int, *, is_hit: bool) -> tuple[EventView, dict[str, Any]]:
    """The blow of one of a group, by an order."""
    blow = {"hit": is_hit, "harm": "lethal", "points": 2 * is_hit}
    return at(2, result(f"Guard {number} strikes.", exchange=f"x{number}", order="o", blow=blow))


def test_blows_of_one_order_are_one_card_with_their_sum_and_a_single_one_is_told_for_itself() -> None:
    given = at(2, event("Guard × 2: Strike.", kind="OrderGiven", order="o"))
    lines = log(given, ordered(1, is_hit=True), ordered(2, is_hit=False))
    drawn = read_result(lines, find_lines(lines))
    assert (drawn.entry.line, drawn.others) == ("Guard × 2: Strike. 1 of 2 hit, 2 lethal.", ())
    alone = log(given, ordered(1, is_hit=True))
    assert read_result(alone, find_lines(alone)).entry.line == "Guard 1 strikes."


@pytest.mark.django_db
def test_the_log_tells_nobody_how_those_are_whom_they_do_not_see() -> None:
    fight = Skirmish("wod2004", guards=1)  # elsewhere a blow brings those who hide into the open
    fight.act(BringFoes("Lurker", "thug", "Toll", "knife", count=2, hidden=True))
    for _ in range(40):
        if "log__after" in _read_log(fight, fight.cast.storyteller):
            break
        _let_lurkers_fight(fight)
    assert "Lurker" in _read_log(fight, fight.cast.storyteller).partition("log__after")[2]
    hidden = [who["name"] for who in fight.guards if who["hidden"]]
    assert hidden
    for user in (fight.cast.player, fight.cast.rival, fight.cast.spectator):
        told = _read_log(fight, user)
        assert not [name for name in hidden if name in told]


def _let_lurkers_fight(fight: Skirmish) -> None:
    """Take one step of a fight in which two who are hidden come to blows."""
    lurkers = [who["id"] for who in fight.guards if who["name"].startswith("Lurker")]
    acting = next((who["id"] for who in fight.guards if who["id"] in lurkers and who["acts_now"]), None)
    if acting and not fight.view["pending"]:
        with suppress(StopIteration):
            move, other = fight.attack(acting), next(one for one in lurkers if one != acting)
            at = {"target": other} if "target" in move else {"targets": [other]}
            return fight.make({**move, **(at if {"target", "targets"} & {*move} else {})})
    return fight.pass_on()


def _read_log(fight: Skirmish, user: Any) -> str:
    seen = read_board(fight.facts, seat_class_of(fight.cast.membership(user)))
    return "".join(html for _, html in drawing.log_lines(seen))


def test_a_rewind_takes_the_card_back() -> None:
    newest = at(9, result("Ysane rolls.", verdict=word("Botch")))
    lines = log(*ATTACK, newest)
    struck = tuple(replace(line, undone=line.count == 5) for line in lines)
    assert "Hit, 2 over DV" in card(struck)
    assert find_lines(tuple(replace(line, undone=True) for line in lines)) == ()


def test_a_fight_without_a_result_keeps_the_place() -> None:
    assert "Results appear here." in card(log(turn(1)))
    assert "Results appear here." not in card(log(turn(1)), battle=None)


def test_a_secret_is_marked_so() -> None:
    html = card(log(at(1, result("Ysane rolls.", secret=True))))
    assert 'class="came is-secret"' in html
    assert "secret</span>" in html


def test_names_and_words_are_escaped() -> None:
    told = make_result([name_person("", "<b>Mira</b>")])
    assert "<b>Mira" not in card(log(at(1, event("<i>So</i>", result=told, verdict=word("<u>")))))


def said(lines: tuple[LogLine, ...]) -> str:
    live_scenes.forget()
    html = drawing.regions(storyteller_board(log=lines, offers=(), battle=None))["status"]
    return html.split('id="said">')[1].split("</p>")[0]


def test_a_result_is_announced_once_with_the_health_after() -> None:
    told = "Hit, 2 over DV. Ysane hits. Captain Deruvin: Health: 1 lethal, 1 bashing of 7 boxes, penalty −1."
    assert said(log(*ATTACK)) == told
    assert said(log(*ATTACK, turn(3))) == "The wheel moves to tick 15."


def test_a_card_is_drawn_again_only_when_it_shows_something_else(monkeypatch: pytest.MonkeyPatch) -> None:
    card(log(*ATTACK))
    drawn: list[str] = []
    monkeypatch.setattr("play.html.result_card.draw_result", lambda *_: drawn.append("again"))
    drawing.regions(board(log=log(*ATTACK, turn(3))))
    assert drawn == []


def seen_by(table: TaskTable, name: str) -> Board:
    return read_board(read_facts(table.scene.pk), seat_class_of(table.cast.membership(getattr(table.cast, name))))


@only("exalted2e", "v20da")
def test_a_secret_roll_is_a_card_for_those_alone_who_hear_it(table: TaskTable) -> None:
    table.say(table.cast.player, "/roll 5 secret")
    for name in ("player", "storyteller"):
        assert "is-secret" in drawing.regions(seen_by(table, name))["result"]
    for name in ("rival", "spectator"):
        assert "came" not in drawing.regions(seen_by(table, name))["result"]


@only("exalted3e", "wod2004")
def test_a_roll_outside_a_fight_shows_the_face_of_the_one_who_rolled(table: TaskTable) -> None:
    heroine = table.cast.heroine
    heroine.portrait_name = "abc"
    heroine.save()
    table.set_task(title="The lock")
    table.roll(table.cast.player, heroine)
    for name in ("player", "rival", "storyteller"):
        html = drawing.regions(seen_by(table, name))["result"]
        assert heroine.face_url in html
        assert "tok--own" in html  # a fellow player's character is no foe


@only("exalted2e")
def test_nobody_is_given_the_face_of_a_hidden_character(table: TaskTable) -> None:
    lurker = table.cast.lurker
    lurker.portrait_name = "abc"
    lurker.save()
    table.act(table.cast.storyteller, moves.Say("/roll 3"))
    assert lurker.hidden
    assert lurker.name not in seen_by(table, "player").faces_by_name
    assert lurker.name in seen_by(table, "storyteller").faces_by_name
