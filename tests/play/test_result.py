"""The result: which lines it gathers, what it shows to whom, and when it is told anew."""

from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from play.commands.moves import BringFoes
from play.seats.results import find_lines, gather_result, say_result
from play.stage.facts import make_facts
from play.table.lines import LogLine
from play.table.live_scene import live_scenes
from rules.battle.results import make_change, make_result, name_person
from rules.text import Text, word
from rules.view import EventView
from tests.play.facts_of import facts_of
from tests.play.fixtures import board, boxes, event, log, storyteller_board, thrown
from tests.play.tasking import TaskTable, only
from tests.play.test_group_orders import Skirmish

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


def tell(lines: tuple[LogLine, ...]) -> Any:
    """The facts of a board with this log."""
    live_scenes.forget()
    return make_facts(board(log=lines))


def card(lines: tuple[LogLine, ...]) -> Any:
    return tell(lines)["result"]


def test_of_a_deadly_blow_the_result_and_the_log_say_who_struck() -> None:
    blow = {"hit": True, "harm": "lethal", "points": 6}
    wounded = result("Deruvin takes 6 lethal.", hurt("", "llllll"), exchange="x1", verdict=word("Dying"))
    struck = result("Ysane attacks Deruvin: 6 lethal.", exchange="x1", verdict=word("6 lethal"), blow=blow)
    lines = log(at(1, struck), at(1, wounded))
    told = tell(lines)
    for shown in (told["result"], *told["log"].values()):
        assert (shown["line"], shown["verdict"]) == ("Ysane attacks Deruvin: 6 lethal.", "Dying")


def test_a_card_of_an_aborted_defense_shows_who_struck_whom() -> None:
    aborts = make_result([DERUVIN], [], stands=True)
    lines = log(
        at(1, event("The captain aborts.", exchange="x1", steps=DICE, result=aborts)),
        at(1, result("Ysane misses.", exchange="x1")),
    )
    drawn = gather_result(lines, find_lines(lines))
    assert [person["name"] for person in (*drawn.who, *drawn.whom)] == [YSANE["name"], DERUVIN["name"]]


def test_an_attack_is_one_result_whatever_follows_it() -> None:
    lines = log(*ATTACK)
    assert [line.count for line in find_lines(lines)] == [3, 2]
    drawn = gather_result(lines, find_lines(lines))
    assert (drawn.number, drawn.home, drawn.entry.verdict) == (3, 1, "Hit, 2 over DV")
    told = card(lines)
    assert (told["number"], told["home"], told["line"], told["verdict"]) == (3, 1, "Ysane hits.", "Hit, 2 over DV")
    assert [throw["dice"][0] for throw in told["dice"]] == [(8, 1, "hit")] * 2
    (change,) = told["changes"]
    assert (change["boxes_before"][:2], [mark for mark, _penalty in change["boxes"][:2]]) == (["b", ""], ["l", "b"])
    assert told["is_newest"]


def test_bookkeeping_and_words_never_take_the_place_of_a_result() -> None:
    later = [at(3 + n, event(f"Somebody says {n}.")) for n in range(20)]
    told = card(log(*ATTACK))
    assert told.pop("is_newest")
    assert card(log(*ATTACK, *later)) == told


def test_the_next_result_takes_the_place() -> None:
    assert card(log(*ATTACK, at(9, result("Ysane rolls.", verdict=word("Success")))))["verdict"] == "Success"


def test_what_does_not_stand_by_itself_is_told_with_the_results_of_its_command() -> None:
    held = result("The captain is held.", make_change(DERUVIN, states=[word("held")]), stands=False, steps=[])
    assert find_lines(log(at(1, held))) == ()
    assert card(log(*ATTACK[:3], at(2, held)))["changes"][0]["states"] == ["held"]


def test_health_is_told_from_before_the_first_blow_to_after_the_last() -> None:
    lines = log(
        at(2, result("One.", hurt("", "b", "dying"), exchange="x1")),
        at(2, result("Two.", hurt("b", "lb", "dead"), exchange="x2")),
    )
    (change,) = gather_result(lines, find_lines(lines)).changes
    assert (change["boxes_before"], change["boxes"], change["states"]) == (boxes(""), boxes("lb"), ["dead"])


def test_of_two_blows_of_one_command_everybody_is_shown_their_own() -> None:
    other = make_result([name_person("os", "Brother Oskel")], [DERUVIN])
    lines = log(*ATTACK[1:3], at(2, event("Oskel hits.", steps=DICE, verdict=word("Hit, 0 over DV"), result=other)))
    for own, verdict, rest in (
        ((), "Hit, 0 over DV", "Hit, 2 over DV"),
        (("Ysane of the Reeds",), "Hit, 2 over DV", "Hit, 0 over DV"),
    ):
        drawn = gather_result(lines, find_lines(lines), own)
        assert drawn.entry.verdict == verdict
        assert [entry.verdict for entry in drawn.others] == [rest]


def test_an_attack_of_an_earlier_fight_with_the_same_id_is_another() -> None:
    lines = log(*ATTACK, at(5, event("A fight starts.", kind="BattleOpened")), at(6, result("Anew.", exchange="x1")))
    assert [line.count for line in find_lines(lines)] == [6]


def test_the_log_tells_the_health_after_as_the_result_does() -> None:
    told = tell(log(*ATTACK))
    (change,) = told["log"]["1"]["changes"]
    assert [change] == told["result"]["changes"]
    assert change["name"] == "Captain Deruvin"
    assert change["health_says"] == "Health: 1 lethal, 1 bashing of 7 boxes, penalty −1"
    assert "changes" not in tell(log(turn(1)))["log"]["1"]


def test_one_line_of_the_log_tells_the_health_after_too() -> None:
    (change,) = tell(log(at(1, result("A beam falls.", hurt("", "l", "prone")))))["log"]["1"]["changes"]
    assert (change["states"], change["boxes"][0]) == (["prone"], ("l", "0"))


def test_an_order_tells_the_health_after_its_last_blow() -> None:
    lines = log(
        at(2, result("One.", hurt("", "b"), exchange="x1", order="o")),
        at(3, result("Two.", hurt("b", "lb", "dead"), exchange="x2", order="o")),
    )
    (entry,) = tell(lines)["log"].values()
    (change,) = entry["changes"]
    assert change["health_says"].startswith("Health: 1 lethal, 1 bashing of 7 boxes")


def test_a_verdict_that_the_sentence_says_is_announced_once() -> None:
    for verdict, told in (("3 lethal", ("Shot: 3 lethal.",)), ("Hit", ("Hit", "Shot: 3 lethal."))):
        lines = log(at(1, result("Shot: 3 lethal.", verdict=word(verdict))))
        assert say_result(gather_result(lines, find_lines(lines))) == told


def test_an_initiative_below_nought_is_announced_with_a_true_minus() -> None:
    crashed = make_change(DERUVIN, figures=[{"label": Text("Initiative"), "was": 1, "now": -3}])
    lines = log(at(1, result("Ysane hits.", crashed)))
    assert say_result(gather_result(lines, find_lines(lines)))[-1] == "Captain Deruvin: Initiative −3"


def ordered(number: int, *, is_hit: bool) -> tuple[EventView, dict[str, Any]]:
    """The blow of one of a group, by an order."""
    blow = {"hit": is_hit, "harm": "lethal", "points": 2 * is_hit}
    return at(2, result(f"Guard {number} strikes.", exchange=f"x{number}", order="o", blow=blow))


def test_blows_of_one_order_are_one_card_with_their_sum_and_a_single_one_is_told_for_itself() -> None:
    given = at(2, event("Guard × 2: Strike.", kind="OrderGiven", order="o"))
    lines = log(given, ordered(1, is_hit=True), ordered(2, is_hit=False))
    drawn = gather_result(lines, find_lines(lines))
    assert (drawn.entry.line, drawn.others) == ("Guard × 2: Strike. 1 of 2 hit, 2 lethal.", ())
    alone = log(given, ordered(1, is_hit=True))
    assert gather_result(alone, find_lines(alone)).entry.line == "Guard 1 strikes."


@pytest.mark.django_db
def test_the_log_tells_nobody_how_those_are_whom_they_do_not_see() -> None:
    fight = Skirmish("wod2004", guards=1)  # elsewhere a blow brings those who hide into the open
    fight.act(BringFoes("Lurker", "thug", "Toll", "knife", count=2, hidden=True))
    for _ in range(40):
        if "Lurker" in _read_changes(fight):
            break
        _let_lurkers_fight(fight)
    assert "Lurker" in _read_changes(fight)
    hidden = [who["name"] for who in fight.guards if who["hidden"]]
    assert hidden
    for user in (fight.cast.player, fight.cast.rival, fight.cast.spectator):
        told = str(facts_of(fight.table.scene, fight.cast.membership(user)))
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


def _read_changes(fight: Skirmish) -> str:
    """What the Storyteller's log says of how people are afterwards."""
    log = facts_of(fight.table.scene, fight.cast.membership(fight.cast.storyteller))["log"].values()
    return str([entry.get("changes") for entry in log])


def test_a_rewind_takes_the_result_back() -> None:
    newest = at(9, result("Ysane rolls.", verdict=word("Botch")))
    lines = log(*ATTACK, newest)
    struck = tuple(replace(line, undone=line.count == 5) for line in lines)
    assert card(struck)["verdict"] == "Hit, 2 over DV"
    assert find_lines(tuple(replace(line, undone=True) for line in lines)) == ()


def test_where_nothing_came_of_anything_there_is_no_result() -> None:
    assert "result" not in tell(log(turn(1)))


def test_a_secret_is_marked_so() -> None:
    assert card(log(at(1, result("Ysane rolls.", secret=True))))["is_secret"]
    assert "is_secret" not in card(log(at(1, result("Ysane rolls."))))


def said(lines: tuple[LogLine, ...]) -> str:
    live_scenes.forget()
    return make_facts(storyteller_board(log=lines, offers=(), battle=None))["said"]["text"]


def test_a_result_is_announced_once_with_the_health_after() -> None:
    told = "Hit, 2 over DV. Ysane hits. Captain Deruvin: Health: 1 lethal, 1 bashing of 7 boxes, penalty −1."
    assert said(log(*ATTACK)) == told
    assert said(log(*ATTACK, turn(3))) == "The wheel moves to tick 15."


def test_a_result_is_told_anew_only_when_it_says_something_else() -> None:
    lines = log(*ATTACK)
    before, later = card(lines), log(*ATTACK, turn(3))
    now: Any = make_facts(board(log=(later[0], *lines)))
    assert now["result"]["dice"] is before["dice"]


def seen_by(table: TaskTable, name: str) -> Any:
    return facts_of(table.scene, table.cast.membership(getattr(table.cast, name)))


@only("exalted2e", "v20da")
def test_a_secret_roll_is_a_result_for_those_alone_who_hear_it(table: TaskTable) -> None:
    table.say(table.cast.player, "/roll 5 secret")
    for name in ("player", "storyteller"):
        assert seen_by(table, name)["result"]["is_secret"]
    for name in ("rival", "spectator"):
        assert "result" not in seen_by(table, name)


@only("exalted3e", "wod2004")
def test_a_roll_outside_a_fight_shows_the_face_of_the_one_who_rolled(table: TaskTable) -> None:
    heroine = table.cast.heroine
    heroine.portrait_name = "abc"
    heroine.save()
    table.set_task(title="The lock")
    table.roll(table.cast.player, heroine)
    for name in ("player", "rival", "storyteller"):
        told = seen_by(table, name)
        assert [one["name"] for one in told["result"]["who"]] == [heroine.name]
        member = told["party"]["members"][str(heroine.pk)]
        assert member["portrait"] == heroine.face_url
        assert member["own"], "a fellow player's character is no foe"
