"""Fights of the World of Darkness that chance seldom sets up: both the real battle and the simulator play them."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from rules.forecast import TACTICS, forecast
from rules.forecast.law import check_fight
from rules.wod2004.defense import base_defense
from rules.wod2004.forecast.forecaster import FORECASTER
from rules.wod2004.options import Options
from tests.rules.wod2004.table import Table

pytestmark = pytest.mark.walk

KNIFE = {"weapons": ["throwing_knife"], "in_hand": "throwing_knife", "athletics": 5}
SPENDING = {"red": TACTICS["spending"], "blue": TACTICS["spending"]}


def stage(options: Options | None = None, **changes: Any) -> Table:
    """Two against two; the changes are for the sheets of the first."""
    table = Table(options)
    table.add("ada", "ada", archetype="thug", **changes)
    table.add("ben", "ben", archetype="mortal")
    table.add("guard", archetype="officer")
    table.add("thug", archetype="thug")
    return table


def stand_ready(table: Table) -> None:
    """Nothing is special but the sheets."""


def lie_dying(table: Table) -> None:
    """Ben bleeds, minute after minute, while the others cannot hurt each other."""
    table.set("ben", track="X" * table.who("ben").boxes, dying_turns=3)
    for id in ("ada", "guard", "thug"):
        table.set(id, suit=replace(table.who(id).suit, general=9, ballistic=9))


def lie_in_care(table: Table) -> None:
    table.set("ben", track="X" * table.who("ben").boxes, stable=True)


def stand_still(table: Table) -> None:
    """Without Speed nothing is left of a turn after the action, so that the next begins at once."""
    for id in ("ada", "guard", "thug"):
        table.set(id, speed=0, track="/" * table.who(id).boxes)


def stagger(table: Table) -> None:
    for one in table.state.combatants:
        table.set(one.id, track="/" * one.boxes, willpower=2, traits={**one.traits, "stamina": 0})


def be_hurt(table: Table) -> None:
    for one in table.state.combatants:
        table.set(one.id, track="*XX//"[: one.boxes])


def take_cover(table: Table) -> None:
    for one in table.state.combatants:
        table.set(one.id, cover=1, structure=3)


def be_armored(table: Table) -> None:
    for one in table.state.combatants:
        table.set(one.id, suit=replace(one.suit, general=3, ballistic=3))


def throw_a_spear(table: Table) -> None:
    """As long as it is in hand, it keeps those without weapons at a distance."""
    spear = replace(table.who("ada").arms[0], guard=4)
    table.set("ada", arms=(spear, *table.who("ada").arms[1:]))
    for id in ("guard", "thug"):
        table.set(id, drawn="", traits={**table.who(id).traits, "brawl": 5})


def need_care_again(table: Table) -> None:
    """Ben, who was in care once, falls at the first blow, and nobody else can hurt anybody."""
    table.set("ben", track="X" * (table.who("ben").boxes - 1), stable=True, base_defense=base_defense(0, 0))
    table.set("thug", drawn="knife", traits={**table.who("thug").traits, "weaponry": 12})
    table.set("ada", suit=replace(table.who("ada").suit, general=30, ballistic=30))
    for id in ("guard", "thug"):
        table.set(id, suit=replace(table.who(id).suit, general=30, ballistic=30))


SITUATIONS: dict[str, tuple[dict[str, Any], Callable[[Table], None]]] = {
    "a thrown knife is gone": (KNIFE, stand_ready),
    "fire does aggravated harm": ({"own_weapons": "Torch: weaponry, 3A", "in_hand": "own_1"}, be_hurt),
    "a thrown spear no longer guards": (KNIFE, throw_a_spear),
    "armor is pierced": ({"own_weapons": "Pick: weaponry, 2L, AP 2", "in_hand": "own_1"}, be_armored),
    "cover is shot to pieces": ({}, take_cover),
    "the dying bleed": ({}, lie_dying),
    "new harm ends the care": ({}, need_care_again),
    "those in care do not": ({}, lie_in_care),
    "without Speed a turn ends by itself": ({}, stand_still),
    "with a full track one must stay awake": ({}, stagger),
}


@pytest.mark.parametrize("said", SITUATIONS)
@pytest.mark.parametrize("returns", [False, True])
def test_what_happens_by_the_rules_is_simulated(said: str, returns: bool) -> None:
    changes, prepare = SITUATIONS[said]
    table = stage(Options(return_willpower=returns), **changes)
    prepare(table)
    for seed in range(6):
        for plans in ({}, SPENDING):
            check_fight(FORECASTER, table.state, plans, seed, 45)


def test_a_dying_combatant_is_dead_after_its_last_minute() -> None:
    table = stage()
    lie_dying(table)
    boxes = table.who("ben").boxes
    table.set("ben", track="*" * (boxes - 1) + "X")
    assert check_fight(FORECASTER, table.state, {}, 1, 30).fates[1] == "dead"


@pytest.mark.parametrize("points", [0, 3])
def test_a_spending_side_wins_more_often(points: int) -> None:
    def wins(plans: Any) -> float:
        table = Table()
        table.add("ada", "ada", archetype="thug")
        table.add("thug", archetype="thug")
        table.set("ada", willpower=points)
        return [*forecast(FORECASTER, table.state, plans, 1000)][-1].sides["red"].share

    gain = wins({"red": TACTICS["spending"]}) - wins({})
    assert gain > 0.05 if points else gain == 0
