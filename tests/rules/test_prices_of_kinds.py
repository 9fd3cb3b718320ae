"""Prices that depend on what a character is: clans bring their Disciplines, castes and aspects fit the being."""

from typing import Any

import pytest

from rules import get_system
from rules.exalted2e.options import Options as SecondEdition
from rules.exalted2e.traits import FAVORS
from rules.raising import Price
from rules.v20da.options import Options as DarkAges
from rules.v20da.sheet.clans import CLANS

V20, SECOND = get_system("v20da"), get_system("exalted2e")


def discipline(key: str, before: int, **sheet: Any) -> Price:
    held = {"celerity": 0, key: before}
    vampire = V20.sheets.parse({"being": "vampire", "generation": 12, "disciplines": held, **sheet})
    return V20.experience.price(vampire, f"disciplines.{key}", before, before + 1, DarkAges())


@pytest.mark.parametrize(
    ("clan", "key", "costs"),
    [
        ("Cappadocian", "auspex", 10),
        ("brujah", "celerity", 10),
        ("Clan Brujah", "celerity", 10),
        ("Setites", "presence", 10),
        ("Cappadocian", "celerity", 14),
        ("Caitiff", "celerity", 12),
    ],
)
def test_a_clan_that_is_written_brings_its_disciplines(clan: str, key: str, costs: int) -> None:
    price = discipline(key, 2, clan=clan)
    assert (price.total, price.note) == (costs, "")


def test_what_the_sheet_marks_is_of_the_clan_whatever_the_book_says() -> None:
    assert discipline("celerity", 2, clan="Cappadocian", clan_disciplines=["celerity"]).total == 10
    assert discipline("auspex", 2, clan="Cappadocian", clan_disciplines=["celerity"]).total == 14


def test_an_unknown_clan_is_said_at_the_price() -> None:
    for clan in ("", "Of my own"):
        assert "clan" in discipline("auspex", 2, clan=clan).note
    assert not discipline("auspex", 2, clan="Of my own", clan_disciplines=["auspex"]).note


def test_every_clan_but_the_clanless_has_three_disciplines() -> None:
    assert {len(keys) for name, keys in CLANS.items() if name != "Caitiff"} == {3}


def second(path: str, before: int, splat: str, **sheet: Any) -> Price:
    group, _dot, name = path.partition(".")
    data = {"being": "exalt", "splat": splat, "essence": 3, group: {name: before}, **sheet}
    return SECOND.experience.price(SECOND.sheets.parse(data), path, before, before + 1, SecondEdition())


@pytest.mark.parametrize(
    ("path", "splat", "sheet", "costs"),
    [
        ("attributes.strength", "lunar", {"caste": "full_moon"}, 9),
        ("attributes.strength", "lunar", {"caste": "no_moon", "favored": ["strength"]}, 9),
        ("attributes.strength", "lunar", {"caste": "no_moon", "favored": ["wits"]}, 12),
        ("abilities.survival", "lunar", {"caste": "zenith"}, 6),
        ("abilities.survival", "lunar", {"caste": "no_moon", "favored": ["survival"]}, 6),
        ("abilities.survival", "solar", {"caste": "zenith"}, 5),
        ("abilities.survival", "dragon_blooded", {"caste": "wood"}, 5),
        ("abilities.survival", "dragon_blooded", {"caste": "air"}, 6),
        ("abilities.survival", "sidereal", {"caste": "journeys"}, 5),
        ("abilities.survival", "sidereal", {"caste": "secrets", "favored": ["survival"]}, 5),
        ("attributes.strength", "solar", {"caste": "dawn", "favored": ["melee"]}, 12),
    ],
)
def test_castes_and_aspects_favor_what_the_book_says(path: str, splat: str, sheet: dict[str, Any], costs: int) -> None:
    assert second(path, 3, splat, **sheet).total == costs


@pytest.mark.parametrize("splat", FAVORS)
def test_the_form_offers_the_castes_and_favored_traits_of_the_being(splat: str) -> None:
    sheet = SECOND.sheets.parse({"being": "exalt", "splat": splat})
    traits = {trait.key: trait for part in SECOND.sheets.layout(sheet) for trait in part.traits}
    assert [one.value for one in traits["caste"].choices] == ["", *FAVORS[splat]]
    offered = {one.value for one in traits["favored"].choices}
    assert offered >= {trait for favored in FAVORS[splat].values() for trait in favored}
    assert ("strength" in offered) is (splat == "lunar")


def test_a_sheet_of_before_keeps_a_caste_that_does_not_fit() -> None:
    old = {"being": "exalt", "splat": "lunar", "caste": "zenith", "favored": ["melee"]}
    sheet = SECOND.sheets.parse(old)
    traits = {trait.key: trait for part in SECOND.sheets.layout(sheet) for trait in part.traits}
    assert traits["caste"].value == "zenith"
    assert "zenith" in [one.value for one in traits["caste"].choices]


def test_what_the_sheet_does_not_say_is_said_at_the_price() -> None:
    assert "caste" in second("abilities.melee", 3, "solar").note
    assert "caste" in second("attributes.wits", 3, "lunar", caste="zenith").note
    assert "favored" in second("abilities.melee", 3, "solar", caste="zenith").note
    assert not second("abilities.melee", 3, "solar", caste="zenith", favored=["dodge"]).note
    assert not second("abilities.melee", 3, "solar", caste="dawn").note
    assert not second("virtues.valor", 2, "solar").note
