"""The laws of every live battle, in random fights among those who have many powers."""

import pytest

from rules.exalted2e.system import SYSTEM
from rules.laws import trials
from tests.rules.exalted2e.table import make_sheet
from tests.rules.exalted2e.test_powers import POWERS, RICH, SKIN, TIMED

pytestmark = pytest.mark.walk


def test_battles_full_of_powers_keep_the_laws() -> None:
    cheap = [{**one, "cost": dict.fromkeys(one["cost"], 1)} for one in POWERS]
    sheets = [
        make_sheet("dawn", {**RICH, "powers": cheap}),
        make_sheet("dawn", RICH),
        make_sheet("heroic_mortal", RICH),
    ]
    sheets[2] |= {"personal": 0, "peripheral": 0, "willpower_points": 3}
    used = 0
    for trial in trials(SYSTEM, range(2), 60, sheets):
        used += sum(bool(taken.move.get("powers")) for taken in trial.taken)
        for one in trial.state.combatants:
            assert min(one.personal, one.peripheral, one.willpower) >= 0
    assert used


def test_battles_full_of_timed_powers_keep_the_laws() -> None:
    sheets = [make_sheet("dawn", TIMED), make_sheet("dawn", {**TIMED, "powers": [*TIMED["powers"], SKIN]})]
    switched = 0
    for trial in trials(SYSTEM, range(6, 7), 90, sheets):
        switched += trial.accepted["SwitchOn"]
    assert switched
