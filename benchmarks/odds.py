"""How long exact odds take: sixty dice of every kind, worked out anew and asked again, and the command line.

python -m benchmarks.odds
"""

import statistics
import subprocess
import sys
import time

from benchmarks.report import machine
from rules.dice import FaceRule
from rules.odds import Botch, odds

DICE = 60
ROUNDS = 31
ASKED = 10_000
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
    print(f"| {DICE} dice | anew, ms | slowest of {ROUNDS} | again, us |\n|---|---|---|---|")
    for name, (rule, botch) in KINDS.items():
        anew = []
        for _ in range(ROUNDS):
            odds.cache_clear()
            anew.append(_seconds(rule, botch, 1) * 1e3)
        again = _seconds(rule, botch, ASKED) / ASKED * 1e6
        print(f"| {name} | {statistics.median(anew):.2f} | {max(anew):.2f} | {again:.2f} |")
    print(f"\npython -m rules roll, start to end: {statistics.median(map(_run, range(ROUNDS))):.0f} ms")
    print(machine())


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
