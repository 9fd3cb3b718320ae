"""The way to a goal: as cheap as the books allow, and in an order in which each step may be bought."""

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import SYSTEMS, get_system
from rules.codec import encode
from rules.errors import BadInput
from rules.paths import write_path
from rules.planning import MAX_GOALS, find_way
from rules.raising import DAY, WEEK

FIRST = {system: next(iter(get_system(system).sheets.archetypes)) for system in SYSTEMS}


def sheet_of(system: str, archetype: str = "", **values: Any) -> Any:
    """A sheet's JSON with some places changed."""
    rules = get_system(system).sheets
    data: Any = encode(rules.parse(rules.blank(archetype or FIRST[system])))
    for path, value in values.items():
        data = write_path(data, path.replace("__", "."), value)
    return data


def test_a_goal_beyond_the_cap_asks_for_the_trait_that_lifts_it() -> None:
    rules = get_system("exalted2e")
    sheet = sheet_of("exalted2e", "dawn", essence=2, abilities__melee=5, attributes__wits=3)
    way = find_way(rules, sheet, {"abilities.melee": 6, "attributes.wits": 4}, rules.options())
    told = [(leg.label, leg.before, leg.after, leg.needed_for) for leg in way.legs]
    assert told == [("Essence", 2, 6, "Melee"), ("Melee", 5, 6, ""), ("Wits", 3, 4, "")]
    assert way.points == 16 + 24 + 32 + 40 + 9 + 12
    assert way.seconds == way.shortest == sum(leg.price.seconds for leg in way.legs)


def test_trainings_beside_each_other_last_as_long_as_the_longest() -> None:
    rules = get_system("exalted3e")
    sheet = sheet_of("exalted3e", "solar", favored=[], attributes__wits=2, abilities__lore=1)
    way = find_way(rules, sheet, {"attributes.wits": 3, "abilities.lore": 2}, rules.options())
    assert (way.seconds, way.shortest) == (3 * 28 * DAY + 2 * WEEK, 3 * 28 * DAY)


def test_a_goal_that_is_reached_costs_nothing() -> None:
    rules = get_system("wod2004")
    assert find_way(rules, sheet_of("wod2004"), {"attributes.wits": 1}, rules.options()).legs == ()


TOO_MANY = {f"attributes.x{number}": 1 for number in range(MAX_GOALS + 1)}


@pytest.mark.parametrize("goals", [{"essence": 2}, {"attributes.wits": 9}, {"": 1}, TOO_MANY])
def test_what_cannot_be_reached_is_said(goals: dict[str, int]) -> None:
    rules = get_system("exalted3e")
    with pytest.raises(BadInput):
        find_way(rules, sheet_of("exalted3e"), goals, rules.options())


@pytest.mark.parametrize("system", SYSTEMS)
@settings(max_examples=5)
@given(st.data())
def test_every_order_costs_the_same_and_ends_at_the_goals(system: str, data: st.DataObject) -> None:
    rules = get_system(system)
    sheet, options = sheet_of(system), rules.options()
    raises = [one for one in rules.experience.raises(rules.sheets.parse(sheet), options) if one.value < one.cap]
    chosen = data.draw(st.lists(st.sampled_from(raises), min_size=1, max_size=3, unique=True))
    goals = {one.path: data.draw(st.integers(one.value + 1, one.cap)) for one in chosen}
    ways = [find_way(rules, sheet, dict(order), options) for order in permutations(goals.items())]
    assert len({way.points for way in ways}) == 1
    for way in ways:
        assert {leg.path: leg.after for leg in way.legs if not leg.needed_for} == goals
        assert way.shortest <= way.seconds
