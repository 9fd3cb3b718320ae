"""A simulated fight ends as the real one does with the same dice, in every game that has forecasts.

`python -m benchmarks.forecast --law 3000` plays many more.
"""

import random

import pytest

from rules import SYSTEMS, get_system
from rules.forecast import Dice, Outcome
from rules.forecast.law import check_fight, check_fights, make_fight

pytestmark = pytest.mark.walk

FORECAST = [key for key in SYSTEMS if get_system(key).forecaster]
FIGHTS = 40


@pytest.mark.parametrize("key", FORECAST)
def test_a_simulated_fight_ends_as_the_real_one(key: str) -> None:
    seen = check_fights(get_system(key), range(FIGHTS))
    assert seen["skipped"] < FIGHTS / 2
    assert seen[""]
    assert sum(fights for fate, fights in seen.items() if fate not in ("", "skipped")) > FIGHTS, (
        "too tame to prove much"
    )


@pytest.mark.parametrize("key", FORECAST)
def test_the_law_sees_a_point_of_harm_too_many_and_a_die_left_over(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    system, forecaster = get_system(key), get_system(key).get_forecaster()
    state, plans = make_fight(system, random.Random(1))
    assert check_fight(forecaster, state, plans, 1, 5)
    honest = forecaster.prepare

    def bruise(dice: Dice, end: int) -> Outcome:
        outcome = honest(state, plans)(dice, end)
        (bashing, lethal, aggravated), *others = outcome.wounds
        return outcome._replace(wounds=((bashing + 1, lethal, aggravated), *others))

    def waste(dice: Dice, end: int) -> Outcome:
        dice.faces(1)
        return honest(state, plans)(dice, end)

    for dishonest, said in ((bruise, "the simulator ends with"), (waste, "the simulator")):
        monkeypatch.setattr(type(forecaster), "prepare", lambda *given, fight=dishonest: fight)
        with pytest.raises(AssertionError, match=said):
            check_fight(forecaster, state, plans, 1, 5)
