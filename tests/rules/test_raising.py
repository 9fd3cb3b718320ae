"""What experience raises and buys, by the tables of the four books."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import SYSTEMS, get_system
from rules.codec import encode
from rules.errors import BadInput
from rules.paths import write_path
from rules.raising import DAY, GENERAL, WEEK, Price, Raise
from tests.rules.toy import SYSTEM as TOY

BEINGS = [(system, archetype) for system in SYSTEMS for archetype in get_system(system).sheets.archetypes]


def sheet_of(system: str, archetype: str, **values: Any) -> Any:
    """A sheet with some places changed: two underscores stand for the dot of a path."""
    rules = get_system(system).sheets
    data: Any = encode(rules.parse(rules.blank(archetype)))
    for path, value in values.items():
        data = write_path(data, path.replace("__", "."), value)
    return rules.parse(data)


def raised(system: str, sheet: Any, path: str, after: int) -> Price:
    """The price of a raise from where the trait stands."""
    rules, options = get_system(system).experience, get_system(system).options()
    found = next(one for one in rules.raises(sheet, options) if one.path == path)
    return rules.price(sheet, path, found.value, after, options)


RAISES = [
    ("exalted2e", "dawn", {"attributes__strength": 3}, "attributes.strength", 5, (12, 16), 28 * 7 * DAY),
    ("exalted2e", "dawn", {"abilities__melee": 3}, "abilities.melee", 4, (5,), 0),
    ("exalted2e", "dawn", {"abilities__lore": 0, "favored": []}, "abilities.lore", 2, (3, 2), 4 * WEEK),
    ("exalted2e", "dawn", {"essence": 2}, "essence", 4, (16, 24), 3 * 28 * DAY),
    ("exalted2e", "dawn", {"virtues__valor": 3}, "virtues.valor", 4, (9,), 0),
    ("exalted2e", "dawn", {"willpower": 6}, "willpower", 7, (12,), 0),
    ("exalted2e", "heroic_mortal", {"attributes__wits": 2}, "attributes.wits", 3, (8,), 4 * 28 * DAY),
    ("exalted2e", "heroic_mortal", {"abilities__sail": 0}, "abilities.sail", 1, (3,), 6 * WEEK),
    ("exalted3e", "solar", {"attributes__wits": 2}, "attributes.wits", 4, (8, 12), 7 * 28 * DAY),
    ("exalted3e", "solar", {"abilities__lore": 0, "favored": []}, "abilities.lore", 2, (3, 2), 3 * WEEK),
    ("exalted3e", "solar", {"abilities__lore": 2, "favored": ["lore"]}, "abilities.lore", 3, (3,), 3 * DAY),
    ("exalted3e", "solar", {"willpower__rating": 5}, "willpower.rating", 7, (8, 8), 2 * 28 * DAY),
    ("wod2004", "mortal", {"attributes__wits": 2}, "attributes.wits", 3, (15,), 0),
    ("wod2004", "mortal", {"skills__brawl": 2}, "skills.brawl", 4, (9, 12), 0),
    ("wod2004", "mortal", {"morality": 6}, "morality", 7, (21,), 0),
    ("v20da", "vampire", {"attributes__wits": 2}, "attributes.wits", 4, (8, 12), 0),
    ("v20da", "vampire", {"abilities__law": 0}, "abilities.law", 2, (3, 2), 0),
    ("v20da", "vampire", {"clan_disciplines": ["auspex"]}, "disciplines.auspex", 3, (10, 5, 10), 0),
    ("v20da", "vampire", {"clan_disciplines": []}, "disciplines.auspex", 3, (10, 7, 14), 0),
    ("v20da", "vampire", {"clan": "Caitiff"}, "disciplines.auspex", 3, (10, 6, 12), 0),
    ("v20da", "vampire", {"virtues__courage": 3}, "virtues.courage", 4, (6,), 0),
    ("v20da", "vampire", {"road": 6}, "road", 7, (12,), 0),
    ("v20da", "vampire", {"willpower": 3}, "willpower", 5, (3, 4), 0),
]


@pytest.mark.parametrize(("system", "archetype", "values", "path", "after", "costs", "seconds"), RAISES)
def test_a_dot_costs_what_the_book_says(
    system: str, archetype: str, values: dict[str, Any], path: str, after: int, costs: tuple[int, ...], seconds: int
) -> None:
    price = raised(system, sheet_of(system, archetype, **values), path, after)
    assert price.costs == costs
    assert price.seconds == seconds


GOODS = [
    ("exalted2e", "dawn", "specialty", {}, False, 3, 3 * WEEK),
    ("exalted2e", "dawn", "charm", {"min_ability": 3, "min_essence": 2}, True, 8, 3 * DAY),
    ("exalted2e", "dawn", "charm", {"min_ability": 3, "min_essence": 2}, False, 10, 5 * DAY),
    ("exalted2e", "dawn", "foreign_charm", {"min_ability": 3, "min_essence": 2}, False, 16, 5 * WEEK),
    ("exalted2e", "dawn", "spell", {"circle": 2}, True, 8, 2 * WEEK),
    ("exalted2e", "heroic_mortal", "spell", {"circle": 1}, False, 15, 2 * WEEK),
    ("exalted2e", "heroic_mortal", "thaumaturgy", {"degree": 2}, False, 10, 2 * 28 * DAY),
    ("exalted3e", "solar", "specialty", {}, False, 3, 2 * WEEK),
    ("exalted3e", "solar", "merit", {"before": 1, "after": 3}, False, 6, 3 * WEEK),
    ("exalted3e", "solar", "solar_charm", {"min_ability": 3, "min_essence": 1}, True, 8, 3 * DAY),
    ("exalted3e", "solar", "charm", {"min_ability": 3, "min_essence": 1}, False, 10, 4 * DAY),
    ("exalted3e", "solar", "spell", {"circle": 1}, False, 10, 2 * WEEK),
    ("exalted3e", "solar", "evocation", {"min_essence": 2}, False, 10, 8 * DAY),
    ("wod2004", "mortal", "specialty", {}, False, 3, 0),
    ("wod2004", "mortal", "merit", {"before": 0, "after": 3}, False, 12, 0),
    ("v20da", "vampire", "secondary_path", {"before": 0, "after": 3}, False, 19, 0),
]


@pytest.mark.parametrize(("system", "archetype", "key", "figures", "favored", "cost", "seconds"), GOODS)
def test_what_is_bought_whole_costs_what_the_book_says(
    system: str, archetype: str, key: str, figures: dict[str, int], favored: bool, cost: int, seconds: int
) -> None:
    rules, options = get_system(system).experience, get_system(system).options()
    price = rules.buy(sheet_of(system, archetype), key, figures, favored, options)
    assert (price.total, price.seconds) == (cost, seconds)
    assert price.why.total == cost


def test_solar_experience_buys_no_solar_charm() -> None:
    rules, options = get_system("exalted3e").experience, get_system("exalted3e").options()
    figures, solar = {"min_ability": 1, "min_essence": 1}, sheet_of("exalted3e", "solar")
    assert rules.buy(solar, "solar_charm", figures, False, options).purses == (GENERAL,)
    assert rules.buy(solar, "charm", figures, False, options).purses == (GENERAL, "solar")


def test_willpower_is_bought_only_where_a_dot_was_sacrificed() -> None:
    rules, options = get_system("wod2004").experience, get_system("wod2004").options()
    with pytest.raises(BadInput, match="WD-230"):
        rules.buy(sheet_of("wod2004", "mortal"), "willpower", {}, False, options)
    weary = sheet_of("wod2004", "mortal", willpower_points=1, willpower_lost=1)
    assert rules.buy(weary, "willpower", {}, False, options).total == 8


@pytest.mark.parametrize(("system", "archetype"), BEINGS)
@settings(max_examples=5)
@given(st.data())
def test_the_steps_sum_to_the_price_and_more_dots_cost_more(system: str, archetype: str, data: st.DataObject) -> None:
    rules, options, sheet = get_system(system).experience, get_system(system).options(), sheet_of(system, archetype)
    room = [one for one in rules.raises(sheet, options) if one.value < one.cap]
    for one in data.draw(st.lists(st.sampled_from(room), max_size=3)) if room else []:
        prices = [rules.price(sheet, one.path, one.value, dots, options) for dots in range(one.value + 1, one.cap + 1)]
        assert all(sum(price.costs) == price.total == price.why.total for price in prices)
        assert all(len(price.costs) == len(price.training) == len(price.why.steps) for price in prices)
        totals = [price.total for price in prices]
        assert totals == sorted(totals)


@pytest.mark.parametrize("path", ["", "essence", "health", "attributes", "attributes.wits.x", "__class__", "x" * 9000])
def test_what_is_not_sold_is_refused_in_a_sentence(path: str) -> None:
    rules, options = get_system("exalted3e").experience, get_system("exalted3e").options()
    with pytest.raises(BadInput) as refusal:
        rules.price(sheet_of("exalted3e", "solar"), path, 1, 2, options)
    assert len(refusal.value.sentence) < 200


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_raise_goes_up_from_where_it_stands_to_the_cap_and_no_further(system: str) -> None:
    rules, options = get_system(system).experience, get_system(system).options()
    sheet = sheet_of(system, next(iter(get_system(system).sheets.archetypes)))
    one: Raise = next(one for one in rules.raises(sheet, options) if one.value < one.cap)
    for before, after in [(one.value, one.value), (one.value, one.cap + 1), (one.value + 1, one.cap), (one.value, -5)]:
        with pytest.raises(BadInput, match=one.label):
            rules.price(sheet, one.path, before, after, options)


@pytest.mark.parametrize("figures", [{}, {"circle": 0}, {"circle": 4}, {"circle": True}, {"circle": 1, "more": 2}])
def test_figures_that_a_purchase_does_not_ask_for_are_refused(figures: dict[str, int]) -> None:
    rules, options = get_system("exalted2e").experience, get_system("exalted2e").options()
    with pytest.raises(BadInput):
        rules.buy(sheet_of("exalted2e", "dawn"), "spell", figures, False, options)


@pytest.mark.parametrize("system", [*map(get_system, SYSTEMS), TOY], ids=lambda system: system.key)
def test_awards_fall_into_purses_that_the_system_has(system: Any) -> None:
    assert GENERAL in system.experience.purses
    assert {award.purse for award in system.experience.awards} <= {*system.experience.purses}
    assert len({award.key for award in system.experience.awards}) == len(system.experience.awards)
