"""A machine below a folder: files are written there for real, commands are only written down."""

import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from deploy.installer import services
from deploy.installer.clone import GitClone, Release
from deploy.installer.files import UNITS
from deploy.installer.machine import SETTINGS, Machine, Refusal
from deploy.installer.settings import POSTGRESQL, SQLITE, Settings
from deploy.installer.upgrade import Plan
from tests.ready import ROOT

HOST = "play.example.net"


@dataclass(frozen=True)
class Trial(Machine):
    """Commands that fail are named by a word of theirs."""

    folder: Path = Path()
    ran: list[str] = field(default_factory=list)
    failing: set[str] = field(default_factory=set)

    def path(self, absolute: str) -> Path:
        return self.folder / absolute.lstrip("/")

    def run(self, *command: str, typed: str | None = None, quietly: bool = False) -> None:
        words = " ".join((*command, typed or "")).replace(str(self.folder), "").strip()
        self.ran.append(words)
        if any(word in words for word in self.failing):
            raise Refusal(f"This has failed: {words}")
        if command[:2] == ("install", "-d") and command[-1].startswith(str(self.folder)):
            Path(command[-1]).mkdir(parents=True, exist_ok=True)
        if "backup" in command:
            Path(command[-1]).parent.mkdir(parents=True, exist_ok=True)
            Path(command[-1]).touch()
        if command[:2] in (("systemctl", "enable"), ("systemctl", "disable")):
            self._enable(command[1] == "enable", [unit for unit in command[2:] if not unit.startswith("--")])

    def _enable(self, wanted: bool, units: list[str]) -> None:
        """As systemd does: a unit must have its file for either."""
        wants = self.path(f"{UNITS}/multi-user.target.wants")
        wants.mkdir(parents=True, exist_ok=True)
        for unit in units:
            file = self.path(f"{UNITS}/{re.sub('@[^.]+', '@', unit)}")
            assert file.exists(), f"{unit} has no file"
            if wanted:
                (wants / unit).touch()
            else:
                (wants / unit).unlink()

    def succeeds(self, *command: str) -> bool:
        return True

    def capture(self, *command: str) -> str:
        if command[:2] == ("systemctl", "list-units"):
            return "storywheel-worker.service loaded active running Storywheel"
        return "AGREES KNOWN" if "manage.py" in command else ""

    def find(self, *words: str) -> list[int]:
        """The places of commands with these words, one for each."""
        return [next(at for at, ran in enumerate(self.ran) if word in ran) for word in words]


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Trial:
    monkeypatch.setattr(services, "ask", lambda address: "ready")
    monkeypatch.setattr(services, "TIMEOUT_SECONDS", 0)
    return Trial(folder=tmp_path / "machine")


def git(folder: Path, *words: str) -> str:
    names = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    return subprocess.run(
        ["git", *names, *words], cwd=folder, check=True, capture_output=True, text=True
    ).stdout.strip()


Commit = Callable[..., Release]


@pytest.fixture
def clone(tmp_path: Path) -> GitClone:
    """A clone with what the script needs of one, and no commit."""
    folder = tmp_path / "clone"
    shutil.copytree(ROOT / "deploy", folder / "deploy", ignore=shutil.ignore_patterns("__pycache__", "*.py"))
    for name in ("rules", "api", "campaigns", "config", "play"):
        (folder / name).mkdir()
    for name in ("requirements.txt", "requirements-pdf.txt"):
        (folder / name).write_text("django==5\n")
    git(folder, "init", "--quiet")
    git(folder, "config", "core.fsync", "none")
    return GitClone(folder)


@pytest.fixture
def commit(clone: GitClone) -> Commit:
    """Commit a version."""

    def commit(version: str, title: str = "Something") -> Release:
        (clone.folder / "rules/__init__.py").write_text(f'__version__ = "{version}"\n')
        git(clone.folder, "add", "--all")
        git(clone.folder, "commit", "--quiet", "--allow-empty", "--message", title)
        return clone.find("HEAD")

    return commit


@pytest.fixture
def kind(request: pytest.FixtureRequest) -> str:
    """The layout: PostgreSQL, unless the test asks for both."""
    return str(getattr(request, "param", POSTGRESQL))


both_kinds = pytest.mark.parametrize("kind", [POSTGRESQL, SQLITE], indirect=True)


MakePlan = Callable[[Release], Plan]


@pytest.fixture
def make_plan(machine: Trial, clone: GitClone, kind: str) -> MakePlan:
    """What the script does for a release, on this machine as it is then."""

    def make_plan(release: Release) -> Plan:
        settings = Settings(machine.path(SETTINGS))
        if not settings.exists:
            settings.begin((ROOT / "deploy/storywheel.env.example").read_text(), HOST, kind)
        return Plan(machine, clone, settings, release)

    return make_plan
