"""How many whole fights a second a forecast plays, beside the real battle and a bare duel in numpy.

python -m benchmarks.forecast
python -m benchmarks.forecast --law 3000 --game wod2004

The duel knows no rules: ten thousand at once in arrays, two equal fighters, four dice a blow, seven levels. It is
what arrays could do at best for two fighters; the fights of the games are four against six. All times are of one core.
"""

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy

from benchmarks.report import machine
from rules import SYSTEMS, get_system
from rules.dice import SeededRoller
from rules.forecast import Forecaster, forecast
from rules.forecast.files import load_fight
from rules.forecast.law import check_fights, play_really
from rules.forecast.runs import RUNS, find_end

FIGHTS: dict[str, dict[str, dict[str, int]]] = {
    "wod2004": {"coterie": {"soldier": 2, "officer": 2}, "gang": {"thug": 6}},
    "exalted2e": {"circle": {"dawn": 2, "zenith": 2}, "court": {"spirit": 6}},
    "exalted3e": {"circle": {"solar": 1, "dragon_blooded": 3}, "bandits": {"mortal": 6}},
    "v20da": {"coterie": {"knight": 2, "vampire": 2}, "guards": {"guard": 6}},
}
"""Four against six, by archetypes."""
DUELS = 10_000
REAL = 5
"""How many fights the real battle plays."""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--law", type=int, default=0, metavar="N", help="play N fights by both, and compare")
    parser.add_argument("--game", choices=SYSTEMS, help="this one only")
    given = parser.parse_args()
    games = [key for key in SYSTEMS if get_system(key).forecaster and given.game in (None, key)]
    if not given.law:
        _compare(games)
        return
    for key in games:
        seen = check_fights(get_system(key), range(given.law))
        print(f"{key}: {given.law} fights end as the real ones do: {dict(seen)}")


def _compare(games: list[str]) -> None:
    floor = DUELS / _seconds(lambda: duel(DUELS))
    print(f"a bare duel in numpy: {floor:,.0f} a second\n")
    print("| 4 against 6 | fights/s | first answer, ms | 10,000, s | real battle, ms a fight | of the duel's |")
    print("|---|---|---|---|---|---|")
    for key in games:
        print(_measure(key, floor))
    print(machine())


def _measure(key: str, floor: float) -> str:
    system, state, plans = load_fight({"system": key, "sides": FIGHTS[key]})
    forecaster = system.get_forecaster()
    first = _seconds(lambda: next(forecast(forecaster, state, plans)))
    whole = _seconds(lambda: list(forecast(forecaster, state, plans)))
    real = _seconds(lambda: _play_really(forecaster, state, plans)) / REAL
    rate = RUNS / whole
    return f"| {key} | {rate:,.0f} | {first * 1e3:.0f} | {whole:.2f} | {real * 1e3:.0f} | 1/{floor / rate:.0f} |"


def _play_really(forecaster: Forecaster[Any], state: Any, plans: Any) -> None:
    end = find_end(forecaster, state, 0)
    for seed in range(REAL):
        play_really(forecaster, state, plans, SeededRoller(seed), end)


def _seconds(run: Callable[[], object]) -> float:
    start = time.process_time()
    run()
    return time.process_time() - start


def duel(number: int, dice: int = 4, chance: float = 0.3, levels: int = 7) -> int:
    """Play this many duels at once, and return how many the first one wins."""
    random = numpy.random.default_rng(0)
    left = numpy.full((2, number), levels)
    while (fighting := (left > 0).all(axis=0)).any():
        for side in (0, 1):
            damage = random.binomial(dice, chance, fighting.sum())
            left[1 - side, fighting] -= numpy.where(left[side, fighting] > 0, damage, 0)
    return int((left[0] > 0).sum())


if __name__ == "__main__":
    main()
