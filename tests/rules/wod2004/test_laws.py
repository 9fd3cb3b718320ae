"""The laws of every live battle, tried on this one by long random play."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rules.battle import Move, Seat
from rules.codec import encode
from rules.replay import canonical, play, record
from rules.wod2004 import SYSTEM
from tests.rules.battle_laws import CANARY, Taken, Trial


class FairTrial(Trial):
    """Nobody brings in a visible namesake of someone hidden: that name would be seen, and rightly."""

    def _try(self, seat: Seat, move: Mapping[str, Any]) -> Exception | None:
        if move.get("kind") == "AddCombatant" and move.get("hidden") is not True and CANARY in repr(move):
            return None
        return super()._try(seat, move)


def test_a_battle_can_be_replayed_from_its_file() -> None:
    trial = FairTrial(SYSTEM, 11)
    for _ in range(60):
        trial._take_offer()
    file = record("wod2004", SYSTEM.options(), [(step.seat, decoded(step), step.faces) for step in trial.taken])
    assert play(file)["state"] == encode(trial.state)
    assert canonical(play(file)) == canonical(play(file))


def decoded(step: Taken) -> Move:
    return SYSTEM.battle.moves.decode(step.move)


def test_the_battle_keeps_the_laws() -> None:
    accepted: Counter[str] = Counter()
    for seed in range(4):
        accepted += FairTrial(SYSTEM, seed).play(220).accepted
    assert {"Attack", "AnswerDefense", "Grapple", "Override", "Delay", "EndTurn"} <= {*accepted}
