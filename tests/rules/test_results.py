"""What the rules call a result: who did what to whom, and how those it changed are right after it."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from rules import get_system
from rules.battle import Event, Seat
from rules.battle.engine import Battle
from rules.exalted3e import events as ladder
from rules.exalted3e import moves as ladder_moves
from rules.exalted3e.health import Health
from rules.text import EMPTY
from rules.view import ChangeView, ResultView
from rules.wod2004 import events as order
from rules.wod2004 import moves as order_moves
from tests.rules.exalted2e.table import hits, make_duel
from tests.rules.exalted3e.builders import battle as on_ladder
from tests.rules.exalted3e.builders import fighter, play
from tests.rules.v20da.table import duel as make_night
from tests.rules.wod2004.table import duel as make_brawl

PLAYER, SPECTATOR = Seat(characters=frozenset({"ada"})), Seat()
WHEEL, LADDER, ORDER, CARDS = (get_system(key).battle for key in ("exalted2e", "exalted3e", "wod2004", "v20da"))


def results(rules: Battle[Any, Any], events: Iterable[Event], seat: Seat = SPECTATOR) -> list[ResultView]:
    """The results among the events, as the seat is told them."""
    told = (rules.view_event(event, seat) for event in events)
    return [shown["result"] for shown in told if shown is not None and "result" in shown]


def marks(boxes: Sequence[Any]) -> str:
    """The marks of a track, with a dot for an empty box."""
    return "".join(box["mark"] or "." for box in boxes)


def tell(change: ChangeView) -> tuple[Any, ...]:
    """Whose health it was, before and after, and what has become of them."""
    before = marks(change["boxes_before"]) if "boxes_before" in change else None
    return change["whose"]["name"], before, marks(change.get("boxes", ())), [*change["states"]]


def strike_on_the_wheel() -> list[Event]:
    table = make_duel()
    table.strike("ann", "bo")
    return table.defend("parry", *hits(8, 10), *hits(2, 8), *hits(2, 4))


def strike_on_the_ladder() -> list[Event]:
    state = on_ladder(fighter("ann"), fighter("bob", "blue"), turn="ann")
    return play(state, ladder_moves.Attack("ann", "bob", "decisive"), [7, 7, 1, 2, 3, 4, 10, 7, 8, 1, 2, 3])[1]


def strike_in_the_order() -> list[Event]:
    table = make_brawl()
    table.do(order_moves.Attack("ada", "unarmed", ("thug",)))
    return table.do(order_moves.AnswerDefense(table.prompt, "defense"), 8, 8)


def strike_at_night() -> list[Event]:
    table = make_night()
    table.declare("foe", "wait")
    table.declare("ada", attack="strike", target="foe", seat=PLAYER)
    table.reveal()
    table.move("MakeAttack", (), PLAYER, actor="ada", target="foe")
    faces = [7, 8, 9, 2, 7, 7, 7, 2, 2, 2, 2]
    return table.move("AnswerDefense", faces, prompt="attack-1-defense", defense="none")


STRIKES = [
    (WHEEL, strike_on_the_wheel, "Ann", "Bo", (".......", "ll.....")),
    (LADDER, strike_on_the_ladder, "Ann", "Bob", (".......", "lll....")),
    (ORDER, strike_in_the_order, "Ada", "Thug", ("........", "bb......")),
    (CARDS, strike_at_night, "Ada", "Foe", (".......", "bbb....")),
]


@pytest.mark.parametrize(
    ("rules", "strike", "who", "whom", "health"), STRIKES, ids=lambda case: getattr(case, "system", "")
)
def test_a_blow_tells_who_struck_whom_and_the_health_after(
    rules: Battle[Any, Any], strike: Any, who: str, whom: str, health: tuple[str, str]
) -> None:
    for seat in (SPECTATOR, PLAYER):
        told = results(rules, strike(), seat)
        assert {person["name"] for person in told[0]["who"]} == {who}
        assert {person["name"] for result in told for person in result["whom"]} == {whom}
        (hurt,) = [change for result in told for change in result["changes"] if "boxes" in change]
        assert tell(hurt) == (whom, *health, [])


def crash() -> list[ResultView]:
    state = on_ladder(fighter("ann"), fighter("bob", "blue", initiative=2), turn="ann")
    faces = [7, 7, 7, 7, 1, 2, 3, 4, 7, 8, 9, 1, 2, 3, 4, 5]
    return results(LADDER, play(state, ladder_moves.Attack("ann", "bob", "withering"), faces)[1])


def test_a_crash_is_told_with_the_initiative_before_and_after() -> None:
    crashed = [change for result in crash() for change in result["changes"] if "Crash" in change["states"]]
    assert [(c["whose"]["name"], c["figures"][0]["was"], c["figures"][0]["now"]) for c in crashed] == [("Bob", 2, -1)]


@pytest.mark.parametrize(("cause", "stands"), [("attack", True), ("other", True), ("own", False)])
def test_what_somebody_pays_for_an_own_action_is_no_result_by_itself(cause: str, stands: bool) -> None:
    changed = ladder.InitiativeChanged(
        actor="a", actor_name="Ann", was=5, now=4, cause=cause, by="", reason=EMPTY, rule="", crashed=False,
        recovered=False,
    )  # fmt: skip
    assert [result["stands"] for result in results(LADDER, [changed])] == [stands]
    assert [result["stands"] for result in results(LADDER, [replace(changed, now=0, crashed=True)])] == [True]


def test_wounds_of_version_0_1_are_told_without_what_was_before() -> None:
    marked = ladder.HealthMarked(
        actor="a", actor_name="Ann", damage_type="lethal", levels=2, health=Health(lethal=2), penalty=1,
        incapacitated=False, outcome=None,
    )  # fmt: skip
    (change,) = results(LADDER, [marked])[0]["changes"]
    assert tell(change) == ("Ann", None, "ll.....", [])


def test_a_death_is_a_state() -> None:
    harmed = order.Harmed(
        actor="a", actor_name="Ann", amount=1, type="lethal", before="XXXXXX/", after="XXXXXXX", boxes=7,
        condition="dying",
    )  # fmt: skip
    (change,) = results(ORDER, [harmed])[0]["changes"]
    assert tell(change) == ("Ann", "llllllb", "lllllll", ["dying"])


@pytest.mark.parametrize("rules", [WHEEL, LADDER, ORDER, CARDS], ids=lambda rules: rules.system)
def test_only_what_came_of_something_is_a_result(rules: Battle[Any, Any]) -> None:
    assert set(rules.results) <= {*rules.events.classes.values()}
    told = {cls.__name__ for cls in rules.results}
    assert not told & {"TickAdvanced", "TurnBegun", "RoundBegun", "TurnBegan", "TurnStarted", "Moved", "Spent", "Asked"}
    assert "AttackResolved" in told


def test_nobody_hears_the_result_of_a_secret() -> None:
    secret = replace(strike_in_the_order()[-1], audience=("ben",))
    assert results(ORDER, [secret]) == results(ORDER, [secret], PLAYER) == []
    assert results(ORDER, [secret], Seat(characters=frozenset({"ben"})))
