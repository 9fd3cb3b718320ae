"""A simulated fight ends as the real one does with the same dice, in every game that has forecasts.

`python -m benchmarks.forecast --law 3000` plays as many as one likes.
"""

import pytest

from rules import SYSTEMS, get_system
from rules.forecast.law import check_fights

FORECAST = [key for key in SYSTEMS if get_system(key).forecaster]
FIGHTS = 60


@pytest.mark.parametrize("key", FORECAST)
def test_a_simulated_fight_ends_as_the_real_one(key: str) -> None:
    seen = check_fights(get_system(key), range(FIGHTS))
    fates = get_system(key).get_forecaster().fates
    assert seen["skipped"] < FIGHTS / 2
    assert set(seen) >= {fate for fate in fates if fate != "left"}, "the fights were too tame to prove much"
