"""Health levels, blood, healing, torpor, experience."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import BadInput, IllegalMove
from rules.v20da.experience import discipline_kind, raise_cost
from rules.v20da.health.blood import blood_maximum, blood_per_turn, spend_blood, wake
from rules.v20da.health.healing import heal_light, heal_rest, heal_turn, healable_levels
from rules.v20da.health.levels import BOXES, applied_levels, harm, parse_track, settle
from rules.v20da.options import DEFAULTS
from rules.wounds import Harm
from tests.rules.v20da.table import SYSTEM, sheet

HARMS = st.sampled_from(["bashing", "lethal", "aggravated"])


@pytest.mark.parametrize(
    ("being", "track", "levels", "kind", "after", "condition"),
    [
        ("vampire", "", 2, "bashing", "//", "ok"),
        ("vampire", "//", 3, "lethal", "XXX//", "ok"),
        ("vampire", "X/////", 1, "aggravated", "*X/////", "incapacitated"),
        ("vampire", "**XXX//", 1, "lethal", "**XXXX/", "torpor"),
        ("vampire", "XXXXXXX", 1, "bashing", "XXXXXXX", "torpor"),
        ("vampire", "XXXXXXX", 1, "aggravated", "*XXXXXX", "final_death"),
        ("vampire", "XXXXXXX", 9, "aggravated", "*XXXXXX", "final_death"),
        ("vampire", "XXXX", 4, "lethal", "XXXXXXX", "torpor"),
        ("mortal", "///////", 1, "bashing", "X//////", "incapacitated"),
        ("mortal", "//////", 9, "bashing", "XXXXXXX", "dead"),
        ("mortal", "XXXX///", 1, "lethal", "XXXXX//", "dead"),
        ("mortal", "XXXXXXX", 1, "lethal", "XXXXXXX", "dead"),
        ("mortal", "XXXXXXX", 1, "bashing", "XXXXXXX", "dead"),
        ("mortal", "XXXX///", 1, "aggravated", "*XXXX//", "dead"),
    ],
)
def test_harm_is_marked_by_the_book(
    being: str, track: str, levels: int, kind: Harm, after: str, condition: str
) -> None:
    health = harm(parse_track(being, track), levels, kind)  # type: ignore[arg-type]
    assert (health.track, health.condition) == (after, condition)


@pytest.mark.parametrize(
    ("track", "level", "penalty"),
    [("", None, 0), ("/", "Bruised", 0), ("//", "Hurt", -1), ("X//", "Injured", -1), ("XXX/", "Wounded", -2),
     ("XXXXX", "Mauled", -2), ("XXXXX/", "Crippled", -5), ("XXXXXXX", "Incapacitated", None)],
)  # fmt: skip
def test_the_lowest_filled_level_gives_the_penalty(track: str, level: str | None, penalty: int | None) -> None:
    health = parse_track("mortal", track)
    assert (health.level, health.penalty) == (level, penalty)


@given(st.sampled_from(["vampire", "mortal"]), st.lists(st.tuples(st.integers(0, 4), HARMS), max_size=6))
@settings(max_examples=150, deadline=None)
def test_a_track_stays_sorted_and_never_heals_by_harm(being: str, hits: list[tuple[int, Harm]]) -> None:
    health = parse_track(being, "")  # type: ignore[arg-type]
    for levels, kind in hits:
        worse = harm(health, levels, kind)
        assert list(worse.track) == sorted(worse.track, key="*X/".index)
        assert len(health.track) <= len(worse.track) <= BOXES
        assert worse.track.count("*") >= health.track.count("*")
        health = worse
    assert (health.condition == "ok") == (len(health.track) < BOXES)


def test_points_of_one_attack_count_one_by_one() -> None:
    at_once = harm(parse_track("mortal", "////"), 5, "bashing")
    assert at_once == harm(harm(parse_track("mortal", "////"), 2, "bashing"), 3, "bashing")


@pytest.mark.parametrize("track", ["z", "////////", "x"])
def test_a_track_of_other_marks_is_refused(track: str) -> None:
    with pytest.raises(BadInput):
        parse_track("mortal", track)


def test_vampires_take_half_of_bashing_after_soak() -> None:
    assert [applied_levels("vampire", levels, "bashing") for levels in (0, 1, 3, 4)] == [0, 0, 1, 2]
    assert applied_levels("mortal", 3, "bashing") == applied_levels("vampire", 3, "lethal") == 3


def test_without_blood_incapacitated_is_torpor() -> None:
    full = parse_track("vampire", "XXXXXXX")
    assert settle(full, 0).condition == "torpor"
    assert settle(full, 1).condition == "incapacitated"
    assert settle(parse_track("mortal", "XXXXXXX"), 0).condition == "incapacitated"


def test_generation_bounds_the_blood() -> None:
    assert [(blood_maximum(g), blood_per_turn(g)) for g in (13, 9, 8, 7)] == [(10, 1), (14, 2), (15, 3), (20, 4)]
    assert spend_blood(8, 8, 3) == 5
    for points, spent, blood in ((4, 0, 9), (2, 2, 9), (2, 0, 1)):
        with pytest.raises(IllegalMove):
            spend_blood(8, blood, points, spent)
    with pytest.raises(BadInput):
        blood_maximum(14)


def test_waking_costs_a_blood_point() -> None:
    assert wake(3) == 2
    with pytest.raises(IllegalMove):
        wake(0)


@pytest.mark.parametrize(
    ("generation", "blood", "track", "levels", "after", "left"),
    [(13, 6, "X//", None, "X/", 5), (8, 6, "*/", None, "*", 5), (8, 2, "XXXX", None, "XX", 0),
     (8, 9, "XXXX", 2, "XX", 7), (13, 0, "X", None, "X", 0), (8, 9, "**", None, "**", 9)],
)  # fmt: skip
def test_a_turn_heals_light_wounds_within_the_limit(
    generation: int, blood: int, track: str, levels: int | None, after: str, left: int
) -> None:
    healed = heal_turn(generation, blood, track, levels)
    assert (healed.track, healed.blood) == (after, left)


def test_blood_spent_before_in_the_turn_heals_nothing() -> None:
    assert [healable_levels(8, 9, "XXXX", spent) for spent in (0, 2, 3, 5)] == [3, 1, 0, 0]


def test_lightest_wounds_heal_first() -> None:
    assert [heal_light("*XX//", levels) for levels in (1, 2, 3, 9)] == ["*XX/", "*XX", "*X", "*"]


def test_rest_heals_aggravated_wounds_for_blood_and_willpower() -> None:
    healed = heal_rest(12, 3, "**X", 2)
    assert (healed.track, healed.blood, healed.willpower) == ("X", 2, 2)
    assert heal_rest(12, 3, "**X").track == "*X"
    with pytest.raises(IllegalMove) as refusal:
        heal_rest(9, 3, "**", 2)
    assert (refusal.value.code, refusal.value.data["rule"]) == ("blood", "V20-203")
    with pytest.raises(IllegalMove) as refusal:
        heal_rest(10, 0, "**", 2)
    assert refusal.value.code == "willpower"


@pytest.mark.parametrize(
    ("trait", "before", "after", "cost"),
    [
        ("attribute", 2, 3, 8), ("attribute", 2, 4, 20), ("ability", 0, 1, 3), ("ability", 0, 3, 9),
        ("clan_discipline", 0, 1, 10), ("clan_discipline", 1, 3, 15), ("other_discipline", 2, 3, 14),
        ("clanless_discipline", 2, 3, 12), ("secondary_path", 0, 2, 11), ("virtue", 3, 4, 6), ("road", 5, 6, 10),
        ("willpower", 5, 7, 11), ("ability", 2, 2, 0),
    ],
)  # fmt: skip
def test_experience_is_paid_dot_by_dot(trait: str, before: int, after: int, cost: int) -> None:
    assert raise_cost(trait, before, after).total == cost


@pytest.mark.parametrize("bad", [("melee", 1, 2), ("attribute", 3, 2), ("attribute", -1, 2)])
def test_what_has_no_price_is_refused(bad: tuple[str, int, int]) -> None:
    with pytest.raises(BadInput):
        raise_cost(*bad)


def test_no_trait_rises_above_the_generation() -> None:
    eighth, seventh = (
        SYSTEM.sheets.parse(sheet("vampire", generation=generation, attributes={"strength": 5}))
        for generation in (8, 7)
    )
    assert SYSTEM.experience.price(seventh, "attributes.strength", 5, 6, DEFAULTS).total == 20
    with pytest.raises(BadInput, match="V20-216"):
        SYSTEM.experience.price(eighth, "attributes.strength", 5, 6, DEFAULTS)


def test_the_clanless_pay_alike_for_every_discipline() -> None:
    assert discipline_kind("potence", "Brujah", ("potence",)) == "clan_discipline"
    assert discipline_kind("auspex", "Brujah", ("potence",)) == "other_discipline"
    assert discipline_kind("auspex", "Caitiff", ()) == "clanless_discipline"
