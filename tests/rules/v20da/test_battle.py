"""The live battle keeps every law, in long random play."""

from collections import Counter

from rules import get_system
from tests.rules.battle_laws import trials

V20DA = get_system("v20da")


def test_the_battle_keeps_the_laws_of_battle() -> None:
    accepted: Counter[str] = Counter()
    for trial in trials(V20DA, range(4), 300):
        accepted += trial.accepted
    assert {*V20DA.battle.moves.classes} == {*accepted}
