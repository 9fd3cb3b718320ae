"""The laws of every live battle, in random fights among those who have many powers."""

import pytest

from rules.laws import trials
from rules.wod2004.system import SYSTEM
from tests.rules.wod2004.table import sheet
from tests.rules.wod2004.test_powers import BRIEF, FURY, GIFTED, HOUR, OATH, PRICE, RUSH, SKIN, VEIL, WILL

pytestmark = pytest.mark.walk


def test_fights_full_of_powers_keep_the_laws() -> None:
    gifted = {**GIFTED, "powers": [RUSH, VEIL, WILL, SKIN, FURY]}
    sheets = [sheet(strength=3, brawl=2, **gifted), sheet(**{**gifted, "fuel": 2})]
    used = switched = 0
    for trial in trials(SYSTEM, range(1), 120, sheets):
        used += sum(bool(taken.move.get("powers")) for taken in trial.taken)
        switched += trial.accepted["SwitchOn"]
        assert all(min(one.fuel, one.willpower) >= 0 for one in trial.state.combatants)
    assert used
    assert switched


def test_fights_full_of_timed_powers_keep_the_laws() -> None:
    gifted = {**GIFTED, "powers": [BRIEF, HOUR, PRICE, OATH, SKIN]}
    switched = 0
    for trial in trials(SYSTEM, range(2, 3), 100, [sheet(strength=3, brawl=2, **gifted)]):
        switched += trial.accepted["SwitchOn"]
        assert all(min(one.fuel, one.willpower, one.willpower_dots) >= 0 for one in trial.state.combatants)
    assert switched
