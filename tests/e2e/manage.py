"""`manage.py` with dice from a seed: what falls in a journey is the same from day to day."""

import runpy
from unittest.mock import patch

from rules.dice import SystemRoller
from tests.e2e.showcase import SeededRoller

if __name__ == "__main__":
    with patch.object(SystemRoller, "roll", SeededRoller(7).roll):
        runpy.run_path("manage.py", run_name="__main__")
