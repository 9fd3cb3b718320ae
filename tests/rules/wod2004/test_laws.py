"""The laws of every live battle, tried on this one by long random play."""

from collections import Counter

import pytest

from rules.battle import Move
from rules.codec import encode
from rules.laws import TakenMove, Trial
from rules.replay import canonical, play, record
from rules.wod2004.system import SYSTEM

pytestmark = pytest.mark.walk


def test_a_battle_can_be_replayed_from_its_file() -> None:
    trial = Trial(SYSTEM, 11)
    for _ in range(60):
        trial.take_offer()
    file = record("wod2004", SYSTEM.options(), [(step.seat, decoded(step), step.faces) for step in trial.taken])
    assert play(file)["state"] == encode(trial.state)
    assert canonical(play(file)) == canonical(play(file))


def decoded(step: TakenMove) -> Move:
    return SYSTEM.battle.moves.decode(step.move)


def test_the_battle_keeps_the_laws() -> None:
    accepted: Counter[str] = Counter()
    for seed in range(2):
        accepted += Trial(SYSTEM, seed).play(160).accepted
    assert {"Attack", "AnswerDefense", "Grapple", "Override", "Delay", "EndTurn"} <= {*accepted}
