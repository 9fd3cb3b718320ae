"""The one command that starts everything, and the sentences it has for what goes wrong."""

import os
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from deploy.processes import free_port
from tests.e2e.conftest import ROOT, Server


def serve(var: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", "serve", *arguments],
        cwd=ROOT,
        env={**os.environ, "STORYWHEEL_VAR": str(var)},
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_ctrl_c_ends_it_cleanly(make_server: Callable[..., Server]) -> None:
    server = make_server()
    assert server.stop() == 0


@pytest.fixture(scope="module")
def first(make_server: Callable[..., Server]) -> Server:
    """A server that was started with the demo where nothing was, and has ended."""
    server = make_server("--demo", on="")
    assert server.stop() == 0
    return server


def test_it_says_where_it_is_and_who_may_sign_in(first: Server) -> None:
    said = first.log_text()
    assert first.url in said
    assert "petra (Storyteller)" in said
    assert "Traceback" not in said


def test_the_demo_is_loaded_once(first: Server) -> None:
    before = count_rows(first.var)
    first.start()
    first.stop()
    assert before.startswith("4 ")
    assert count_rows(first.var) == before


def test_what_it_keeps_is_for_its_own_user(first: Server) -> None:
    """And its static files for a proxy too, where `STORYWHEEL_STATIC` puts them elsewhere."""
    database = first.var / "storywheel.sqlite3"
    database.chmod(0o644)  # as older versions made it
    first.start()
    private = [database, *first.var.glob("storywheel.sqlite3-*"), first.var / "secret_key"]
    modes = {path.name: path.stat().st_mode & 0o077 for path in private}
    first.stop()
    assert len(modes) == 4
    assert set(modes.values()) == {0}
    static = [first.var / "static", *(first.var / "static").rglob("*")]
    shut = [path for path in static if path.suffix not in (".gz", ".br") and path.stat().st_mode & 0o044 != 0o044]
    assert shut == []


def count_rows(var: Path) -> str:
    models = "from campaigns.models import Series; from play.models import Entry"
    count = f"{models}; print(Series.objects.count(), Entry.objects.count())"
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "-v", "0", "-c", count],
        cwd=ROOT,
        env={**os.environ, "STORYWHEEL_VAR": str(var)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_a_busy_port_gets_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = serve(tmp_path, "--port", str(taken.getsockname()[1]))
    assert done.returncode == 1
    assert "Cannot listen on" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_broken_database_gets_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "storywheel.sqlite3").write_bytes(b"this is not a database" * 500)
    done = serve(tmp_path, "--port", str(free_port()))
    assert done.returncode == 1
    assert "cannot be used" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("port", ["0x50", "70000", "-1"])
def test_a_port_that_is_none_gets_a_sentence(tmp_path: Path, port: str) -> None:
    done = serve(tmp_path, "--port", port)
    assert done.returncode in (1, 2)
    assert "Traceback" not in done.stderr


def test_a_foreign_host_name_is_refused(server: Server) -> None:
    request = urllib.request.Request(f"{server.url}/account/login/", headers={"Host": "elsewhere.example"})
    with pytest.raises(urllib.error.HTTPError) as refusal:
        urllib.request.urlopen(request)
    assert refusal.value.code == 400
