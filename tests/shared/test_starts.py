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
        ("manage", "work"),
    ],
    ids=["web", "worker", "beat", "background"],
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


def test_a_server_that_is_set_as_the_example_says_passes_every_check(tmp_path: Path) -> None:
    lines = (ROOT / "deploy" / "storywheel.env.example").read_text().splitlines()
    example = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    mine = {"SECRET_KEY": "q8Zr2Lw5Nf0Xk7Vb3Tj9Hs4Gd6Pc1MyaEuQoRiWtUxSzYvKlJnBm", "STORYWHEEL_VAR": str(tmp_path)}
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    environment = {**os.environ, **example, **mine}
    checked = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr
