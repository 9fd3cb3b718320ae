"""Days of downtime, by the books' rates; many at once do what they do one after the other."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.sheets.json import with_values
from rules import SYSTEMS, get_system
from rules.codec import encode
from rules.dice import Roller, ScriptedRoller, SeededRoller
from rules.errors import BadInput
from rules.exalted2e.sheet.parse import mote_capacity
from rules.recovery import ACTIVE, REST, RecoveryResult

Lived = tuple[dict[str, Any], dict[str, Any]]
"""A sheet and what is carried over."""
SPENT = {"willpower": 5, "personal": 0, "peripheral": 0}
WOUNDS: dict[str, tuple[str, list[str]]] = {
    "exalted2e": ("health", ["BB.....", "LLB....", "ALLB...", "ALLLLBB", "LLLLLL.", "......."]),
    "exalted3e": ("health.marks", ["b", "llb", "allbb", "llllll", "aaallbb", ""]),
    "wod2004": ("health", ["B......", "LLB....", "ALB....", "AALLB..", "LLLLLLL", "......."]),
    "v20da": ("health", ["/", "XX/", "*X/", "***XX/", "XXXXXXX", ""]),
}


def sheet_of(key: str, archetype: str, **values: Any) -> dict[str, Any]:
    sheets = get_system(key).sheets
    changed = {name.replace("__", "."): value for name, value in values.items()}
    sheet: dict[str, Any] = encode(sheets.parse(with_values(sheets.blank(archetype), changed)))
    return sheet


def live(
    key: str,
    sheet: dict[str, Any],
    way: str,
    days: int,
    faces: tuple[int, ...] = (),
    settled: dict[str, Any] | None = None,
    **carry: Any,
) -> RecoveryResult:
    system = get_system(key)
    roller, options = ScriptedRoller(faces), system.options(**(settled or {}))
    lived = system.recovery.live(system.sheets.parse(sheet), carry, way, days, roller, options)
    assert not faces or roller.left == 0
    return lived


@pytest.mark.parametrize("key", SYSTEMS)
def test_every_system_knows_rest_and_ordinary_life(key: str) -> None:
    assert [way.key for way in get_system(key).recovery.activities][:2] == [REST, ACTIVE]


@pytest.mark.parametrize(
    ("archetype", "way", "days", "before", "after"),
    [
        ("solar", REST, 1, "BBB....", "......."),
        ("solar", ACTIVE, 1, "BBB....", "B......"),
        ("solar", REST, 2, "LL.....", "L......"),
        ("solar", ACTIVE, 3, "LL.....", "LL....."),
        ("solar", ACTIVE, 4, "LL.....", "L......"),
        ("solar", REST, 3, "LL.....", "......."),
        ("mortal", REST, 7, "LL.....", "L......"),
        ("mortal", REST, 8, "LL.....", "......."),
        ("mortal", ACTIVE, 400, "LLLLLL.", "LLLLLL."),
        ("solar", REST, 7, "LLLLLLL", "LLLLLL."),
    ],
)
def test_exalted_wounds_heal_by_the_table_of_hours(
    archetype: str, way: str, days: int, before: str, after: str
) -> None:
    sheet = sheet_of("exalted2e", {"solar": "dawn", "mortal": "heroic_mortal"}[archetype], health=before)
    lived = live("exalted2e", {**sheet, "willpower_points": sheet["willpower"]}, way, days)
    assert lived.changes.get("health", before) == after


def test_conviction_gives_willpower_after_sleep_until_it_is_whole() -> None:
    sheet = sheet_of("exalted2e", "dawn", **SPENT, willpower_points=3, virtues__conviction=2)
    lived = live("exalted2e", sheet, REST, 5, (3, 7, 7, 7))
    assert lived.changes["willpower_points"] == 5
    told = [line for line in lived.lines if line.rule == "2E-443"]
    assert [(line.day, line.faces) for line in told] == [(1, (3, 7)), (2, (7, 7))]


def test_fatigue_goes_with_sleep() -> None:
    sheet = sheet_of("exalted2e", "dawn", **SPENT, willpower_points=5, fatigue=5)
    assert live("exalted2e", sheet, ACTIVE, 2).changes["fatigue"] == 3
    assert live("exalted2e", sheet, REST, 1).changes["fatigue"] == 2


def test_committed_motes_are_not_refilled() -> None:
    sheet = sheet_of("exalted2e", "dawn", **SPENT, willpower_points=5, peripheral_committed=5)
    personal, peripheral = mote_capacity(get_system("exalted2e").sheets.parse(sheet))
    assert live("exalted2e", sheet, REST, 1).changes == {"personal": personal, "peripheral": peripheral - 5}


@pytest.mark.parametrize(
    ("archetype", "days", "before", "after"),
    [("solar", 1, "b", ""), ("solar", 1, "ll", "ll"), ("solar", 2, "ll", "l"), ("solar", 3, "ll", ""),
     ("mortal", 4, "ll", "l"), ("mortal", 6, "ll", ""), ("solar", 30, "lllllll", "lllllll")],
)  # fmt: skip
def test_third_edition_levels_heal_one_after_another(archetype: str, days: int, before: str, after: str) -> None:
    sheet = sheet_of("exalted3e", archetype, health__marks=before)
    assert live("exalted3e", sheet, REST, days).changes.get("health.marks", before) == after


@pytest.mark.parametrize(
    ("days", "before", "after"),
    [(1, "BBB....", "......."), (1, "L......", "L......"), (2, "L......", "......."), (9, "AL.....", "......."),
     (8, "AL.....", "A......"), (50, "LLLLLLL", "LLLLLLL")],
)  # fmt: skip
def test_modern_wounds_heal_whole_from_the_right(days: int, before: str, after: str) -> None:
    sheet = sheet_of("wod2004", "mortal")
    sheet = {**sheet, "health": before.ljust(len(sheet["health"]), ".")[: len(sheet["health"])]}
    lived = live("wod2004", sheet, ACTIVE, days)
    assert str(lived.changes.get("health", before)).rstrip(".") == after.rstrip(".")


def test_a_vampire_pays_for_waking_and_for_its_wounds_and_keeps_one_for_the_next_night() -> None:
    sheet = sheet_of("v20da", "vampire", blood=10, health="*X/")
    assert live("v20da", sheet, ACTIVE, 3, settled={"feeds_as_usual": False}).changes == {"blood": 7}
    assert live("v20da", sheet, ACTIVE, 10).changes == {}
    assert live("v20da", sheet_of("v20da", "vampire", blood=2, generation=12), "hunt", 1).changes == {"blood": 11}
    assert live("v20da", sheet_of("v20da", "vampire", blood=2), "hunt", 2, settled={"hunt_blood": 3}).changes == {
        "blood": 6
    }
    healed = live("v20da", sheet, REST, 1)
    assert healed.changes == {"health": "", "blood": 2}
    assert live("v20da", sheet_of("v20da", "vampire", blood=8, health="*X/"), REST, 1).changes == {
        "health": "*", "blood": 5,
    }  # fmt: skip
    hungry = live("v20da", sheet_of("v20da", "vampire", blood=2), ACTIVE, 30, settled={"feeds_as_usual": False})
    assert hungry.changes == {"blood": 0}


def test_what_has_healed_in_part_counts_only_while_the_wounds_are_the_same() -> None:
    sheet = sheet_of("exalted3e", "solar", health__marks="ll")
    lived = live("exalted3e", sheet, REST, 1)
    assert lived.carry
    assert live("exalted3e", sheet, REST, 1, **lived.carry).changes["health.marks"] == "l"
    worse = sheet_of("exalted3e", "solar", health__marks="lll")
    assert "health.marks" not in live("exalted3e", worse, REST, 1, **lived.carry).changes


@pytest.mark.parametrize("key", SYSTEMS)
@given(data=st.data())
@settings(max_examples=12)
def test_many_days_at_once_are_the_same_days_one_by_one(key: str, data: st.DataObject) -> None:
    system = get_system(key)
    path, wounds = WOUNDS[key]
    blank = system.sheets.blank(data.draw(st.sampled_from(sorted(system.sheets.archetypes))))
    try:
        start = encode(system.sheets.parse(with_values(blank, {path: data.draw(st.sampled_from(wounds))})))
    except BadInput:  # more wounds than this one has boxes
        return
    ways = data.draw(st.lists(st.sampled_from([REST, ACTIVE]), min_size=1, max_size=4))
    days = data.draw(st.lists(st.integers(1, 9), min_size=len(ways), max_size=len(ways)))
    seed = data.draw(st.integers(0, 99))
    whole, steps = SeededRoller(seed), SeededRoller(seed)
    at_once: Lived = (start, {})
    one_by_one: Lived = (start, {})
    for way, count in zip(ways, days, strict=True):
        at_once = pass_days(system, at_once, way, count, whole)
        for _ in range(count):
            one_by_one = pass_days(system, one_by_one, way, 1, steps)
    assert at_once == one_by_one


def pass_days(system: Any, now: Lived, way: str, days: int, roller: Roller) -> Lived:
    lived = system.recovery.live(system.sheets.parse(now[0]), now[1], way, days, roller, system.options())
    sheet = with_values(now[0], lived.changes)
    assert encode(system.sheets.parse(sheet)) == sheet
    return sheet, dict(lived.carry)


HEALED = {"exalted2e": 50, "exalted3e": 11, "wod2004": 7}
"""A value of what is begun, in the system's own measure."""


@pytest.mark.parametrize("key", HEALED)
def test_what_is_begun_of_a_wound_is_read_and_put_elsewhere(key: str) -> None:
    recovery, rules = get_system(key).recovery, get_system(key).sheets
    path, tracks = WOUNDS[key]
    archetype = next(iter(rules.archetypes))
    for marks in tracks:
        sturdy = {"attributes.stamina": 2} if key == "wod2004" else {}
        data = with_values(rules.blank(archetype), {**sturdy, path: marks})
        found = recovery.begun(rules.parse(data), {})
        if found is None:
            with pytest.raises(BadInput, match="No wound heals"):
                recovery.begin(rules.parse(data), {}, 1)
            continue
        assert found.value == 0
        for value in (min(HEALED[key], found.high), found.high, 0):
            done = recovery.begin(rules.parse(data), {}, value)
            data = with_values(data, done.changes)
            again = recovery.begun(rules.parse(data), done.carry)
            assert again == replace(found, value=value)
        with pytest.raises(BadInput, match=f"0 to {found.high}"):
            recovery.begin(rules.parse(data), {}, found.high + 1)


def test_what_is_begun_goes_on_from_there() -> None:
    sheet = sheet_of("exalted2e", "dawn", health="LL.....")
    rules = get_system("exalted2e")
    begun = rules.recovery.begin(rules.sheets.parse(sheet), {}, 50)
    assert live("exalted2e", with_values(sheet, begun.changes), REST, 1).changes["health"] == "L......"
    assert live("exalted2e", sheet, REST, 1).changes.get("health") is None


def test_where_blood_heals_nothing_is_begun() -> None:
    recovery, rules = get_system("v20da").recovery, get_system("v20da").sheets
    sheet = rules.parse(with_values(rules.blank(next(iter(rules.archetypes))), {"health": "XX/"}))
    assert recovery.begun(sheet, {}) is None
    assert recovery.begin(sheet, {}, 3) == RecoveryResult()
