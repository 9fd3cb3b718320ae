"""`manage.py` with dice from a seed, so that what falls in a journey is the same from day to day, and with a clock that
a test moves: it is ahead by the seconds that the file `CLOCK` in the data folder holds.
"""

import os
import random
import runpy
from datetime import datetime, timedelta
from pathlib import Path
from unittest.mock import patch

from django.utils import timezone

from rules import fair
from rules.dice import SIDES

CLOCK = "clock"


def read_clock(path: Path) -> timedelta:
    """Return how far the clock is ahead."""
    try:
        return timedelta(seconds=float(path.read_text()))
    except FileNotFoundError:
        return timedelta()


if __name__ == "__main__":
    chance, own, clock = random.Random(7), timezone.now, Path(os.environ["STORYWHEEL_VAR"], CLOCK)

    def now() -> datetime:
        """Return the moment that the test wants it to be."""
        return own() + read_clock(clock)

    def throw_faces(_seed: str, _throw: int, _salt: str, count: int) -> tuple[int, ...]:
        """Return faces that do not depend on the seed of a scene, which is always new."""
        return tuple(chance.randint(1, SIDES) for _ in range(count))

    with (
        patch.object(fair, "throw_faces", throw_faces),
        patch.object(timezone, "now", now),  # before any model keeps it as a default
    ):
        runpy.run_path("manage.py", run_name="__main__")
