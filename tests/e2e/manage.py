"""`manage.py` with dice from a seed: what falls in a journey is the same from day to day."""

import random
import runpy
from unittest.mock import patch

from rules.dice import SIDES, SystemRoller

if __name__ == "__main__":
    chance = random.Random(7)
    with patch.object(SystemRoller, "roll", lambda _self, count: tuple(chance.randint(1, SIDES) for _ in range(count))):
        runpy.run_path("manage.py", run_name="__main__")
