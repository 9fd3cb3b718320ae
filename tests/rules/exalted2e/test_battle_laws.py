"""The laws of every live battle, tried on Exalted 2e by random legal and hostile play."""

import pytest

from rules import get_system
from rules.laws import Trial

pytestmark = pytest.mark.walk


@pytest.mark.parametrize("seed", range(3))
def test_random_play_keeps_the_laws_of_battle(seed: int) -> None:
    trial = Trial(get_system("exalted2e"), seed).play(120)
    assert trial.accepted["AddCombatant"] >= 7
