"""Sheets: derived values, equipment rows, and what is refused."""

from typing import Any

import pytest

from rules.codec import encode
from rules.errors import BadInput
from rules.paths import get_path, write_path
from rules.wod2004.options import Options
from rules.wod2004.sheet import derived
from rules.wod2004.sheet.equipment import ARMORS, WEAPONS, parse_armor, parse_weapons
from rules.wod2004.sheet.model import Sheet
from rules.wod2004.sheet.parse import has_merit, merits, parse
from rules.wod2004.system import SYSTEM
from rules.wod2004.traits import ALL_ATTRIBUTES, ALL_SKILLS
from tests.rules.wod2004.table import sheet

SHEETS = SYSTEM.sheets


@pytest.mark.parametrize("archetype", SHEETS.archetypes)
def test_every_archetype_is_a_legal_sheet_with_full_willpower(archetype: str) -> None:
    parsed = parse(SHEETS.blank(archetype))
    assert encode(parsed) == SHEETS.blank(archetype)
    assert parsed.willpower_points == derived.willpower(parsed).total
    assert {step.total for step in SHEETS.derived(parsed)} != {0}


def test_the_sheet_has_exactly_the_books_traits() -> None:
    sheet = Sheet()
    assert {*sheet.attributes} == {*ALL_ATTRIBUTES}
    assert {*sheet.skills} == {*sheet.specialties} == {*ALL_SKILLS}
    assert (len(ALL_ATTRIBUTES), len(ALL_SKILLS)) == (9, 24)


@pytest.mark.parametrize("archetype", SHEETS.archetypes)
def test_every_place_of_the_page_is_a_place_of_the_sheet(archetype: str) -> None:
    data = SHEETS.blank(archetype)
    for section in SHEETS.layout(parse(data)):
        for trait in section.traits:
            value = trait.value
            if trait.kind in ("dots", "number"):
                assert trait.low <= value <= trait.high
            if trait.kind != "track":
                assert get_path(data, trait.key) == value
            parse(write_path(data, trait.key, value))


def test_armor_lowers_defense_and_speed() -> None:
    plain, plated = parse(sheet("soldier", armor="")), parse(sheet("soldier", armor="plate"))
    assert derived.defense(plain).total - derived.defense(plated).total == 2
    assert derived.sheet_speed(plain).total - derived.sheet_speed(plated).total == 3


def test_an_extra_has_few_boxes_and_keeps_its_wounds() -> None:
    wounded = parse(sheet("thug", health="LB"))
    extra = parse(SHEETS.as_extra(wounded))
    assert derived.health(extra).total == 4
    assert derived.track_of(extra) == "X/"
    assert derived.health(extra, Options(extra_health=6)).total == 6


def test_boxes_and_track_are_the_same_wounds() -> None:
    assert derived.track_of(parse(sheet("thug", health="B.LA"))) == "*X/"
    assert derived.boxes_of("*X/", 6) == "ALB..."


def test_merits_are_read_with_their_dots() -> None:
    assert merits("Quick Draw 1, Resources 3; Iron Will") == {"quick draw": 1, "resources": 3, "iron will": 1}
    assert has_merit(parse(sheet("soldier")), "Quick Draw")


def test_rows_of_ones_own_are_read() -> None:
    dagger, bottle = parse_weapons("Dagger: weaponry, 2L, AP 1, 9-again, Str 2\nBroken bottle")
    assert (dagger.rating, dagger.type, dagger.piercing, dagger.again, dagger.strength) == (2, "lethal", 1, 9, 2)
    assert bottle.improvised
    (bow,) = parse_weapons("Bow: firearms, 2L, 30/60/120, two-handed")
    assert (bow.mode, bow.ranges, bow.two_handed) == ("firearms", (30, 60, 120), True)
    coat = parse_armor("Coat: 2/1, Def -1, Speed -1, bulletproof")
    assert (coat.general, coat.ballistic, coat.defense, coat.speed, coat.bulletproof) == (2, 1, 1, 1, True)


def test_the_tables_hold_the_rows_of_the_book() -> None:
    assert WEAPONS["great_ax"].figures == "5L, 9-again"
    assert WEAPONS["heavy_pistol"].figures == "3L, 30/60/120"
    assert (ARMORS["riot_gear"].general, ARMORS["riot_gear"].ballistic, ARMORS["riot_gear"].defense) == (3, 4, 2)
    assert [key for key, suit in ARMORS.items() if suit.bulletproof] == ["kevlar_vest", "flak_jacket", "riot_gear"]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("attributes.strength", 11),
        ("skills.brawl", -1),
        ("willpower_points", 9),
        ("health", "BBBBBBBBBBBBB"),
        ("health", "Q"),
        ("weapons", ["lightsaber"]),
        ("armor", "force field"),
        ("in_hand", "rifle"),
        ("merits", ",".join(["x" * 150])),
        ("own_weapons", "Dagger: shiny"),
        ("own_armor", "Coat: shiny"),
        ("notes", "x" * 3000),
        ("concept", "\ud800"),
        ("virtue", "patience"),
        ("size", 0),
        ("fuel", 3),
    ],
)
def test_a_sheet_that_cannot_be_is_refused_by_name(key: str, value: Any) -> None:
    with pytest.raises(BadInput) as refusal:
        parse(write_path(sheet(), key, value))
    assert str(refusal.value.data["key"]).startswith(key.split(".")[0])
