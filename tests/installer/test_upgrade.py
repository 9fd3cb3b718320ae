"""An upgrade builds beside, backs up with the old code, and can be taken back."""

import os
import time
from pathlib import Path

import pytest

from deploy.installer import services
from deploy.installer.clone import GitClone
from deploy.installer.files import CADDYFILE, SITE
from deploy.installer.machine import LINK, RELEASES, Refusal
from deploy.installer.rollback import find_rollback, go_back
from deploy.installer.settings import POSTGRESQL
from deploy.installer.upgrade import UPGRADES, choose_release, install
from tests.installer.conftest import Commit, MakePlan, Trial, both_kinds, git

WORKER = "etc/systemd/system/storywheel-worker.service"


def runs(machine: Trial) -> str:
    """The release that the link names."""
    return machine.path(LINK).resolve().name


@pytest.fixture
def upgraded(machine: Trial, commit: Commit, make_plan: MakePlan) -> tuple[str, str]:
    """An older and a newer release, the newer installed over the older; its worker's unit is another one."""
    older = commit("0.2.0")
    install(make_plan(older))
    unit = make_plan(older).clone.folder / "deploy/systemd/storywheel-worker.service"
    unit.write_text(unit.read_text() + "# newer\n")
    newer = commit("0.3.0")
    machine.ran.clear()
    install(make_plan(newer))
    return older.name, newer.name


@both_kinds
def test_it_builds_stops_backs_up_with_the_old_migrates_with_the_new_and_starts(
    machine: Trial, upgraded: tuple[str, str]
) -> None:
    older, newer = upgraded
    order = machine.find(
        f"pip install --quiet --disable-pip-version-check --require-hashes -r {RELEASES}/{newer}",
        "systemctl stop storywheel-worker.service",
        f"{RELEASES}/{older}/.venv/bin/python manage.py backup",
        f"{RELEASES}/{newer}/.venv/bin/python manage.py migrate",
        f"{RELEASES}/{newer}/.venv/bin/python manage.py collectstatic",
        "systemctl restart storywheel",
    )
    assert order == sorted(order)
    assert runs(machine) == newer
    assert "# newer" in (machine.folder / WORKER).read_text()


def test_without_a_backup_nothing_is_upgraded(machine: Trial, commit: Commit, make_plan: MakePlan) -> None:
    older = commit("0.2.0")
    install(make_plan(older))
    newer = commit("0.3.0")
    machine.ran.clear()
    machine.failing.add("manage.py backup")
    with pytest.raises(Refusal, match="nothing is upgraded"):
        install(make_plan(newer))
    assert machine.ran[-1] == "systemctl start storywheel-worker.service"
    assert not any("migrate" in ran for ran in machine.ran)
    assert runs(machine) == older.name
    assert not make_plan(newer).builds.under_way


@pytest.mark.parametrize("failing", ["RENAME TO", "createdb"])
def test_a_database_that_cannot_be_set_aside_stays_and_is_served(
    machine: Trial, commit: Commit, make_plan: MakePlan, failing: str
) -> None:
    install(make_plan(commit("0.2.0")))
    newer = commit("0.3.0")
    install(make_plan(newer))
    machine.failing.add(failing)
    plan = make_plan(newer)
    with pytest.raises(Refusal, match=r"Nothing has changed: .* runs again"):
        go_back(find_rollback(machine, plan.settings, plan.files))
    assert machine.ran[-1] == "systemctl start storywheel-worker.service"
    assert ("RENAME TO storywheel;" in machine.ran[-2]) == (failing == "createdb")


@pytest.mark.parametrize("failing", ["manage.py migrate", "systemctl restart storywheel"])
def test_what_fails_later_says_how_to_go_back_and_can_be_tried_again(
    machine: Trial, commit: Commit, make_plan: MakePlan, failing: str
) -> None:
    older = commit("0.2.0")
    install(make_plan(older))
    newer = commit("0.3.0")
    machine.failing.add(failing)
    with pytest.raises(Refusal, match="--rollback"):
        install(make_plan(newer))
    machine.failing.clear()
    machine.ran.clear()
    install(make_plan(commit("0.3.1")))
    assert not any("manage.py backup" in ran for ran in machine.ran), (
        "the backup that the old code made is the one to keep"
    )
    plan = make_plan(newer)
    assert find_rollback(machine, plan.settings, plan.files).older.name == older.name


def test_a_release_that_never_ran_is_not_asked_for_a_backup(
    machine: Trial, commit: Commit, make_plan: MakePlan
) -> None:
    older = commit("0.2.0")
    install(make_plan(older))
    machine.failing.add("manage.py migrate")
    plan = make_plan(commit("0.3.0"))
    with pytest.raises(Refusal, match="--rollback"):
        install(plan)
    machine.ran.clear()
    go_back(find_rollback(machine, plan.settings, plan.files))
    assert runs(machine) == older.name
    assert not any("manage.py backup" in ran for ran in machine.ran)
    assert not plan.builds.under_way


def test_a_process_that_is_not_ready_ends_it_with_its_log(
    machine: Trial, commit: Commit, make_plan: MakePlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "ask", lambda address: "503 migrations missing")
    with pytest.raises(Refusal, match="not ready after 0 seconds: 503 migrations missing"):
        install(make_plan(commit("0.2.0")))


@both_kinds
def test_a_rollback_restores_with_the_old_code_and_keeps_what_came_later(
    machine: Trial, upgraded: tuple[str, str], make_plan: MakePlan, commit: Commit, kind: str
) -> None:
    older, newer = upgraded
    data = machine.path("/var/lib/storywheel")
    (data / "storywheel.sqlite3").write_text("played since")
    machine.ran.clear()
    plan = make_plan(commit("0.3.0"))
    go_back(find_rollback(machine, plan.settings, plan.files))
    aside = "ALTER DATABASE storywheel RENAME TO" if kind == POSTGRESQL else "/var/lib/storywheel/aside-"
    order = machine.find(
        "systemctl stop",
        f"{RELEASES}/{newer}/.venv/bin/python manage.py backup",
        aside,
        f"{RELEASES}/{older}/.venv/bin/python manage.py restore {UPGRADES}/{older}-",
        f"{RELEASES}/{older}/.venv/bin/python manage.py collectstatic",
        "systemctl restart storywheel",
    )
    assert order == sorted(order)
    assert runs(machine) == older
    assert "# newer" not in (machine.folder / WORKER).read_text()
    if kind != POSTGRESQL:
        assert next(data.glob("aside-*/storywheel.sqlite3")).read_text() == "played since"
    with pytest.raises(Refusal, match="nothing to go back to"):
        find_rollback(machine, plan.settings, plan.files)


@both_kinds
def test_a_restore_that_fails_changes_nothing(
    machine: Trial, upgraded: tuple[str, str], make_plan: MakePlan, commit: Commit, kind: str
) -> None:
    data = machine.path("/var/lib/storywheel")
    (data / "storywheel.sqlite3").write_text("played since")
    machine.failing.add("manage.py restore")
    plan = make_plan(commit("0.3.0"))
    with pytest.raises(Refusal, match="Nothing has changed"):
        go_back(find_rollback(machine, plan.settings, plan.files))
    assert runs(machine) == upgraded[1]
    assert machine.ran[-1] == "systemctl start storywheel-worker.service"
    if kind == POSTGRESQL:
        assert "RENAME TO storywheel;" in machine.ran[-2]
    else:
        assert (data / "storywheel.sqlite3").read_text() == "played since"


def test_a_database_that_cannot_be_backed_up_is_set_aside_whole(
    machine: Trial, upgraded: tuple[str, str], make_plan: MakePlan, commit: Commit
) -> None:
    machine.failing.add("manage.py backup")
    plan = make_plan(commit("0.3.0"))
    go_back(find_rollback(machine, plan.settings, plan.files))
    assert runs(machine) == upgraded[0]


def test_there_is_nothing_to_go_back_to_after_the_first_installation(
    machine: Trial, commit: Commit, make_plan: MakePlan
) -> None:
    plan = make_plan(commit("0.2.0"))
    with pytest.raises(Refusal, match="not installed here"):
        find_rollback(machine, plan.settings, plan.files)
    install(plan)
    with pytest.raises(Refusal, match="nothing to go back to"):
        find_rollback(machine, plan.settings, plan.files)


def test_two_releases_are_kept(machine: Trial, upgraded: tuple[str, str], make_plan: MakePlan, commit: Commit) -> None:
    old_backup = machine.path(UPGRADES) / "old.zip"
    old_backup.touch()
    os.utime(old_backup, (time.time() - 15 * 24 * 3600,) * 2)
    newest = commit("0.4.0")
    install(make_plan(newest))
    assert {path.name for path in machine.path(RELEASES).iterdir()} == {upgraded[1], newest.name}
    assert sorted(path.name.partition("-")[0] for path in machine.path(UPGRADES).iterdir()) == ["0.2.0", "0.3.0"]


def test_what_is_older_than_what_runs_is_refused(
    clone: GitClone, upgraded: tuple[str, str], make_plan: MakePlan
) -> None:
    builds = make_plan(clone.find("HEAD")).builds
    with pytest.raises(Refusal, match="is older than"):
        choose_release(clone, builds, "", "HEAD~1")


def test_what_runs_stays_until_there_is_a_release_that_builds_on_it(
    machine: Trial, clone: GitClone, make_plan: MakePlan, commit: Commit
) -> None:
    commit("0.2.0", "Release 0.2.0")
    main = commit("0.2.0")
    install(make_plan(main))
    builds = make_plan(main).builds
    assert choose_release(clone, builds, "", "") == main
    newer = commit("0.3.0", "Release 0.3.0")
    assert choose_release(clone, builds, "", "") == newer


def test_an_upgrade_that_did_not_end_goes_on_with_its_release(
    machine: Trial, clone: GitClone, make_plan: MakePlan, commit: Commit
) -> None:
    release = commit("0.2.0", "Release 0.2.0")
    install(make_plan(release))
    main = commit("0.2.0")
    machine.failing.add("manage.py migrate")
    with pytest.raises(Refusal, match="--rollback"):
        install(make_plan(main))
    assert choose_release(clone, make_plan(main).builds, "", "") == main
    with pytest.raises(Refusal, match="is older than"):
        choose_release(clone, make_plan(main).builds, "0.2.0", "")


def test_a_branch_beside_what_runs_is_installed_when_it_is_named(
    clone: GitClone, upgraded: tuple[str, str], make_plan: MakePlan, commit: Commit
) -> None:
    builds = make_plan(clone.find("HEAD")).builds
    git(clone.folder, "checkout", "--quiet", "-b", "beside", "HEAD~1")
    beside = commit("0.3.0", "Mine")
    assert choose_release(clone, builds, "", "").name == upgraded[1]
    assert choose_release(clone, builds, "", "beside") == beside


@pytest.mark.parametrize(("told", "sentence"), [("UNKNOWN", "of a newer version"), ("", "cannot read the database")])
def test_a_release_that_does_not_fit_the_database_stops_nothing(
    machine: Trial,
    commit: Commit,
    make_plan: MakePlan,
    monkeypatch: pytest.MonkeyPatch,
    told: str,
    sentence: str,
) -> None:
    install(make_plan(commit("0.2.0")))
    machine.ran.clear()
    monkeypatch.setattr(Trial, "capture", lambda self, *command: told if "manage.py" in command else "")
    with pytest.raises(Refusal, match=sentence):
        install(make_plan(commit("0.3.0")))
    assert not any("systemctl" in ran for ran in machine.ran)


def test_a_release_is_installed_again_without_building_or_backing_it_up(
    machine: Trial, clone: GitClone, upgraded: tuple[str, str], make_plan: MakePlan
) -> None:
    machine.ran.clear()
    install(make_plan(clone.find("HEAD")))
    assert not any("manage.py backup" in ran or "-m venv" in ran for ran in machine.ran)
    assert runs(machine) == upgraded[1]


def test_packages_of_the_host_come_along(
    machine: Trial, commit: Commit, make_plan: MakePlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(make_plan(commit("0.2.0")))
    freeze = "Django==5\nweasyprint==66\nmy_game @ file:///root/my_game\n-e git+https://x\n"
    monkeypatch.setattr(Trial, "capture", lambda self, *command: freeze if "freeze" in command else "KNOWN")
    newer = commit("0.3.0")
    install(make_plan(newer))
    pip = f"{RELEASES}/{newer.name}/.venv/bin/pip install --quiet --disable-pip-version-check"
    assert f"{pip} --require-hashes -r {RELEASES}/{newer.name}/requirements-pdf.txt" in machine.ran
    assert any(ran.startswith(f"{pip} ") and ran.endswith("my_game @ file:///root/my_game") for ran in machine.ran)


def test_a_unit_that_a_release_no_longer_has_goes(machine: Trial, commit: Commit, make_plan: MakePlan) -> None:
    plan = make_plan(commit("0.2.0"))
    install(plan)
    extra = plan.clone.folder / "deploy/systemd/storywheel-clock.service"
    extra.write_text("[Install]\nWantedBy=multi-user.target\n")
    install(make_plan(commit("0.3.0")))
    assert (machine.folder / "etc/systemd/system" / extra.name).exists()
    extra.unlink()
    install(make_plan(commit("0.4.0")))
    assert not (machine.folder / "etc/systemd/system" / extra.name).exists()
    assert extra.name not in plan.services.list_enabled()
    go_back(find_rollback(machine, plan.settings, plan.files))
    assert extra.name in plan.services.list_enabled()


def test_a_caddyfile_of_the_hosts_own_keeps_its_sites(machine: Trial, commit: Commit, make_plan: MakePlan) -> None:
    caddyfile = machine.path(CADDYFILE)
    caddyfile.parent.mkdir(parents=True)
    caddyfile.write_text("other.example.net {\n}\n")
    install(make_plan(commit("0.2.0")))
    install(make_plan(commit("0.3.0")))
    assert caddyfile.read_text() == "other.example.net {\n}\n\nimport storywheel.caddy\n"
    plan = make_plan(commit("0.3.0"))
    go_back(find_rollback(machine, plan.settings, plan.files))
    assert machine.path(SITE).exists()


def test_the_link_is_replaced_in_one_step(machine: Trial, upgraded: tuple[str, str]) -> None:
    assert machine.path(LINK).is_symlink()
    assert not Path(f"{machine.path(LINK)}.new").is_symlink()
