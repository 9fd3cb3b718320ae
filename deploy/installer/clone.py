"""The clone: which releases it knows, and what one of them holds."""

import hashlib
import re
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from deploy.installer.machine import Refusal

VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)(?:(a|b|rc)(\d+))?")
TITLE = re.compile(r"Release (\S+)")
STAGES = {"a": 0, "b": 1, "rc": 2, None: 3}
"""Before a final release come its candidates."""
FIRST = {"0.1.0": "681f2c89bcc9dc4b797a9b3293855524e78a8006"}
"""The first release has no tag, no such title, and does not say its version."""
SHIPPED = ("deploy/Caddyfile", "deploy/storywheel.caddy", "deploy/systemd")


@dataclass(frozen=True)
class Release:
    """A commit that can be installed."""

    commit: str
    version: str

    @property
    def name(self) -> str:
        """The name of its folder."""
        return f"{self.version}-{self.commit[:8]}"


@dataclass(frozen=True)
class GitClone:
    """A folder that git has made; or a copy without git, of which only the files can be looked at."""

    folder: Path

    def git(self, *arguments: str) -> str:
        """What git prints; nothing if it fails. Files may belong to somebody else than root."""
        command = ["git", "-c", "safe.directory=*", "-C", str(self.folder), *arguments]
        try:
            done = subprocess.run(command, capture_output=True, text=True)
        except FileNotFoundError:
            return ""
        return done.stdout.strip() if done.returncode == 0 else ""

    def find(self, commit: str) -> Release:
        """The release at a commit. Raises `Refusal` if there is no such commit."""
        full = self.git("rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}")
        if not full:
            raise Refusal(f"There is no commit {commit} in {self.folder}.")
        text = self.git("show", f"{full}:rules/__init__.py")
        found = re.search(r'^__version__ = "(.+)"$', text, re.MULTILINE)
        return Release(full, found[1] if found else next(iter(FIRST)))

    def list_releases(self) -> dict[str, str]:
        """The commit of each version: by its tag, or by its title on the main line, for tags do not always travel."""
        titled = (line.split(" ", 1) for line in self.git("log", "--first-parent", "--format=%H %s").splitlines())
        found = {**FIRST}
        found |= {match[1]: commit for commit, title in titled if (match := TITLE.fullmatch(title))}
        for tag in self.git("tag", "--list", "v*").splitlines():
            found[tag.removeprefix("v")] = self.git("rev-parse", f"{tag}^{{commit}}")
        return {version: commit for version, commit in found.items() if VERSION.fullmatch(version)}

    def choose(self, version: str, commit: str) -> Release:
        """The release that was asked for; else the newest that can install itself; else what is checked out."""
        if commit:
            return self.find(commit)
        releases = self.list_releases()
        if version:
            if version not in releases:
                known = ", ".join(sorted(releases, key=sort_key)) or "none"
                raise Refusal(f"There is no release {version} in {self.folder}. Known: {known}.")
            if not self.holds(releases[version], "deploy/install"):
                raise Refusal(
                    f"{version} has no deploy/install. docs/hosting.md of that version tells how it is installed."
                )
            return self.find(releases[version])
        able = sorted(filter(lambda version: self.holds(releases[version], "deploy/install"), releases), key=sort_key)
        final = [version for version in able if sort_key(version)[3] == STAGES[None]]
        return self.find(releases[(final or able)[-1]]) if able else self.find("HEAD")

    def holds(self, commit: str, path: str) -> bool:
        """Whether a commit has a file."""
        return bool(self.git("rev-parse", "--verify", "--quiet", f"{commit}:{path}"))

    def has_all_of(self, commit: str, other: str) -> bool:
        """Whether a commit builds on another one, as far as this clone knows that."""
        known = self.git("rev-parse", "--verify", "--quiet", f"{other}^{{commit}}")
        return not known or self.git("merge-base", commit, other) == known

    def unpack(self, release: Release, folder: Path) -> None:
        """Write the files of a release into a folder."""
        folder.mkdir(parents=True)
        command = ["git", "-c", "safe.directory=*", "-C", str(self.folder), "archive", release.commit]
        packed = subprocess.run(command, stdout=subprocess.PIPE)
        if packed.returncode:
            raise Refusal(f"The files of {release.name} could not be written to {folder}.")
        subprocess.run(["/usr/bin/tar", "-x", "-C", str(folder)], input=packed.stdout, check=True)

    @cache  # noqa: B019
    def list_shipped(self) -> frozenset[str]:
        """The hashes of all files for /etc that any commit up to this one has had."""
        listed = self.git("rev-list", "--objects", "HEAD", "--", *SHIPPED)
        return frozenset(line.split()[0] for line in listed.splitlines())


def sort_key(version: str) -> tuple[int, int, int, int, int]:
    """Sort versions: 0.2.0rc1 comes before 0.2.0."""
    found = VERSION.fullmatch(version)
    if not found:
        raise Refusal(f"{version} is no version, as 0.2.0 and 0.2.0rc1 are.")
    major, minor, patch, stage, number = found.groups()
    return int(major), int(minor), int(patch), STAGES[stage], int(number or 0)


def hash_as_git(data: bytes) -> str:
    """The name that git gives to a file's content."""
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
