"""`make release` makes a release, or says in words why not and changes nothing."""

import re
import subprocess
from datetime import date
from pathlib import Path

import pytest

from deploy.release import HEAD, NOTES, TABLE, VERSION_FILE, CannotRelease, release
from tests.ready import ROOT
from tests.releases import list_releases, sort_key

TODAY = date(2026, 12, 24)
CHANGELOG = f"# Changelog\n\n{HEAD}\n* New.\n\n### Before you upgrade\n\n* Nothing.\n\n## 0.1.0\n\nThe first.\n"
TABLE_TEXT = "| version | date | commit |\n|---|---|---|\n| 0.1.0 | 2026-11-23 | `681f2c89bcc9` |\n"


def git(folder: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone with what a release changes."""
    for name, text in {
        VERSION_FILE: '"""Rules."""\n\n__version__ = "0.1.0"\n',
        NOTES: CHANGELOG,
        TABLE: TABLE_TEXT,
        Path("tests/fixtures/releases/0.1.0/kept"): "",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "config", "core.fsync", "none")
    git(tmp_path, "config", "user.name", "A")
    git(tmp_path, "config", "user.email", "a@example.org")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "First")
    return tmp_path


def make(clone: Path, version: str) -> None:
    def make_fixture(made: str) -> None:
        assert f'__version__ = "{made}"' in (clone / VERSION_FILE).read_text()
        (clone / "tests/fixtures/releases" / made).mkdir()
        (clone / "tests/fixtures/releases" / made / "kept").touch()

    release(clone, version, TODAY, make_fixture)


def test_a_release_is_a_commit_with_its_tag_and_the_next_commit_names_it(clone: Path) -> None:
    make(clone, "0.2.0rc1")
    named, made = git(clone, "log", "-2", "--format=%H %s").splitlines()
    assert named.endswith(" docs: Name the commit of 0.2.0rc1")
    commit, _, title = made.partition(" ")
    assert (title, git(clone, "rev-parse", "v0.2.0rc1^{commit}")) == ("Release 0.2.0rc1", commit)
    changed = {str(VERSION_FILE), str(NOTES), "tests/fixtures/releases/0.2.0rc1/kept"}
    assert set(git(clone, "show", "--format=", "--name-only", commit).splitlines()) == changed
    assert f"| 0.2.0rc1 | 2026-12-24 | `{commit[:12]}` |\n| 0.1.0 |" in (clone / TABLE).read_text()
    assert git(clone, "status", "--porcelain") == ""


def test_the_notes_get_the_version_and_an_empty_part_stays_for_the_next(clone: Path) -> None:
    make(clone, "0.2.0")
    notes = (clone / NOTES).read_text()
    assert notes == CHANGELOG.replace(HEAD, f"{HEAD}\n## 0.2.0 (2026-12-24)\n")
    with pytest.raises(CannotRelease, match="no notes"):
        make(clone, "0.2.1")


@pytest.mark.parametrize(
    ("version", "notes", "sentence"),
    [
        ("0.1.0", CHANGELOG, "0.1.0 is not newer than 0.1.0"),
        ("0.1.0rc9", CHANGELOG, "is not newer than"),
        ("0.2", CHANGELOG, "0.2 is no version"),
        ("soon", CHANGELOG, "soon is no version"),
        ("0.2.0", CHANGELOG.replace("### Before you upgrade", "### Other"), 'no section "Before you upgrade"'),
        ("0.2.0", CHANGELOG.replace("* Nothing.\n", ""), 'no section "Before you upgrade"'),
        ("0.2.0", "# Changelog\n\n## 0.1.0\n", "no notes"),
    ],
)
def test_what_is_missing_is_said_and_nothing_is_changed(clone: Path, version: str, notes: str, sentence: str) -> None:
    (clone / NOTES).write_text(notes)
    git(clone, "commit", "--quiet", "--allow-empty", "--all", "--message", "Notes")
    before = git(clone, "rev-parse", "HEAD")
    with pytest.raises(CannotRelease, match=sentence):
        make(clone, version)
    assert (git(clone, "rev-parse", "HEAD"), git(clone, "status", "--porcelain"), git(clone, "tag")) == (before, "", "")


def test_changes_that_are_not_committed_are_not_released(clone: Path) -> None:
    (clone / "new.py").touch()
    with pytest.raises(CannotRelease, match="not committed"):
        make(clone, "0.2.0")
    assert git(clone, "status", "--porcelain") == "?? new.py"


def test_a_fixture_that_fails_leaves_nothing_behind(clone: Path) -> None:
    def fail(version: str) -> None:
        (clone / "tests/fixtures/releases" / version).mkdir()
        (clone / "tests/fixtures/releases" / version / "half").touch()
        raise OSError

    with pytest.raises(OSError):  # noqa: PT011
        release(clone, "0.2.0", TODAY, fail)
    assert git(clone, "status", "--porcelain") == ""
    assert not (clone / "tests/fixtures/releases/0.2.0").exists()


def test_candidates_come_before_their_release() -> None:
    assert sorted(["0.10.0", "0.2.0", "0.2.0rc2", "0.2.0rc10"], key=sort_key) == [
        *("0.2.0rc2", "0.2.0rc10", "0.2.0", "0.10.0")
    ]


def test_the_docs_name_the_commit_of_each_release() -> None:
    rows = re.findall(r"^\| (\d\S+) \| \d{4}-\d\d-\d\d \| `[0-9a-f]{12}` \|$", (ROOT / TABLE).read_text(), re.MULTILINE)
    newest, *former = [folder.name for folder in reversed(list_releases())]
    assert rows in ([newest, *former], former), "the commit after a release names it"
