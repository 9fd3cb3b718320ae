"""The folders of releases: one is built beside those that are there, and the link says which one runs."""

import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

from deploy.installer.clone import GitClone, Release
from deploy.installer.machine import LINK, RELEASES, Machine, Refusal, say

CODE = ("api", "campaigns", "config", "play", "rules")
UNDER_WAY = f"{RELEASES}/.under-way"
"""Names the release of an upgrade that has not ended."""


@dataclass
class Record:
    """What is remembered of a release, beside its files."""

    commit: str
    version: str
    previous: str = ""
    """The folder of the release before it."""
    backup: str = ""
    """What that release has backed up right before the upgrade."""
    enabled: list[str] = field(default_factory=list)
    """What started with the machine when that release ran."""


@dataclass(frozen=True)
class Builds:
    """All releases that are on a machine."""

    machine: Machine

    def folder(self, name: str) -> Path:
        """The folder of a release."""
        return self.machine.path(RELEASES) / name

    @property
    def current(self) -> Path | None:
        """The release that runs."""
        link = self.machine.path(LINK)
        return link.resolve() if link.is_symlink() and link.exists() else None

    @property
    def under_way(self) -> str:
        """The release of an upgrade that has begun and did not end."""
        marker = self.machine.path(UNDER_WAY)
        return marker.read_text().strip() if marker.exists() else ""

    def begin(self, name: str) -> None:
        """Note that an upgrade has begun."""
        self.machine.path(UNDER_WAY).write_text(f"{name}\n")

    def end(self) -> None:
        """Note that it has ended."""
        self.machine.path(UNDER_WAY).unlink(missing_ok=True)

    def build(self, clone: GitClone, release: Release) -> Path:
        """Build a release in a folder of its own, unless it is there. What runs is not touched."""
        folder = self.folder(release.name)
        if (folder / ".built").exists():
            return folder
        shutil.rmtree(folder, ignore_errors=True)
        say(f"Building {release.name} in {folder}.")
        clone.unpack(release, folder)
        self.machine.run("python3", "-m", "venv", str(folder / ".venv"))
        pip = (str(folder / ".venv/bin/pip"), "install", "--quiet", "--disable-pip-version-check")
        self.machine.run(*pip, "--require-hashes", "-r", str(folder / "requirements.txt"))
        extras = self._list_extras()
        if "weasyprint" in {name_of(line) for line in extras}:
            self.machine.run(*pip, "--require-hashes", "-r", str(folder / "requirements-pdf.txt"))
        known = list_package_names(folder)
        own = [line for line in extras if name_of(line) not in known]
        if own:
            say("Packages of yours come along:", ", ".join(own))
            self.machine.run(*pip, *own)
        paths = [str(folder / name) for name in CODE]
        self.machine.run(str(folder / ".venv/bin/python"), "-m", "compileall", "-q", *paths)
        self.remember(folder, Record(release.commit, release.version))
        (folder / ".built").touch()
        return folder

    def _list_extras(self) -> list[str]:
        """The packages of the release that runs which its own list does not name: games, PDF sheets."""
        if not self.current:
            return []
        listed = self.machine.capture(str(self.current / ".venv/bin/pip"), "freeze", "--disable-pip-version-check")
        known = list_package_names(self.current, "requirements.txt")
        return [line for line in listed.splitlines() if line[0].isalnum() and name_of(line) not in known]

    def switch(self, folder: Path) -> None:
        """Have the link name this release, in one step."""
        link, fresh = self.machine.path(LINK), self.machine.path(f"{LINK}.new")
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(folder)
        fresh.replace(link)

    def load_record(self, folder: Path) -> Record:
        """What is remembered of a release."""
        return Record(**json.loads((folder / ".release.json").read_text()))

    def remember(self, folder: Path, record: Record) -> None:
        """Remember something of a release."""
        (folder / ".release.json").write_text(json.dumps(asdict(record), indent=1) + "\n")

    def remove_others(self, *names: str) -> None:
        """Remove all releases but these."""
        for folder in self._list():
            if folder.name not in names:
                say(f"Removing {folder}.")
                shutil.rmtree(folder)

    def _list(self) -> Iterator[Path]:
        return (path for path in self.machine.path(RELEASES).iterdir() if path.is_dir())


def name_of(line: str) -> str:
    """The name of a package in a line of requirements, as pip compares names."""
    return re.sub(r"[-_.]+", "-", re.split(r"[ =<>@\[;]", line, maxsplit=1)[0]).lower()


def list_package_names(folder: Path, *files: str) -> set[str]:
    """The names of the packages that a release names itself."""
    names: set[str] = set()
    for file in files or ("requirements.txt", "requirements-pdf.txt"):
        text = (folder / file).read_text()
        names |= {name_of(line) for line in text.splitlines() if line[:1].isalnum()}
    return names


def find_build(builds: Builds, name: str) -> Path:
    """The folder of a release that must be there. Raises `Refusal` if it is not."""
    folder = builds.folder(name)
    if not name or not (folder / ".built").exists():
        raise Refusal("There is no release from before on this machine, so there is nothing to go back to.")
    return folder
