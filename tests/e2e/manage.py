"""`manage.py` with dice from a seed: what falls in a journey is the same from day to day."""

import random
import runpy

from rules.dice import SystemRoller

if __name__ == "__main__":
    SystemRoller.chance = random.Random(7)
    runpy.run_path("manage.py", run_name="__main__")
