"""What a scene changes of a sheet by touch, in every game."""

from typing import Any

import pytest

from rules import SYSTEMS, get_system
from rules.errors import BadInput, IllegalMove
from rules.paths import write_path
from rules.sheets.points import SheetPoints, change_points, list_points, most_of
from rules.wounds import HARMS, rank, say_wounds


def first_sheet(system: str) -> tuple[Any, dict[str, Any]]:
    """The rules of a game's sheets, and the first sheet that it makes."""
    rules = get_system(system).sheets
    return rules, rules.blank(next(iter(rules.archetypes)))


def points_of(system: str) -> SheetPoints:
    rules, sheet = first_sheet(system)
    points: SheetPoints = rules.points(rules.parse(sheet))
    return points


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_every_sheet_has_a_track_and_pools_and_keeps_what_is_touched(system: str) -> None:
    rules, sheet = first_sheet(system)
    points = rules.points(rules.parse(sheet))
    assert points.track is not None
    assert points.pools
    for what in HARMS:
        change = change_points(points, what, 1)
        assert rank(change.now[0]) == HARMS.index(what)
        rules.parse(write_path(sheet, change.trait.key, change.now))
    for pool in points.pools:
        change = change_points(points, pool.key, -2)
        assert change.now == int(pool.value) - 2
        rules.parse(write_path(sheet, pool.key, change.now))


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_boxes_stand_the_worst_first_and_heal_one_kind(system: str) -> None:
    rules, sheet = first_sheet(system)
    told = []
    for what, by in (("bashing", 2), ("aggravated", 1), ("lethal", 1), ("bashing", -1), ("aggravated", -9)):
        change = change_points(rules.points(rules.parse(sheet)), what, by)
        sheet = write_path(sheet, change.trait.key, change.now)
        told.append(str(say_wounds(change.now)))
    assert told == [
        "2 bashing", "1 aggravated, 2 bashing", "1 aggravated, 1 lethal, 2 bashing",
        "1 aggravated, 1 lethal, 1 bashing", "1 lethal, 1 bashing",
    ]  # fmt: skip


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_a_full_track_an_empty_pool_and_a_full_one_are_refused(system: str) -> None:
    rules, sheet = first_sheet(system)
    full = change_points(rules.points(rules.parse(sheet)), "lethal", 99)
    assert len([mark for mark in full.now if rank(mark) >= 0]) == full.trait.high
    points = rules.points(rules.parse(write_path(sheet, full.trait.key, full.now)))
    pool = points.pools[-1]
    for what, by in (("bashing", 1), ("bashing", -1), (pool.key, most_of(pool) + 1 - int(pool.value))):
        if what != pool.key:
            with pytest.raises(IllegalMove):
                change_points(points, what, by)
        else:
            assert change_points(points, pool.key, -999).now == pool.low


def test_motes_hold_no_more_than_their_full_value() -> None:
    points = points_of("exalted3e")
    motes = points.find("motes.personal")
    assert motes is not None
    assert most_of(motes) == motes.full
    with pytest.raises(IllegalMove):
        change_points(points, "motes.personal", 1)


@pytest.mark.parametrize("what", ["", "essence", "attributes.strength", "health", "x" * 500])
def test_no_other_place_of_a_sheet_is_touched(what: str) -> None:
    with pytest.raises(BadInput):
        change_points(points_of("exalted2e"), what, 1)


def test_a_sheet_without_a_track_has_no_boxes() -> None:
    with pytest.raises(BadInput):
        change_points(list_points(()), "lethal", 1)
