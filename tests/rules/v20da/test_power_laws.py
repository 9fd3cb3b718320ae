"""The laws of every live battle, in random fights among those who have many powers."""

import pytest

from rules.laws import trials
from tests.rules.v20da.table import SYSTEM, sheet
from tests.rules.v20da.test_extra_actions import SWIFT
from tests.rules.v20da.test_powers import FURY, POWERS, SKIN, TIMED

pytestmark = pytest.mark.walk


def test_fights_full_of_powers_keep_the_laws() -> None:
    gifts = [*POWERS, SKIN, FURY]
    poor = sheet("vampire", blood=1, willpower_points=1, powers=gifts)
    sheets = [sheet("vampire", powers=gifts), poor, sheet(powers=gifts)]
    used = switched = 0
    for trial in trials(SYSTEM, range(2, 4), 80, sheets):
        used += sum(bool(taken.move.get("powers")) for taken in trial.taken)
        switched += trial.accepted["SwitchOn"]
        assert all(min(one.blood, one.willpower) >= 0 for one in trial.state.combatants)
    assert used
    assert switched


def test_fights_full_of_timed_powers_keep_the_laws() -> None:
    switched = 0
    for trial in trials(SYSTEM, range(2, 3), 100, [TIMED]):
        switched += trial.accepted["SwitchOn"]
        assert all(min(one.blood, one.willpower) >= 0 for one in trial.state.combatants)
    assert switched


def test_fights_full_of_extra_actions_keep_the_laws() -> None:
    extra = 0
    for trial in trials(SYSTEM, range(4, 6), 80, [SWIFT]):
        extra += sum(bool(taken.move.get("extra")) for taken in trial.taken)
    assert extra
