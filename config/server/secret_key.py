"""The secret key of a server without SECRET_KEY: made on the first start and stored, so that sessions survive a
restart."""

import time
from collections.abc import Callable
from pathlib import Path

from django.core.management.utils import get_random_secret_key

TRIES, PAUSE = 200, 0.01
"""How often to look for a secret that another process is writing, and the pause in seconds."""


def get_or_create_key(folder: Path) -> str:
    """Return the key in this folder, and make it if there is none."""
    return get_or_create_secret(folder / "secret_key", get_random_secret_key)


def get_or_create_secret(path: Path, make: Callable[[], str]) -> str:
    """Return the secret in this file, for its owner alone; make it if there is none.

    If several processes start at once, one makes it.
    """
    try:
        with path.open("x") as file:
            path.chmod(0o600)
            file.write(make())
    except FileExistsError:
        for _ in range(TRIES):
            if path.stat().st_size:
                break
            time.sleep(PAUSE)
    return path.read_text()
