"""What one tick costs inside the process: command, facts, boards, drawing, frames, in CPU time, without any socket.

    python -m benchmarks.tick --clicks 80
    python -m benchmarks.tick --profile drawing

The same fight as `benchmarks.live`, on a database of its own, clicked by the same script; after each command the table
is drawn for the four classes of seats that sit at it. `--profile` shows where a part's time goes.
"""

import argparse
import cProfile
import os
import pstats
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from io import StringIO

PARTS = ("command", "facts", "boards", "drawing", "frames", "folds")


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
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="storywheel-tick-") as folder:
        os.environ |= {
            "STORYWHEEL_VAR": folder, "DEBUG": "0", "DATABASE_URL": "", "REDIS_URL": "",
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }  # fmt: skip
        os.environ.pop("DATABASE_URL")
        run = _prepare()
        run(8, Clock(""))
        clock = Clock(options.profile)
        sizes = run(options.clicks, clock)
    total = sum(clock.spent.values())
    for name in PARTS:
        print(f"{name:10} {clock.spent[name] * 1000 / options.clicks:7.2f} ms")
    print(f"{'tick':10} {total * 1000 / options.clicks:7.2f} ms")
    for name, size in sizes.items():
        print(f"{name:24} {size / options.clicks:9.0f} bytes a tick")
    if options.profile:
        pstats.Stats(clock.profile, stream=sys.stdout).sort_stats("tottime").print_stats(35)


def _prepare() -> Callable[[int, Clock], dict[str, float]]:
    """Make the stage; what comes back plays so many clicks."""
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    from benchmarks.stage import set_stage

    told = StringIO()
    with redirect_stdout(told):
        set_stage(1)
    from benchmarks.seats import Seats

    return Seats(told.getvalue()).play


if __name__ == "__main__":
    main()
