"""The key of a server that was given none: made on the first start and kept, so that sessions survive a restart."""

import time
from pathlib import Path

from django.core.management.utils import get_random_secret_key

TRIES, PAUSE = 200, 0.01
"""How often one looks for a key that another process is about to write, and the seconds in between."""


def keep_key(folder: Path) -> str:
    """The key that lies in the folder. Of processes that start at once there, one makes it."""
    path = folder / "secret_key"
    try:
        with path.open("x") as file:
            path.chmod(0o600)
            file.write(get_random_secret_key())
    except FileExistsError:
        for _ in range(TRIES):
            if path.stat().st_size:
                break
            time.sleep(PAUSE)
    return path.read_text()
