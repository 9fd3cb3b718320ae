"""How long exact odds take: sixty dice of every kind, for the first time and again, beside forms, and at the shell.

python -m benchmarks.odds
"""

import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from benchmarks.report import machine
from rules import SYSTEMS, get_system
from rules.battle import STORYTELLER, Move, Seat
from rules.defaults import fill_form
from rules.dice import FaceRule
from rules.errors import RulesError
from rules.laws import ADA, Trial
from rules.odds import Botch, odds

DICE = 60
ROUNDS = 31
ASKED = 10_000
FIGHTS, LOOKS = (1, 2, 5), 8
"""Random fights by their seeds, and how often each is looked at."""
NONE, TENS = frozenset[int](), frozenset({10})
KINDS: dict[str, tuple[FaceRule, Botch]] = {
    "Exalted, tens twice": (FaceRule(7, TENS), "ones"),
    "Exalted, sevens and more twice": (FaceRule(7, frozenset({7, 8, 9, 10})), "ones"),
    "World of Darkness, tens again": (FaceRule(8, NONE, again=10), "none"),
    "World of Darkness, eights again": (FaceRule(8, NONE, again=8), "none"),
    "World of Darkness, rote": (FaceRule(8, NONE, again=10, rote=True), "none"),
    "Dark Ages, difficulty 6": (FaceRule(6, NONE, ones_cancel=True), "net"),
    "Dark Ages, difficulty 6, a specialty": (FaceRule(6, TENS, ones_cancel=True), "net"),
}


def main() -> None:
    """Measure and print."""
    print(f"| {DICE} dice | first, ms | slowest of {ROUNDS} | again, us |\n|---|---|---|---|")
    for name, (rule, botch) in KINDS.items():
        first = []
        for _ in range(ROUNDS):
            odds.cache_clear()
            first.append(_seconds(rule, botch, 1) * 1e3)
        again = _seconds(rule, botch, ASKED) / ASKED * 1e6
        print(f"| {name} | {statistics.median(first):.2f} | {max(first):.2f} | {again:.2f} |")
    _weigh()
    print(f"\npython -m rules roll, start to end: {statistics.median(map(_run, range(ROUNDS))):.0f} ms")
    print(machine())


def _weigh() -> None:
    """Measure the odds beside a form of a fight: each form as it is drawn, in random fights."""
    print("\n| weighed | forms | first, ms | slowest | again, ms | slowest |\n|---|---|---|---|---|---|")
    for key, name in SYSTEMS.items():
        first, again = [], []
        for battle, state, seat, move in _list_forms(key):
            odds.cache_clear()
            first.append(_foresee(battle, state, seat, move))
            again.append(_foresee(battle, state, seat, move))
        figures = (f"{statistics.median(row):.1f} | {max(row):.1f}" for row in (first, again))
        print(f"| {name} | {len(first)} | {' | '.join(figures)} |")


def _list_forms(key: str) -> Iterator[tuple[Any, Any, Seat, Move]]:
    """Yield the open forms that can be weighed, with the values that their pages begin with, for two seats."""
    for seed in FIGHTS:
        trial = Trial(get_system(key), seed)
        for _ in range(LOOKS):
            trial.play(2, hostile=0)
            for seat in (STORYTELLER, ADA):
                for offer in trial.rules.legal_moves(trial.state, seat):
                    if not offer.reason and trial.rules.can_foresee(offer.move):
                        with suppress(RulesError):
                            move = trial.rules.moves.decode(fill_form(offer))
                            trial.rules.check(trial.state, seat, move)
                            yield trial.rules, trial.state, seat, move


def _foresee(battle: Any, state: Any, seat: Seat, move: Move) -> float:
    start = time.perf_counter()
    with suppress(RulesError):
        battle.foresee(state, seat, move)
    return (time.perf_counter() - start) * 1e3


def _seconds(rule: FaceRule, botch: Botch, times: int) -> float:
    start = time.perf_counter()
    for _ in range(times):
        odds(rule, DICE, difficulty=3, botch=botch)
    return time.perf_counter() - start


def _run(_round: int) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-m", "rules", "roll", "exalted2e", "--pool", "8"], check=True, capture_output=True)
    return (time.perf_counter() - start) * 1e3


if __name__ == "__main__":
    main()
