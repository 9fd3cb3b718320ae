"""What one tick costs inside the process, part by part, in CPU time, without any socket.

    python -m benchmarks.tick --against main        this state of the code in turns with another (`benchmarks.turns`)
    python -m benchmarks.tick --profile drawing     where a part's time goes

The same fight as `benchmarks.live`, on a database of its own, clicked by the same script; after each command the facts
are made for the four classes of seats that sit at the table. One run's figures cannot be compared with those of
another: other work on the machine, and its clock, change them by half.
"""

import argparse
import cProfile
import gc
import pstats
import random
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from unittest.mock import patch

from benchmarks import turns
from benchmarks.fights import set_up
from rules import fair
from rules.dice import SIDES, SystemRoller

PARTS = ("command", "facts", "boards", "drawing", "frames", "deflate", "forms")


class Clock:
    """CPU time by part, and the profile of one of them."""

    def __init__(self, profiled: str) -> None:
        self.spent: dict[str, float] = defaultdict(float)
        self.profile = cProfile.Profile()
        self._profiled = profiled

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """Whatever is done in here belongs to this part."""
        start = time.process_time()
        if name == self._profiled:
            self.profile.enable()
        yield
        if name == self._profiled:
            self.profile.disable()
        self.spent[name] += time.process_time() - start


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="benchmarks.tick", description=__doc__.partition("\n")[0])
    parser.add_argument("--clicks", type=int, default=80)
    parser.add_argument("--profile", default="", choices=("", *PARTS))
    parser.add_argument("--seed", type=int, default=7, help="of the dice: two versions play the same fight")
    turns.add_options(parser)
    options = parser.parse_args()
    if options.against:
        turns.compare("tick", options, ["--clicks", str(options.clicks), "--seed", str(options.seed)])
        return
    with tempfile.TemporaryDirectory(prefix="storywheel-tick-") as folder:
        set_up(folder)
        seed_dice(options.seed)
        run = _prepare()
        run(8, Clock(""))
        gc.collect()
        gc.freeze()
        gc.set_threshold(10_000, 20, 20)  # as config.asgi sets it
        clock = Clock(options.profile)
        sizes = run(options.clicks, clock)
    spent = {name: clock.spent[name] * 1000 / options.clicks for name in PARTS}
    for name, ms in (*spent.items(), ("tick", sum(spent.values()))):
        print(f"{name:10} {ms:7.2f} ms")
    for name, size in sizes.items():
        print(f"{name:24} {size / options.clicks:9.0f} bytes a tick")
    if options.profile:
        pstats.Stats(clock.profile, stream=sys.stdout).sort_stats("tottime").print_stats(35)


def seed_dice(seed: int) -> None:
    """Let this process throw the same dice in each run. What is fetched depends on them."""
    dice = random.Random(seed)

    def throw(count: int) -> tuple[int, ...]:
        return tuple(dice.randint(1, SIDES) for _ in range(count))

    patch.object(SystemRoller, "roll", lambda _self, count: throw(count)).start()
    patch.object(fair, "throw_faces", lambda _seed, _throw, _salt, count: throw(count)).start()


def _prepare() -> Callable[[int, Clock], dict[str, float]]:
    """Make the stage; what it returns plays this many clicks."""
    from benchmarks.stage import set_stage

    output = StringIO()
    with redirect_stdout(output):
        set_stage(1)
    from benchmarks.seats import Seats

    return Seats(output.getvalue()).play


if __name__ == "__main__":
    main()
