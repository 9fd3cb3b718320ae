"""What must not start does not: no process of a shared server runs with settings that are only good at home."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.mark.parametrize(
    "command",
    [
        ("uvicorn", "config.asgi:application", "--port", "0"),
        ("celery", "-A", "config", "worker"),
        ("celery", "-A", "config", "beat"),
    ],
    ids=["web", "worker", "beat"],
)
def test_no_part_of_an_unsafe_server_starts(command: tuple[str, ...], tmp_path: Path) -> None:
    environment = {
        **{name: value for name, value in os.environ.items() if name not in ("SECRET_KEY", "ALLOWED_HOSTS")},
        "STORYWHEEL_PRODUCTION": "1",
        "STORYWHEEL_VAR": str(tmp_path),
        "REDIS_URL": "",
    }
    started = subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60
    )
    assert started.returncode != 0
    assert "Storywheel does not start:" in started.stderr
    assert "SECRET_KEY is not set" in started.stderr
    assert "set REDIS_URL" in started.stderr
    assert "Traceback" not in started.stderr
