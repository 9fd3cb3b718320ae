"""Data folders of the embedded server as a first start leaves them: made once for a whole run, then copied.

The first start itself is tried in `tests/e2e/test_serve.py`, on folders with nothing in them.
"""

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CALL = "from django.core.management import call_command as call; "
COLLECT = "from config.server.static_files.collect_static import collect_static_once; collect_static_once(); "
HOST = "from campaigns.models import User; User.objects.create_superuser('boss')"
"""Once the host has an account, others make theirs."""
EMPTY, HOSTED, DEMO, SHOWCASE, BY_POST, SITUATIONS = "empty", "hosted", "demo", "showcase", "by_post", "situations"
STEPS = {
    EMPTY: ("", ("manage.py", "shell", "-v", "0", "-c", f"{CALL}call('migrate', verbosity=0); {COLLECT}")),
    HOSTED: (EMPTY, ("manage.py", "shell", "-v", "0", "-c", HOST)),
    DEMO: (EMPTY, ("manage.py", "load_demo", "--once", "--verbosity", "0")),
    SHOWCASE: (EMPTY, ("-m", "tests.e2e.showcase")),
    BY_POST: (EMPTY, ("-m", "tests.e2e.by_post")),
    SITUATIONS: (EMPTY, ("-m", "tests.e2e.situations")),
}
"""What each comes of, and what is done to it then."""
TOLD = "told.json"
"""In each of them: what making it has printed."""


class Ready:
    """The shelf on which they stand; all processes of one run share it."""

    def __init__(self, shelf: Path) -> None:
        self._shelf = shelf
        shelf.mkdir(exist_ok=True)

    def put(self, kind: str, folder: Path) -> None:
        """Have a folder hold the same."""
        with self._locked():
            made = self._make(kind)
        shutil.copytree(made, folder, dirs_exist_ok=True)

    def _make(self, kind: str) -> Path:
        made, part = self._shelf / kind, self._shelf / f"{kind}.part"
        if made.exists():
            return made
        before, command = STEPS[kind]
        if before:
            shutil.copytree(self._make(before), part)
        done = subprocess.run(
            [sys.executable, *command], cwd=ROOT, env=environment(part), capture_output=True, text=True, timeout=120
        )
        assert done.returncode == 0, done.stderr
        (part / TOLD).write_text(done.stdout)
        return part.rename(made)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        with (self._shelf / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield


def environment(folder: Path) -> dict[str, str]:
    """Of a process whose data is there."""
    database = f"sqlite:///{folder / 'storywheel.sqlite3'}"
    return {**os.environ, "STORYWHEEL_VAR": str(folder), "DEBUG": "0", "DATABASE_URL": database, "REDIS_URL": ""}


@pytest.fixture(scope="session")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Ready:
    """The shelf."""
    own = tmp_path_factory.getbasetemp()
    return Ready((own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "ready")
