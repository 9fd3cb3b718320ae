"""The laws of every live battle, tried on this one by long random play."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rules.battle import Seat
from rules.wod2004 import SYSTEM
from tests.rules.battle_laws import CANARY, Trial


class FairTrial(Trial):
    """Nobody brings in a visible namesake of someone hidden: that name would be seen, and rightly."""

    def _try(self, seat: Seat, move: Mapping[str, Any]) -> Exception | None:
        if move.get("kind") == "AddCombatant" and move.get("hidden") is not True and CANARY in repr(move):
            return None
        return super()._try(seat, move)


def test_the_battle_keeps_the_laws() -> None:
    accepted: Counter[str] = Counter()
    for seed in range(4):
        accepted += FairTrial(SYSTEM, seed).play(220).accepted
    assert {"Attack", "AnswerDefense", "Grapple", "Override", "Delay", "EndTurn"} <= {*accepted}
