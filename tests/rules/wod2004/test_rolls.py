"""Rolls: chance, again and rote, their exact odds, the roll pad and the command line."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.dice import ScriptedRoller, SeededRoller
from rules.errors import BadInput, DiceError
from rules.tasks import Conditions
from rules.wod2004.actions.instant import NO_AGAIN, Quality, judge_successes, roll_dice, roll_odds
from rules.wod2004.actions.request import Request
from rules.wod2004.options import DEFAULTS, Options
from rules.wod2004.system import SYSTEM
from tests.rules.wod2004.table import plain_sheet


@given(st.integers(-3, 12), st.sampled_from([8, 9, 10, 11]), st.booleans(), st.integers(0, 10**6))
@settings(max_examples=150, deadline=None)
def test_a_roll_keeps_every_die_and_counts_it(total: int, again: int, rote: bool, seed: int) -> None:
    result = roll_dice(total, SeededRoller(seed), Quality(again, rote))
    assert result.successes == sum(die.worth for die in result.dice)
    assert [die.origin for die in result.dice].count("pool") == max(1, total)
    assert result.chance == (total <= 0)
    target = 10 if total <= 0 else 8
    assert all(die.worth == (die.face >= target) for die in result.dice)
    if result.outcome != "dramatic_failure":
        assert result.outcome == judge_successes(result.successes)
    assert not (result.is_dramatic and total > 0)


@pytest.mark.parametrize("total", [0, 1, 2])
@pytest.mark.parametrize("rote", [False, True])
def test_odds_without_again_are_what_counting_gives(total: int, rote: bool) -> None:
    quality, counts, dramatic = Quality(NO_AGAIN, rote), {0: Fraction(0)}, Fraction(0)
    most = max(1, total) * (2 if rote else 1)
    for faces in product(range(1, 11), repeat=most):
        roller = ScriptedRoller(faces)
        result = roll_dice(total, roller, quality)
        share = Fraction(1, 10**most)
        counts[result.successes] = counts.get(result.successes, Fraction(0)) + share
        dramatic += share * result.is_dramatic
    odds = roll_odds(total, quality)
    assert dict(odds.distribution) == counts
    assert odds.botch == dramatic
    assert odds.success == 1 - counts[0]


def test_again_odds_are_exact_without_bound() -> None:
    """A 10-again die gives n successes with chance 3/10 * (2/10 + 1/10 * ...): worked out by hand."""
    odds = dict(roll_odds(1).distribution)
    assert odds[0] == Fraction(7, 10)
    assert odds[1] == Fraction(2, 10) + Fraction(1, 10) * Fraction(7, 10)
    assert odds[2] == Fraction(1, 10) * odds[1]
    assert roll_odds(1).mean == Fraction(3, 9)


def test_a_chance_die_succeeds_one_time_in_ten() -> None:
    assert (roll_odds(0).success, roll_odds(-4).botch) == (Fraction(1, 10), Fraction(1, 10))
    assert roll_odds(0, Quality(rote=True)).botch == Fraction(18, 100)
    assert roll_odds(0, Quality(8)) == roll_odds(0)


def test_the_pad_sums_bonuses_before_penalties() -> None:
    sheet = SYSTEM.sheets.parse(SYSTEM.sheets.blank("officer") | {"health": "BBBBBB"})
    request = Request("dexterity", "firearms", willpower=True, tools=2, circumstances=-3, attempt=2)
    pool = SYSTEM.rolls.pool(sheet, request, DEFAULTS)
    assert [step.name for step in pool.steps] == ["Traits", "Bonuses", "Penalties"]
    assert [step.after for step in pool.steps] == [6, 11, 11 - 3 - 1 - 2]
    roll = SYSTEM.rolls.roll(sheet, request, ScriptedRoller([8, 8, 1, 2, 3]), DEFAULTS)
    assert (roll.successes, roll.outcome, roll.threshold) == (2, "success", 1)


@pytest.mark.parametrize(
    ("options", "lost"), [(Options(), 2), (Options(attempt_step=3), 6), (Options(attempt_penalty=False), 0)]
)
def test_a_third_attempt_at_extended_work_loses_what_the_table_says(options: Options, lost: int) -> None:
    sheet = SYSTEM.sheets.parse(SYSTEM.sheets.blank("officer"))
    request = Request("dexterity", "firearms")
    third = SYSTEM.tasks.prepare(sheet, request, Conditions("extended", failures=2), options)
    whole, left = (SYSTEM.rolls.pool(sheet, asked, options).total for asked in (request, third))
    assert whole - left == lost


def test_the_pad_beats_stored_successes_only_with_more() -> None:
    sheet = SYSTEM.sheets.parse(plain_sheet())
    request = Request("wits", "composure", stored=2)
    assert SYSTEM.rolls.roll(sheet, request, ScriptedRoller([8, 9]), DEFAULTS).outcome == "failure"
    assert SYSTEM.rolls.roll(sheet, request, ScriptedRoller([10, 9, 8]), DEFAULTS).outcome == "success"
    assert SYSTEM.rolls.odds(sheet, request, DEFAULTS).success == roll_odds(2).at_least(3)


@pytest.mark.parametrize(
    "request_",
    [
        Request("luck"),
        Request(second="luck"),
        Request(tools=6),
        Request(again="7"),
        Request(attempt=0),
        Request(willpower=True),
    ],
)
def test_the_pad_refuses_what_cannot_be(request_: Request) -> None:
    sheet = SYSTEM.sheets.parse(plain_sheet() | {"willpower_points": 0})
    with pytest.raises(BadInput):
        SYSTEM.rolls.pool(sheet, request_, DEFAULTS)


def test_the_pad_asks_for_every_part_of_the_request() -> None:
    sheet = SYSTEM.sheets.parse({**plain_sheet(), "specialties": {"brawl": "Boxing"}, "tools": "Rope +1"})
    beside = {
        "powers",
        "conditions",
        "attempt",
        "opposed",
    }  # the table counts the attempts, and reads the target's sheet
    assert SYSTEM.rolls.target
    asked = (*SYSTEM.rolls.fields(sheet), *SYSTEM.rolls.target.fields(()))
    assert {field.name for field in asked} == {*Request.__dataclass_fields__} - beside


def test_the_command_line_rolls_and_weighs() -> None:
    assert SYSTEM.command.roll({"pool": 3, "difficulty": 2}, ScriptedRoller([8, 9, 1])).outcome == "success"
    assert SYSTEM.command.roll({"pool": 3, "chance": True}, ScriptedRoller([1])).outcome == "dramatic_failure"
    assert SYSTEM.command.odds({"pool": 3}) == roll_odds(3)
    for pool in (0, -3):
        assert SYSTEM.command.odds({"pool": pool}) == roll_odds(0)
        assert SYSTEM.command.roll({"pool": pool}, ScriptedRoller([10, 4])).title == "Chance roll"
    for wrong in ({"pool": -101}, {"pool": 10_000}, {"pool": 3, "target": 6}, {"pool": 3, "again": 3}, {}):
        with pytest.raises(BadInput):
            SYSTEM.command.odds(wrong)
    with pytest.raises(DiceError):
        SYSTEM.command.roll({"pool": 3}, ScriptedRoller([8]))
