"""Machines from before: /srv/storywheel was the clone itself, brought up to date in place."""

import shutil
from datetime import UTC, datetime
from pathlib import Path

from deploy.installer.builds import Builds, Record
from deploy.installer.clone import GitClone, Release
from deploy.installer.files import NOTED
from deploy.installer.machine import LINK, SOURCE, Machine, Refusal, manage_command, say

DIFFERENCE = (
    "from django.db import connection as c; from django.db.migrations.loader import MigrationLoader as L; "
    "l = L(c); print('DIFFERS' if set(l.applied_migrations) ^ set(l.disk_migrations) else 'AGREES')"
)


def carry_over(machine: Machine, clone: GitClone, was: str) -> GitClone:
    """Make a release of what runs in a clone at /srv/storywheel, and return where the clone is now."""
    old = machine.path(LINK)
    if old.is_symlink() or not old.exists():
        return clone
    if not (old / ".venv").exists():
        raise Refusal(f"{old} holds no .venv, so it is no Storywheel that runs. Move it away: mv {old} {SOURCE}")
    source = machine.path(SOURCE)
    is_own = clone.folder == old
    beside = source if is_own else machine.path(f"{LINK}-before")
    if beside.exists():
        other = f"run {SOURCE}/deploy/install" if is_own else f"move {beside} away"
        raise Refusal(f"{old} is the clone of an older installation, and {beside} is there already: {other}.")
    release = find_what_runs(machine, GitClone(old), was)
    builds = Builds(machine)
    folder = builds.folder(release.name)
    shutil.rmtree(folder, ignore_errors=True)
    GitClone(old).unpack(release, folder)
    check_agreement(machine, folder, old / ".venv/bin/python", release)
    say(f"What runs is {release.name}: it is kept in {folder}, and the clone in {beside}.")
    builds.remember(folder, Record(release.commit, release.version))
    (folder / ".built").touch()
    (old / ".venv").rename(folder / ".venv")
    old.rename(beside)
    old.symlink_to(folder)
    return GitClone(beside) if is_own else clone


def find_what_runs(machine: Machine, clone: GitClone, was: str) -> Release:
    """The commit that was checked out when packages were installed last, for somebody may have pulled since."""
    if was:
        return clone.find(was)
    entries = clone.git("reflog", "show", "--date=unix", "--format=%H %gd", "HEAD").splitlines()
    if not entries:
        raise Refusal(f"{clone.folder} does not say which commit runs. Name it: --was COMMIT")
    at = find_moment(machine, clone.folder)
    for entry in entries:
        commit, _, when = entry.partition(" HEAD@{")
        if int(when.rstrip("}")) <= at:
            return clone.find(commit)
    return clone.find(entries[-1].split()[0])


def find_moment(machine: Machine, folder: Path) -> int:
    """When it was installed: by `deploy/install`, or by hand, when pip has changed something last."""
    noted = machine.path(NOTED)
    if noted.exists():
        return int(noted.stat().st_mtime)
    touched = [folder / ".venv/pyvenv.cfg", *folder.glob(".venv/lib/*/site-packages")]
    return int(max(path.stat().st_mtime for path in touched if path.exists()))


def check_agreement(machine: Machine, folder: Path, python: Path, release: Release) -> None:
    """Raise `Refusal` if the database is not that of the commit: then another one has made it."""
    answer = machine.capture(*manage_command(folder, "shell", "-c", DIFFERENCE, python=python))
    if "AGREES" not in answer:
        shutil.rmtree(folder)
        raise Refusal(
            f"The database is not as {release.name} makes it, or cannot be read. Nothing was done. Is PostgreSQL "
            "running? If another version runs here, name its commit: --was COMMIT"
        )


def describe_now() -> str:
    """The moment, for names of files."""
    return datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
