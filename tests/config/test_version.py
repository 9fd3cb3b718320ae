"""The commit that runs is known in an archive, in an image and in a clone; and in none of them is git asked again."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core import mail

from config import __version__
from config.server.monitoring import version
from config.server.monitoring.alarms import email_admins
from config.server.monitoring.version import describe_version

COMMIT = "681f2c89bcc9dc4b797a9b3293855524e78a8006"


@pytest.fixture(autouse=True)
def asked_anew() -> Iterator[None]:
    describe_version.cache_clear()
    yield
    describe_version.cache_clear()


def put_in(monkeypatch: pytest.MonkeyPatch, folder: Path, text: str) -> None:
    """Say what `config/commit.txt` holds."""
    (folder / "commit.txt").write_text(text)
    monkeypatch.setattr(version, "ARCHIVED", folder / "commit.txt")


def test_an_archive_says_its_commit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    put_in(monkeypatch, tmp_path, f"{COMMIT} 2026-11-23\n")
    assert describe_version() == f"{__version__} (681f2c89, 2026-11-23)"


def test_git_writes_it_into_an_archive(tmp_path: Path) -> None:
    def git(*words: str) -> bytes:
        names = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        return subprocess.run(["git", *names, *words], cwd=tmp_path, check=True, capture_output=True).stdout

    root = version.ARCHIVED.parent.parent
    git("init", "--quiet")
    (tmp_path / "config").mkdir()
    for name in (".gitattributes", "config/commit.txt"):
        (tmp_path / name).write_bytes((root / name).read_bytes())
    git("add", ".")
    git("commit", "--quiet", "--message", "First")
    archive = git("archive", "HEAD")
    commit = git("rev-parse", "HEAD").strip()
    assert re.search(commit + rb" \d{4}-\d\d-\d\d\n", archive)


def test_an_image_says_what_it_was_built_from(settings: LazySettings) -> None:
    settings.BUILT_COMMIT = f"{COMMIT} 2026-11-23"
    assert describe_version() == f"{__version__} (681f2c89, 2026-11-23)"


def test_a_clone_asks_git_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, settings: LazySettings) -> None:
    (tmp_path / ".git").mkdir()
    settings.BASE_DIR = tmp_path
    put_in(monkeypatch, tmp_path, "$Format:%H %cs$\n")
    asked = []

    def run(command: list[str], **_named: object) -> subprocess.CompletedProcess[str]:
        asked.append(command)
        return subprocess.CompletedProcess(command, 0, f"{COMMIT} 2026-11-23\n")

    monkeypatch.setattr(subprocess, "run", run)
    assert describe_version() == describe_version() == f"{__version__} (681f2c89, 2026-11-23)"
    assert len(asked) == 1


def test_without_any_of_them_it_is_the_number(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, settings: LazySettings
) -> None:
    settings.BASE_DIR = tmp_path
    put_in(monkeypatch, tmp_path, "$Format:%H %cs$\n")
    assert describe_version() == __version__


def test_letters_to_the_host_say_it(settings: LazySettings) -> None:
    settings.ADMINS, settings.BUILT_COMMIT = [("", "host@example.org")], f"{COMMIT} 2026-11-23"
    email_admins("test", "test")
    assert f"Storywheel {__version__} (681f2c89, 2026-11-23)" in str(mail.outbox[0].body)
