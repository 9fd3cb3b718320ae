"""The laws of every live battle, tried on Exalted 2e by random legal and hostile play."""

from typing import Any

import pytest

from rules import get_system
from tests.rules.battle_laws import Trial


class FreeTextTrial(Trial):
    """Plants its secrets in the sheet's free texts only: the health track and equipment are texts of a fixed form."""

    def _plant(self, sheet: dict[str, Any], mark: str) -> dict[str, Any]:
        return {**sheet, "notes": f"{mark}text", "motivation": f"{mark}text", "intimacies": f"{mark}text"}


@pytest.mark.parametrize("seed", range(3))
def test_random_play_keeps_the_laws_of_battle(seed: int) -> None:
    trial = FreeTextTrial(get_system("exalted2e"), seed).play(120)
    assert trial.accepted["AddCombatant"] >= 7
