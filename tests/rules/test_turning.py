"""What the rules call a turning point of a fight, and what nobody is told of it."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import pytest

from rules.battle import STORYTELLER, Event, Seat
from rules.battle.engine import Battle
from rules.battle.turning import TURNS, TurningPoint
from rules.dice import ScriptedRoller
from rules.exalted3e import events as ladder
from rules.exalted3e import moves as ladder_moves
from rules.pool import Pool
from rules.text import Text
from rules.v20da import events as cards
from rules.v20da.health.levels import Health
from rules.wod2004 import events as order
from tests.rules.exalted2e.table import make_duel
from tests.rules.exalted3e.builders import battle as on_ladder
from tests.rules.exalted3e.builders import fighter, play
from tests.rules.test_results import CARDS, LADDER, ORDER, SPECTATOR, STRIKES, WHEEL, strike_in_the_order
from tests.rules.v20da.table import duel as make_night
from tests.rules.wod2004.table import duel as make_brawl

SOMEBODY: dict[str, Any] = {"actor": "a", "actor_name": "Ann"}
FIGHTS: dict[str, Callable[[], Any]] = {
    "exalted2e": lambda: make_duel().state,
    "exalted3e": lambda: on_ladder(fighter("ann"), fighter("bob", "blue"), turn="ann"),
    "wod2004": lambda: make_brawl().state,
    "v20da": lambda: make_night().state,
}


def turns(rules: Battle[Any, Any], events: Iterable[Event], seat: Seat = SPECTATOR) -> list[TurningPoint]:
    """The turning points among the events, as the seat is told them."""
    return [point for event in events if (point := rules.find_turning_point(event, seat)) is not None]


@pytest.mark.parametrize(
    ("rules", "strike"), [case[:2] for case in STRIKES], ids=lambda case: getattr(case, "system", "")
)
def test_a_wound_is_the_first_blood_of_its_fight(rules: Battle[Any, Any], strike: Any) -> None:
    (point,) = turns(rules, strike())
    assert point.draws_blood
    assert point.name(is_first=True) == "First blood"
    assert point.name(is_first=False) in ("", "Decisive attack")  # in the Third Edition each of them turns a fight


def test_a_crash_is_a_turning_point() -> None:
    state = on_ladder(fighter("ann"), fighter("bob", "blue", initiative=2), turn="ann")
    faces = [7, 7, 7, 7, 1, 2, 3, 4, 7, 8, 9, 1, 2, 3, 4, 5]
    (point,) = turns(LADDER, play(state, ladder_moves.Attack("ann", "bob", "withering"), faces)[1])
    assert (point.turn, point.line[:15]) == ("crash", "Bob: Initiative")


def harm(condition: str, kind: str = "lethal", amount: int = 1, before: str = "XXXXXX/") -> Event:
    return order.Harmed(
        **SOMEBODY, amount=amount, type=kind, before=before, after="XXXXXXX", boxes=7, condition=condition
    )


@pytest.mark.parametrize(
    ("event", "turn"),
    [
        (harm("dying"), "felled"),
        (harm("dead"), "death"),
        (harm("dead", "bleeding"), "death"),
        (harm("dying", "bleeding", before="XXXXXXX"), None),
        (harm("dying", before="XXXXXXX"), "hurt"),
        (harm("dead", "aggravated", before="*******"), "hurt"),
        (harm(""), "hurt"),
        (harm("", amount=0), None),
    ],
)
def test_who_falls_and_who_dies(event: Event, turn: str | None) -> None:
    assert [point.turn for point in turns(ORDER, [event])] == ([turn] if turn else [])


@pytest.mark.parametrize(("before", "turn"), [("XXXXXX", "felled"), ("//////X", "hurt")])
def test_who_lies_already_is_not_felled_again(before: str, turn: str) -> None:
    lying = Health("mortal", "XXXXXXX", "incapacitated")
    struck = cards.Harmed(**SOMEBODY, levels=1, harm="lethal", before=before, health=lying, grace=None)
    assert [point.turn for point in turns(CARDS, [struck])] == [turn]


@pytest.mark.parametrize(("rules", "what", "value", "turn", "state"), [
    (WHEEL, "lethal", 7, "felled", "incapacitated"),
    (ORDER, "lethal", 8, "felled", "dying"),
    (ORDER, "aggravated", 8, "death", "dead"),
    (ORDER, "lethal", 1, None, ""),
    (CARDS, "lethal", 7, "felled", "Incapacitated"),
    (LADDER, "lethal", 7, "felled", "Incapacitated"),
], ids=lambda case: getattr(case, "system", ""))  # fmt: skip
def test_whom_the_storyteller_fells_by_a_ruling_is_told_of(
    rules: Battle[Any, Any], what: str, value: int, turn: str | None, state: str
) -> None:
    start = FIGHTS[rules.system]()
    foe = start.combatants[-1]
    ruling = rules.moves.decode({"kind": "Override", "actor": foe.id, "what": what, "value": value, "reason": ""})
    points = turns(rules, list(rules.decide(start, STORYTELLER, ruling, ScriptedRoller(()))), STORYTELLER)
    assert [point.turn for point in points] == ([turn] if turn else [])
    assert all(point.line.rstrip(".").endswith(state) for point in points)


def test_who_is_kept_from_death_is_told_of() -> None:
    pool = Pool(Text("Intelligence"), (), 1)
    for outcome, successes, turn in (("success", 1, "saved"), ("failure", 0, None), ("dramatic_failure", 0, "botch")):
        roll = order.RollResult(pool, (), successes, outcome)
        treated = order.TreatmentRolled(**SOMEBODY, target="b", target_name="Bo", roll=roll)
        assert [point.turn for point in turns(ORDER, [treated])] == ([turn] if turn else [])


@pytest.mark.parametrize(
    ("why", "turn"), [("incapacitated", "felled"), ("defeated", "felled"), ("dissolved", "felled"), ("escaped", None)]
)
def test_who_escapes_is_not_felled(why: str, turn: str | None) -> None:
    assert [point.turn for point in turns(LADDER, [ladder.WentOut(**SOMEBODY, why=why)])] == ([turn] if turn else [])


def test_a_botch_is_one_in_the_words_of_each_game() -> None:
    pool = Pool(Text("Wits"), (), 1)
    rolled = order.RollResult(pool, (), 0, "dramatic_failure")
    events: list[tuple[Battle[Any, Any], Event]] = [
        (ORDER, order.ActionRolled(**SOMEBODY, title=Text("Wits"), roll=rolled)),
        (
            LADDER,
            ladder.ActionRolled(**SOMEBODY, pool=pool, dice=(), successes=0, difficulty=1, outcome="botch"),
        ),
    ]
    for rules, event in events:
        assert [point.turn for point in turns(rules, [event])] == ["botch"]


@pytest.mark.parametrize("rules", [WHEEL, LADDER, ORDER, CARDS], ids=lambda rules: rules.system)
def test_the_tables_name_events_of_their_game(rules: Battle[Any, Any]) -> None:
    assert set(rules.turning) <= {*rules.events.classes.values()}
    revealed = rules.events.classes["CombatantRevealed"](**SOMEBODY)
    assert [(point.turn, point.name(is_first=True)) for point in turns(rules, [revealed])] == [
        ("revealed", TURNS["revealed"])
    ]


def test_nobody_hears_the_turning_point_of_a_secret() -> None:
    secret = replace(strike_in_the_order()[-1], audience=("ben",))
    hurt = replace(harm("dead"), audience=("ben",))
    assert turns(ORDER, [secret, hurt]) == []
    assert turns(ORDER, [hurt], Seat(characters=frozenset({"ben"})))
