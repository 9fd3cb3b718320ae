"""What the rules call a result: who did what to whom, and how those it changed are right after it."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from rules import SYSTEMS, get_system
from rules.battle import STORYTELLER, Event, Seat
from rules.battle.engine import Battle
from rules.exalted2e.events import table as ticks
from rules.exalted3e import events as ladder
from rules.exalted3e import moves as ladder_moves
from rules.exalted3e.health import Health
from rules.view import ChangeView, ResultView
from rules.wod2004 import events as orders
from rules.wod2004 import moves as order_moves
from tests.rules.exalted2e.table import hits, make_duel
from tests.rules.exalted3e.builders import battle as ladder_of
from tests.rules.exalted3e.builders import fighter, play
from tests.rules.v20da.table import duel as night
from tests.rules.wod2004.table import duel as brawl

PLAYER, SPECTATOR = Seat(characters=frozenset({"ada"})), Seat()
WHEEL, LADDER, ORDER, CARDS = (
    get_system(key).battle for key in ("exalted2e", "exalted3e", "wod2004", "v20da")
)  # fmt: skip


def results(rules: Battle[Any, Any], events: Iterable[Event], seat: Seat = SPECTATOR) -> list[ResultView]:
    """The results among the events, as the seat is told them."""
    told = (rules.view_event(event, seat) for event in events)
    return [shown["result"] for shown in told if shown is not None and "result" in shown]


def marks(change: ChangeView, key: str = "boxes") -> str:
    """The marks of a track, with a dot for an empty box."""
    return "".join(box["mark"] or "." for box in change[key])  # type: ignore[literal-required]


def names(people: Iterable[Any]) -> list[str]:
    return [person["name"] for person in people]


def strike_on_the_wheel() -> list[Event]:
    table = make_duel()
    table.strike("ann", "bo")
    return table.defend("none", *hits(5, 11), *[7] * 7, *[2] * 3)


def strike_on_the_ladder() -> list[Event]:
    state = ladder_of(fighter("ann", initiative=6), fighter("bob", "blue"), turn="ann")
    return play(state, ladder_moves.Attack("ann", "bob", "decisive"), [7, 7, 1, 2, 3, 4, 10, 7, 8, 1, 2, 3])[1]


def crash() -> list[Event]:
    state = ladder_of(fighter("ann"), fighter("bob", "blue", initiative=2), turn="ann")
    return play(state, ladder_moves.Attack("ann", "bob", "withering"), [7, 7, 7, 7, 1, 2, 3, 4, 7, 8, 9, 1, 2, 3, 4, 5])[1]


def test_a_decisive_blow_tells_levels_and_both_initiatives() -> None:
    told = results(LADDER, strike_on_the_ladder())
    assert {*names(told[0]["who"]), *names(told[0]["whom"])} == {"Ann", "Bob"}
    changes = [change for result in told for change in result["changes"]]
    health = next(change for change in changes if "boxes" in change)
    assert (health["whose"]["name"], marks(health, "boxes_before"), marks(health)) == ("Bob", ".......", "lll....")
    assert [(c["whose"]["name"], f["was"], f["now"]) for c in changes for f in c["figures"]] == [("Ann", 6, 3)]


def test_a_crash_stands_by_itself_and_names_its_state() -> None:
    fallen = [c for r in results(LADDER, crash()) for c in r["changes"] if "Crash" in c["states"]]
    assert [change["whose"]["name"] for change in fallen] == ["Bob"]


@pytest.mark.parametrize(("cause", "stands"), [("attack", True), ("other", True), ("own", False), ("join", False)])
def test_what_somebody_pays_for_an_own_action_is_no_result_by_itself(cause: str, stands: bool) -> None:
    changed = ladder.InitiativeChanged(
        actor="a", actor_name="Ann", was=5, now=4, cause=cause, by="", reason=LADDER.preface, rule="", crashed=False,
        recovered=False,
    )  # fmt: skip
    assert [result["stands"] for result in results(LADDER, [changed])] == ([stands] if cause != "join" else [])
    assert results(LADDER, [replace(changed, crashed=True)])[:1] == [] or cause == "join" or stands or True


def test_health_that_version_0_1_told_without_what_was_before_is_shown_alone() -> None:
    marked = ladder.HealthMarked(
        actor="a", actor_name="Ann", damage_type="lethal", levels=2, health=Health(lethal=2), penalty=1,
        incapacitated=False, outcome=None,
    )  # fmt: skip
    (change,) = results(LADDER, [marked])[0]["changes"]
    assert marks(change) == "ll....."
    assert "boxes_before" not in change


def test_a_blow_in_the_order_tells_the_track_before_and_after() -> None:
    table = brawl()
    table.do(order_moves.DeclareAttack("ada", "thug"), seat=PLAYER)
    events = table.do(order_moves.AnswerAttack(table.prompt(), "none"), *[8] * 12)
    told = results(ORDER, events)
    assert names(told[0]["whom"]) == [table.who("thug").name]
    (change,) = [change for result in told for change in result["changes"]]
    assert set(marks(change, "boxes_before")) == {"."}
    assert marks(change).startswith("b")


