"""Which release is installed, whose the files of /etc are, and what the settings become."""

import io
import os
import re
import subprocess
from pathlib import Path

import pytest

from deploy.installer.carry import carry_over
from deploy.installer.clone import FIRST, GitClone, hash_as_git
from deploy.installer.files import CADDY_DROP_IN, CADDYFILE, UNITS, Files
from deploy.installer.machine import LINK, RELEASES, SOURCE, Refusal
from deploy.installer.options import parse_options
from deploy.installer.settings import SQLITE, Settings
from tests.installer.conftest import Commit, MakePlan, Trial, git
from tests.ready import ROOT


def test_the_newest_final_release_is_taken_and_main_until_there_is_any(clone: GitClone, commit: Commit) -> None:
    main = commit("0.1.0")
    assert clone.choose("", "") == main
    candidate = commit("0.2.0rc1", "Release 0.2.0rc1")
    commit("0.2.0rc1")
    assert clone.choose("", "") == candidate
    final = commit("0.2.0", "Release 0.2.0")
    commit("0.3.0rc1", "Release 0.3.0rc1")
    later = commit("0.3.0rc1", "Release notes are plainer")
    assert clone.choose("", "") == final
    assert clone.choose("0.3.0rc1", "").version == "0.3.0rc1"
    assert clone.choose("", "HEAD") == later


def test_a_tag_names_a_release_whatever_the_title_is(clone: GitClone, commit: Commit) -> None:
    tagged = commit("0.2.10", "Ten")
    git(clone.folder, "tag", "v0.2.10")
    commit("0.2.9", "Release 0.2.9")
    assert clone.choose("", "") == tagged


def test_what_is_not_there_is_said(clone: GitClone, commit: Commit) -> None:
    commit("0.2.0", "Release 0.2.0")
    with pytest.raises(Refusal, match=r"no release 0.4.0 .*Known: 0.1.0, 0.2.0"):
        clone.choose("0.4.0", "")
    with pytest.raises(Refusal, match="no commit nowhere"):
        clone.choose("", "nowhere")
    with pytest.raises(Refusal, match=r"0.1.0 has no deploy/install|no commit"):
        clone.choose("0.1.0", "")


def test_the_first_release_is_the_one_that_the_docs_name() -> None:
    assert f"| 0.1.0 | 2026-11-23 | `{FIRST['0.1.0'][:12]}` |" in (ROOT / "docs/releases.md").read_text()


def test_git_names_contents_as_we_do(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"some\n")
    assert git(tmp_path, "hash-object", "file") == hash_as_git(b"some\n")


def test_what_any_commit_has_shipped_is_ours(machine: Trial, clone: GitClone, commit: Commit) -> None:
    unit = clone.folder / "deploy/systemd/storywheel-worker.service"
    commit("0.1.0")
    former = unit.read_text()
    unit.write_text("[Service]\n")
    commit("0.2.0")
    place, name = machine.path(f"{UNITS}/{unit.name}"), f"{UNITS}/{unit.name}"
    place.parent.mkdir(parents=True)
    files = Files(machine, clone.list_shipped())
    for text, is_ours in ((former, True), ("[Service]\n", True), (former + "Nice=5\n", False)):
        place.write_text(text)
        assert files.is_ours(name) == is_ours
    with pytest.raises(Refusal, match=r"(?s)\+Nice=5.*systemctl edit storywheel-worker.service"):
        files.refuse_changed({name: former})


@pytest.mark.parametrize(
    ("text", "is_ours"),
    [
        ("[Service]\nEnvironment=STORYWHEEL_HOST=table.example.org\n", True),
        ('[Service]\nEnvironment=STORYWHEEL_HOST=a.b "STORYWHEEL_WEBS=127.0.0.1:8001"\n', True),
        ("[Service]\nEnvironment=STORYWHEEL_HOST=a.b\nEnvironment=TOKEN=x\n", False),
        ("[Service]\nLimitNOFILE=9\n", False),
    ],
)
def test_a_drop_in_written_by_the_guide_is_ours(machine: Trial, text: str, is_ours: bool) -> None:
    place = machine.path(CADDY_DROP_IN)
    place.parent.mkdir(parents=True)
    place.write_text(text)
    assert Files(machine, frozenset()).is_ours(CADDY_DROP_IN) == is_ours


def test_our_caddyfile_with_changes_is_refused_with_the_places_for_them(
    machine: Trial, commit: Commit, make_plan: MakePlan
) -> None:
    place = machine.path(CADDYFILE)
    place.parent.mkdir(parents=True)
    place.write_text("{\n\tlocal_certs\n}\n{$STORYWHEEL_HOST} {\n}\n")
    plan = make_plan(commit("0.2.0"))
    with pytest.raises(Refusal, match=r"conf\.d/NAME\.options"):
        plan.files.refuse_changed({CADDYFILE: "ours"})


# ---- A machine from before


@pytest.fixture
def by_hand(machine: Trial, clone: GitClone, commit: Commit) -> tuple[str, str]:
    """/srv/storywheel is a clone with its packages, which was pulled afterwards: the commits from before and after."""
    was = commit("0.1.0").commit
    folder = machine.path(LINK)
    folder.parent.mkdir(parents=True)
    git(clone.folder.parent, "clone", "--quiet", str(clone.folder), str(folder))
    (folder / ".venv").mkdir()
    installed = folder / ".venv/pyvenv.cfg"
    installed.touch()
    at = installed.stat().st_mtime
    os.utime(installed, (at, at + 5))
    new = commit("0.2.0").commit
    environment = {**os.environ, "GIT_COMMITTER_DATE": f"@{int(at) + 60} +0000"}
    subprocess.run(["git", "pull", "--quiet"], cwd=folder, check=True, env=environment)
    return was, new


def test_what_ran_before_is_a_release_to_go_back_to(machine: Trial, by_hand: tuple[str, str]) -> None:
    moved = carry_over(machine, GitClone(machine.path(LINK)), "")
    kept = machine.path(f"{RELEASES}/0.1.0-{by_hand[0][:8]}")
    assert moved.folder == machine.path(SOURCE)
    assert moved.git("rev-parse", "HEAD") == by_hand[1]
    assert machine.path(LINK).resolve() == kept
    assert (kept / ".venv/pyvenv.cfg").exists()
    assert '"0.1.0"' in (kept / "rules/__init__.py").read_text()
    assert carry_over(machine, moved, "").folder == moved.folder


def test_the_host_may_name_what_ran(machine: Trial, by_hand: tuple[str, str]) -> None:
    carry_over(machine, GitClone(machine.path(LINK)), by_hand[1])
    assert machine.path(LINK).resolve().name == f"0.2.0-{by_hand[1][:8]}"


def test_a_database_of_another_version_is_said_and_nothing_is_moved(
    machine: Trial, by_hand: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Trial, "capture", lambda self, *command: "DIFFERS")
    with pytest.raises(Refusal, match="--was COMMIT"):
        carry_over(machine, GitClone(machine.path(LINK)), "")
    assert (machine.path(LINK) / ".git").exists()
    assert not list(machine.path(RELEASES).iterdir())


# ---- Settings


def test_a_setting_is_set_where_the_example_has_it(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "storywheel.env")
    settings.begin((ROOT / "deploy/storywheel.env.example").read_text(), "a.example.org", SQLITE)
    lines = len(settings.lines)
    settings.set("EMAIL_URL", "smtp://mail.example.org")
    settings.set("EMAIL_URL", "smtp://other.example.org")
    assert (len(settings.lines), settings.get("EMAIL_URL")) == (lines, "smtp://other.example.org")
    settings.write()
    assert (tmp_path / "storywheel.env").stat().st_mode & 0o777 == 0o600
    assert Settings(tmp_path / "storywheel.env").get("EMAIL_URL") == "smtp://other.example.org"


def test_settings_of_the_first_release_get_what_they_lack(tmp_path: Path) -> None:
    path = tmp_path / "storywheel.env"
    path.write_text("REDIS_URL=redis://127.0.0.1:6379/0\nDATABASE_URL=postgres://a\n")
    settings = Settings(path)
    assert (settings.complete(), settings.complete()) == (["STORYWHEEL_STATIC"], [])
    assert settings.get("REDIS_URL") == "redis://127.0.0.1:6379/0"


@pytest.mark.parametrize(
    ("mode", "line"),
    [
        ("acme", ""),
        ("internal", '"STORYWHEEL_CADDY_TLS=tls internal"'),
        ("/etc/ssl/a.pem,/etc/ssl/a.key", '"STORYWHEEL_CADDY_TLS=tls /etc/ssl/a.pem /etc/ssl/a.key"'),
        ("elsewhere", None),
    ],
)
def test_who_holds_the_certificate(tmp_path: Path, mode: str, line: str | None) -> None:
    command = ["sh", str(ROOT / "deploy/install"), "--tls", mode, "--root", str(tmp_path), "a.example.org"]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    drop_in = tmp_path / CADDY_DROP_IN.lstrip("/")
    assert ("caddy" in told) == drop_in.exists() == (line is not None)
    found = re.search(r' ("STORYWHEEL_CADDY_TLS=.*")$', drop_in.read_text(), re.MULTILINE) if line is not None else None
    assert (found[1] if found else "") == (line or "")


def test_relative_paths_of_certificates_are_refused(machine: Trial, commit: Commit, make_plan: MakePlan) -> None:
    plan = make_plan(commit("0.2.0"))
    plan.settings.set("STORYWHEEL_TLS_MODE", "files")
    with pytest.raises(Refusal, match="must be paths"):
        plan.make_files(plan.clone.folder)
    plan.settings.set("STORYWHEEL_TLS_MODE", "maybe")
    with pytest.raises(Refusal, match="must be acme, internal, files or elsewhere, not maybe"):
        plan.make_files(plan.clone.folder)


def test_a_line_break_in_a_setting_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="one line"):
        Settings(tmp_path / "env").set("EMAIL_URL", "a\nDEBUG=1")


def test_the_terminal_may_be_asked_for_the_mail_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("smtp://u:p@mail.example.org\n"))
    assert parse_options(["--mail", "-"]).mail == "smtp://u:p@mail.example.org"
