"""The laws of every live battle, in random fights among those who have many powers."""

import pytest

from rules.exalted3e.system import SYSTEM
from rules.laws import trials
from tests.rules.exalted3e.test_powers import LASTING, sheet

pytestmark = pytest.mark.walk


def test_battles_full_of_powers_keep_the_laws() -> None:
    used = 0
    for trial in trials(SYSTEM, range(9, 11), 60, [sheet(), sheet(anima=1)]):
        used += sum(bool(taken.move.get("powers")) for taken in trial.taken)
        for one in trial.state.combatants:
            assert min(one.personal, one.peripheral, one.willpower) >= 0
    assert used


def test_fights_full_of_lasting_powers_keep_the_laws() -> None:
    written = [
        {"key": one.key, "name": one.name, "use": one.use, "timing": one.timing, "cost": dict(one.cost),
         "lasts": one.lasts, "harm": one.harm, "once": one.once,
         "effects": [{"kind": effect.kind, "amount": effect.amount} for effect in one.effects]}
        for one in LASTING["powers"]
    ]  # fmt: skip
    switched = 0
    for trial in trials(SYSTEM, range(5, 6), 80, [sheet(powers=written)]):
        switched += trial.accepted["SwitchOn"]
        assert all(
            min(one.personal, one.peripheral, one.willpower, one.health.free) >= 0 for one in trial.state.combatants
        )
    assert switched
