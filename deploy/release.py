"""Makes a release, for `make release VERSION=0.2.0`: a commit, its tag, and its row in the docs."""

import re
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path

from packaging.version import InvalidVersion, Version

ROOT = Path(__file__).resolve().parent.parent
VERSION_FILE, NOTES, TABLE = Path("rules/__init__.py"), Path("CHANGELOG.md"), Path("docs/releases.md")
LINE = re.compile(r'^__version__ = "(.+)"$', re.MULTILINE)
FORM = re.compile(r"\d+\.\d+\.\d+((a|b|rc)\d+)?")
HEAD, BEFORE, ROWS = "## Unreleased\n", "### Before you upgrade\n", "|---|---|---|\n"


class CannotRelease(Exception):
    """Why there is no release, in words."""


def release(root: Path, version: str, today: date, make_fixture: Callable[[str], None]) -> None:
    """Make two commits and a tag. Raises `CannotRelease` before anything is changed."""
    check_version(root, version)
    if _git(root, "status", "--porcelain"):
        raise CannotRelease("There are changes that are not committed. Commit them, or put them away.")
    notes = write_notes((root / NOTES).read_text(), version, today)
    try:
        (root / NOTES).write_text(notes)
        text = (root / VERSION_FILE).read_text()
        (root / VERSION_FILE).write_text(LINE.sub(f'__version__ = "{version}"', text))
        make_fixture(version)
    except BaseException:
        _git(root, "checkout", "--quiet", "--", ".")
        _git(root, "clean", "--quiet", "-d", "--force", "tests/fixtures/releases")
        raise
    _git(root, "add", "--all")
    _git(root, "commit", "--quiet", "--message", f"Release {version}")
    _git(root, "tag", "--annotate", f"v{version}", "--message", f"Storywheel {version}")
    commit = _git(root, "rev-parse", "HEAD")
    table = (root / TABLE).read_text()
    (root / TABLE).write_text(table.replace(ROWS, f"{ROWS}| {version} | {today} | `{commit[:12]}` |\n", 1))
    why = "A commit cannot name itself, and tags do not always travel with a clone."
    _git(root, "commit", "--quiet", "--message", f"docs: Name the commit of {version}", "--message", why, str(TABLE))


def check_version(root: Path, version: str) -> None:
    """Raise `CannotRelease` unless it is a version, as 0.2.0 and 0.2.0rc1, after the one that the code has."""
    try:
        new = Version(version)
    except InvalidVersion:
        new = None
    if not new or not FORM.fullmatch(version):
        raise CannotRelease(f"{version} is no version, as 0.2.0 and 0.2.0rc1 are.")
    found = LINE.search((root / VERSION_FILE).read_text())
    if not found or new <= Version(found[1]):
        raise CannotRelease(f"{version} is not newer than {found[1] if found else 'what there is'}.")
    if _git(root, "tag", "--list", f"v{version}"):
        raise CannotRelease(f"There is a tag v{version} already.")


def write_notes(text: str, version: str, today: date) -> str:
    """The changelog with the unreleased notes under the version. Raises `CannotRelease` if something is missing."""
    before, head, rest = text.partition(HEAD)
    notes = re.split(r"^## ", rest, maxsplit=1, flags=re.MULTILINE)[0]
    if not head or not notes.strip():
        raise CannotRelease(f'{NOTES} has no notes under "Unreleased".')
    section = re.split(r"^##", notes.partition(BEFORE)[2], maxsplit=1, flags=re.MULTILINE)[0]
    if not section.strip():
        raise CannotRelease(
            f'{NOTES} has no section "{BEFORE[4:-1]}" under "Unreleased". If hosts need to do nothing, say that.'
        )
    return f"{before}{HEAD}\n## {version} ({today})\n{rest}"


def _git(root: Path, *arguments: str) -> str:
    command = ["git", "-C", str(root), *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise CannotRelease(f"git {' '.join(arguments)}: {done.stderr.strip()}")
    return done.stdout.strip()


def make_fixture(version: str) -> None:
    """Keep what the version writes, by a process that has read the new number."""
    subprocess.run([sys.executable, "-m", "tests.releases.make", version], cwd=ROOT, check=True)


if __name__ == "__main__":
    try:
        release(ROOT, sys.argv[1], date.today(), make_fixture)
    except CannotRelease as refusal:
        sys.exit(f"make release: {refusal}")
    print(f"Release {sys.argv[1]} is made and tagged. Then: git push --follow-tags")
