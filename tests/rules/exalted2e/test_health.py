"""The health track, healing, recovery and fatigue."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import BadInput
from rules.exalted2e.health.healing import heal, hours_per_level
from rules.exalted2e.health.recovery import motes_per_hour, regain, rest_fatigue, spend_motes
from rules.exalted2e.health.track import Health, bleed, levels, mark, stabilize
from rules.exalted2e.options import Options

HITS = st.lists(st.tuples(st.sampled_from("BLA"), st.integers(1, 4)), max_size=8)


@pytest.mark.parametrize(
    ("boxes", "hit", "after", "state", "unconscious"),
    [
        (".......", ("B", 3), "BBB....", "ok", False),
        ("BBB....", ("L", 2), "LLBBB..", "ok", False),
        ("LLLBB..", ("A", 1), "ALLLBB.", "ok", False),
        ("BBBBBBB", ("B", 1), "LBBBBBB", "incapacitated", True),
        ("BBBBBBB", ("L", 1), "LLBBBBB", "incapacitated", True),
        ("LLLLLLB", ("L", 1), "LLLLLLL", "dying", True),
        ("LLLLLLL", ("B", 1), "LLLLLLL", "dying", True),
        ("LLLLLLL", ("A", 1), "ALLLLLL", "dying", False),
        ("AAAAAAA", ("A", 2), "AAAAAAA", "dead", False),
    ],
)
def test_damage_marks_the_track(boxes: str, hit: tuple[str, int], after: str, state: str, unconscious: bool) -> None:
    health = mark(Health(boxes=boxes, stamina=2), *hit)  # type: ignore[arg-type]
    assert (health.boxes, health.state, health.unconscious) == (after, state, unconscious)


@settings(max_examples=100)
@given(HITS, st.booleans(), st.booleans())
def test_marks_always_read_aggravated_lethal_bashing(hits: list[tuple[str, int]], extra: bool, wrap: bool) -> None:
    health = Health("extra", "...", 2, True) if extra else Health(stamina=2)
    for kind, count in hits:
        health = mark(health, kind, count, Options(bashing_wrap=wrap))  # type: ignore[arg-type]
        assert list(health.boxes) == sorted(health.boxes, key="ALB.".index)
        assert 0 <= health.dying <= health.dying_levels
        assert len(health.boxes) == len(levels(health.track))


@settings(max_examples=100)
@given(HITS)
def test_damage_never_makes_anyone_healthier(hits: list[tuple[str, int]]) -> None:
    order = ["ok", "incapacitated", "dying", "dead"]
    health = Health(stamina=3)
    for kind, count in hits:
        after = mark(health, kind, count)  # type: ignore[arg-type]
        assert order.index(after.state) >= order.index(health.state)
        assert after.boxes.count(".") <= health.boxes.count(".")
        health = after


@pytest.mark.parametrize(
    ("boxes", "penalty", "wound"),
    [(".......", 0, 0), ("B......", 0, 0), ("BB.....", 1, 1), ("LLLLLL.", 4, 4), ("BBBBBBB", None, 4)],
)
def test_the_wound_penalty_is_that_of_the_rightmost_box(boxes: str, penalty: int | None, wound: int) -> None:
    health = Health(boxes=boxes)
    assert (health.penalty, health.wound) == (penalty, wound)


def test_an_extra_has_three_boxes_moves_slower_and_dies_at_once() -> None:
    hurt = Health("extra", "LL.", 3, True)
    assert (hurt.penalty, hurt.lag) == (3, 4)
    assert mark(hurt, "L", 2).state == "dead"
    beaten = mark(hurt, "B", 1)
    assert (beaten.state, beaten.is_out) == ("incapacitated", True)
    assert mark(Health("extra", "BBB", 3, True), "B", 1).state == "incapacitated"


def test_without_the_wrap_bashing_beyond_the_track_only_knocks_out() -> None:
    health = mark(Health(boxes="BBBBBBB"), "B", 5, Options(bashing_wrap=False))
    assert (health.boxes, health.unconscious) == ("BBBBBBB", True)


def test_the_dying_lose_a_level_every_five_ticks_until_they_are_stabilized() -> None:
    dying = mark(Health(boxes="LLLLLLL", stamina=3), "L", 1)
    assert [bleed(dying, ticks).dying for ticks in (4, 5, 9, 10)] == [1, 2, 2, 3]
    assert bleed(dying, 10).state == "dead"
    assert stabilize(dying).state == "incapacitated"
    assert bleed(Health(), 10) == Health()


def test_a_track_may_have_levels_of_its_own() -> None:
    assert levels("-0 -1 -1 -2 -2 -2 -4 I") == (0, 1, 1, 2, 2, 2, 4, None)
    for wrong in ("", "-0", "-2 -1 I", "I I", "0 I", "-0 " * 50 + "I"):
        with pytest.raises(BadInput):
            levels(wrong)


def test_healing_keeps_its_progress_as_a_fraction() -> None:
    health, healed = heal(Health(boxes="LL....."), "exalt", 12)
    assert (health.boxes, healed, health.healing) == ("LL.....", 0, ((1, 1, 4),))
    health, healed = heal(health, "exalt", 36)
    assert (health.boxes, healed, health.healing) == ("L......", 1, ())


def test_new_damage_on_a_box_undoes_its_healing_and_no_other() -> None:
    health = Health(boxes="LB.....", healing=((0, 1, 2), (1, 1, 3)))
    assert mark(health, "B", 1).healing == ((0, 1, 2), (1, 1, 3))
    assert mark(health, "L", 1).healing == ((0, 1, 2),)


def test_rest_and_activity_add_up() -> None:
    health, healed = heal(Health(boxes="L......"), "exalt", 3, 6)
    assert (health.boxes, healed) == (".......", 1)


def test_bashing_needs_rest_and_the_dying_do_not_heal() -> None:
    assert heal(Health(boxes="B......"), "exalt", 0, 500)[1] == 0
    assert heal(Health(boxes="LLLLLLL", dying=1, stamina=3), "exalt", 5000)[1] == 0


@pytest.mark.parametrize(
    ("being", "damage", "level", "mode", "hours"),
    [
        ("exalt", "B", None, "rest", 3),
        ("mortal", "B", 0, "rest", 12),
        ("spirit", "L", 4, "active", 336),
        ("exalt", "L", None, "active", None),
        ("heroic_mortal", "A", 1, "rest", 168),
        ("mortal", "L", 2, "active", 672),
        ("mortal", "L", 4, "rest", 672),
        ("mortal", "L", 4, "active", None),
        ("extra", "L", 3, "rest", 336),
        ("extra", "L", None, "rest", 672),
    ],
)
def test_a_level_heals_in_the_hours_of_the_table(
    being: str, damage: str, level: int | None, mode: str, hours: int | None
) -> None:
    assert hours_per_level(being, damage, level, mode) == hours  # type: ignore[arg-type]


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 300), st.integers(0, 300), st.text("LB", min_size=1, max_size=6))
def test_resting_in_two_parts_heals_as_much_as_at_once(first: int, second: int, marks: str) -> None:
    boxes = "".join(sorted(marks, key="LB".index)).ljust(7, ".")
    once = heal(Health(boxes=boxes), "exalt", first + second)[0]
    twice = heal(heal(Health(boxes=boxes), "exalt", first)[0], "exalt", second)[0]
    assert once == twice
    assert all(Fraction(share, whole) < 1 for _, share, whole in once.healing)


@pytest.mark.parametrize(
    ("mode", "stone", "inside", "rate"),
    [
        ("rest", 0, False, 4),
        ("relax", 0, False, 8),
        ("relax", 3, False, 14),
        ("relax", 3, True, 20),
        ("strenuous", 3, True, 0),
    ],
)
def test_motes_come_back_with_rest(mode: str, stone: int, inside: bool, rate: int) -> None:
    assert motes_per_hour(mode, stone, inside) == rate  # type: ignore[arg-type]


def test_what_the_pools_cannot_hold_is_lost() -> None:
    assert regain(30, 38, 40) == 38
    assert regain(4, 6, 3) == 6
    assert regain(8, 6, 3) == 8


def test_motes_are_spent_peripheral_first_unless_asked() -> None:
    assert spend_motes(7, 10, 5) == (8, 0)
    assert spend_motes(7, 10, 5, peripheral_first=False) == (3, 5)
    assert spend_motes(12, 10, 5, peripheral_first=False) == (0, 3)
    assert spend_motes(16, 10, 5) is None


def test_eight_hours_of_rest_take_a_point_of_fatigue() -> None:
    assert [rest_fatigue(3, hours) for hours in (7, 8, 17, 80)] == [3, 2, 1, 0]
