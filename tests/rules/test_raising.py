"""What experience raises and buys, by the tables of the four books."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from storywheel_coins.system import SYSTEM as TOY

from rules import SYSTEMS, get_system
from rules.codec import encode
from rules.errors import BadInput
from rules.exalted2e.sheet.rows import Specialty, parse_specialties
from rules.paths import get_path, write_path
from rules.powers import Power
from rules.raising import DAY, GENERAL, WEEK, BoughtGood, Price, Raise

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
    ("v20da", "vampire", {"willpower_points": 3, "willpower": 3}, "willpower", 5, (3, 4), 0),
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


NOTHING_TO_RAISE = {("exalted2e", "spirit"), ("exalted3e", "quick"), ("exalted3e", "group")}


@pytest.mark.parametrize(("system", "archetype"), BEINGS)
@settings(max_examples=5)
@given(st.data())
def test_the_steps_sum_to_the_price_and_more_dots_cost_more(system: str, archetype: str, data: st.DataObject) -> None:
    rules, options, sheet = get_system(system).experience, get_system(system).options(), sheet_of(system, archetype)
    room = [one for one in rules.raises(sheet, options) if one.value < one.cap]
    assert bool(room) == ((system, archetype) not in NOTHING_TO_RAISE)
    for one in data.draw(st.lists(st.sampled_from(room), min_size=1, max_size=3)) if room else []:
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


def bought(key: str, trait: str = "", name: str = "", **figures: int) -> BoughtGood:
    """Something bought whole."""
    return BoughtGood(key, figures, trait, name)


def specialties(text: str) -> Any:
    """Rows of the Second Edition's sheet."""
    return encode((*parse_specialties(text), Specialty(), Specialty()))


def merits(*rows: tuple[str, int]) -> Any:
    """Merits of one's own, as the Third Edition's sheet has them."""
    return [{"name": name, "dots": dots} for name, dots in (*rows, ("", 1), ("", 1))]


SWORDS = {"specialties": "Melee: Swords 2, Rain"}
PATH = Power("ashes", "Ashes", "attack", "reflexive", text="Secondary path 1")
PUT = [
    ("exalted2e", "dawn", {"specialties": ""}, bought("specialty", "melee", "Swords"),
     "specialties", specialties("Melee: Swords")),
    ("exalted2e", "dawn", {"specialties": "melee: swords; Ride: Mules 2"}, bought("specialty", "melee", "Swords"),
     "specialties", specialties("Melee: swords 2; Ride: Mules 2")),
    ("exalted2e", "dawn", SWORDS, bought("specialty_swap", "melee:Swords", "Fog"),
     "specialties", specialties("Melee: Swords, Rain, Fog")),
    ("exalted2e", "dawn", {"specialties": "Melee: Swords, Swords, Rain"},
     bought("specialty_swap", "melee:Swords", "Fog"), "specialties", specialties("Melee: Swords, Rain, Fog")),
    ("exalted2e", "dawn", {"specialties": [{"ability": "melee", "name": " Swords "}]},
     bought("specialty", "melee", "swords"), "specialties",
     encode((Specialty("melee", " Swords ", 2), Specialty(), Specialty()))),
    ("exalted2e", "dawn", {}, bought("spell", name="Rain of Salt", circle=1),
     "powers", encode([Power("rain-of-salt", "Rain of Salt", "attack", "reflexive", text="Spell")])),
    ("exalted3e", "solar", {"merits": ["language_1", "allies_1"]}, bought("merit", "allies", before=1, after=3),
     "merits", ["language_1", "allies_3"]),
    ("exalted3e", "solar", {"merits": []}, bought("merit", "language", before=0, after=1), "merits", ["language_1"]),
    ("exalted3e", "solar", {}, bought("own_merit", name="A tower", before=0, after=2),
     "own_merits", merits(("A tower", 2))),
    ("exalted3e", "solar", {"own_merits": [{"name": "A tower", "dots": 2}, {"name": "A debt"}]},
     bought("own_merit", name="a tower", before=2, after=3), "own_merits", merits(("A tower", 3), ("A debt", 1))),
    ("exalted3e", "solar", {"own_merits": [{"name": f"Tower {n}"} for n in range(28)]},
     bought("own_merit", name="A debt", before=0, after=1), "own_merits",
     merits(*((f"Tower {n}", 1) for n in range(28)), ("A debt", 1))[:30]),
    ("exalted3e", "solar", {"charms": "First Step"},
     bought("solar_charm", name="Second Step", min_ability=1, min_essence=1), "charms", "First Step\nSecond Step"),
    ("exalted3e", "solar", {"charms": ""}, bought("evocation", name="Third Step", min_essence=1),
     "charms", "Evocation: Third Step"),
    ("wod2004", "mortal", {"specialties__brawl": "Holds"}, bought("specialty", "brawl", "Throws"),
     "specialties.brawl", "Holds, Throws"),
    ("wod2004", "mortal", {"merits": "Resources 1, Iron Will 2"},
     bought("merit", name="resources", before=1, after=3), "merits", "Iron Will 2, resources 3"),
    ("wod2004", "mortal", {"willpower_points": 1, "willpower_lost": 1}, bought("willpower"), "willpower_lost", 0),
    ("v20da", "vampire", {}, bought("secondary_path", name="Ashes", before=0, after=1), "powers", encode([PATH])),
    ("v20da", "vampire", {"powers": encode([PATH])}, bought("secondary_path", name="ashes", before=1, after=3),
     "powers", encode([replace(PATH, text="Secondary path 3")])),
]  # fmt: skip


@pytest.mark.parametrize(("system", "archetype", "values", "bought", "path", "after"), PUT)
def test_what_was_bought_lands_in_its_place_on_the_sheet(
    system: str, archetype: str, values: dict[str, Any], bought: BoughtGood, path: str, after: Any
) -> None:
    rules, options = get_system(system), get_system(system).options()
    sheet = sheet_of(system, archetype, **values)
    before: Any = encode(sheet)
    data: Any = rules.experience.put(sheet, bought, options)
    assert get_path(data, path) == after
    assert encode(rules.sheets.parse(data)) == data
    assert data == write_path(before, path, after)


def test_a_specialty_stands_after_those_that_are_written() -> None:
    rules = get_system("exalted3e")
    sheet = sheet_of("exalted3e", "solar", specialties=[{"ability": "ride", "name": "Mules"}])
    data = rules.experience.put(sheet, bought("specialty", "ride", "Mud"), rules.options())
    written = [row for row in encode(rules.sheets.parse(data))["specialties"] if row["name"]]
    assert [(row["ability"], row["name"], row["always"]) for row in written] == [
        ("ride", "Mules", False),
        ("ride", "Mud", False),
    ]


@pytest.mark.parametrize(
    ("archetype", "essence", "spent", "allowed"),
    [("solar", 1, 49, 0), ("solar", 1, 50, 2), ("solar", 1, 125, 3), ("solar", 3, 125, 0), ("dragon_blooded", 2, 75, 3),
     ("quick", 1, 300, 0)],
)  # fmt: skip
def test_experience_spent_opens_the_essence_of_the_third_edition(
    archetype: str, essence: int, spent: int, allowed: int
) -> None:
    sheet = sheet_of("exalted3e", archetype, essence=essence)
    told = get_system("exalted3e").experience.allows(sheet, {GENERAL: spent, "solar": 500})
    assert told == (f"With {spent} points spent, Essence can rise to {allowed} (3E-354)." if allowed else "")


MISFITS = [
    ("exalted2e", "dawn", {}, bought("specialty", "melee")),
    ("exalted2e", "dawn", {}, bought("specialty", "juggling", "Swords")),
    ("exalted2e", "dawn", {"specialties": "Melee: Swords 3"}, bought("specialty", "melee", "Swords")),
    ("exalted2e", "dawn", {"specialties": "Melee: Swords 2"}, bought("specialty_swap", "melee:Swords", "Fog")),
    ("exalted3e", "solar", {"merits": []}, bought("merit", "allies", before=1, after=3)),
    ("exalted3e", "solar", {"merits": []}, bought("merit", "allies", before=0, after=2)),
    ("exalted3e", "solar", {}, bought("merit", name="Allies", before=0, after=2)),
    ("exalted3e", "solar", {}, bought("own_merit", name="A tower", before=1, after=2)),
    (
        "exalted3e",
        "solar",
        {"own_merits": [{"name": "A tower"}]},
        bought("own_merit", name="a tower", before=0, after=1),
    ),
    ("exalted3e", "solar", {}, bought("own_merit", before=0, after=1)),
    ("wod2004", "mortal", {"merits": "Resources 2"}, bought("merit", name="Resources", before=1, after=3)),
    ("wod2004", "mortal", {}, bought("merit", name="Resources 3", before=0, after=3)),
    ("wod2004", "mortal", {}, bought("specialty", "brawl", "a, b")),
    ("wod2004", "mortal", {}, bought("willpower")),
    ("v20da", "mortal", {}, bought("secondary_path", name="Ashes", before=0, after=1)),
    ("v20da", "vampire", {}, bought("secondary_path", name="Ashes", before=1, after=2)),
    ("v20da", "vampire", {"powers": encode([PATH])}, bought("secondary_path", name="Ashes", before=0, after=2)),
]


@pytest.mark.parametrize(("system", "archetype", "values", "bought"), MISFITS)
def test_what_does_not_fit_the_sheet_is_refused(
    system: str, archetype: str, values: dict[str, Any], bought: BoughtGood
) -> None:
    rules = get_system(system)
    with pytest.raises(BadInput):
        rules.experience.put(sheet_of(system, archetype, **values), bought, rules.options())
