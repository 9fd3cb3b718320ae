"""`deploy/install` writes what the guide says, with fresh secrets; run again it keeps what is yours."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from config.checks import EXAMPLE_KEY
from deploy.processes import ROOT
from tests.config.test_settings import load_settings

pytestmark = pytest.mark.walk

SCRIPT = ROOT / "deploy" / "install"
PAGES = ("install", "upgrade", "backup")
GUIDE = "\n".join((ROOT / "docs" / "hosting" / f"{page}.md").read_text() for page in PAGES)
HOST = "play.example.net"
KINDS = {"postgresql": (), "sqlite": ("--sqlite",)}


def install(root: Path, *options: str, host: str = HOST, script: Path = SCRIPT) -> subprocess.CompletedProcess[str]:
    """Let it write its files into a folder."""
    command = ["sh", str(script), *options, "--root", str(root), host]
    return subprocess.run(command, capture_output=True, text=True)


def read_all(root: Path) -> dict[str, str]:
    return {str(path.relative_to(root)): path.read_text() for path in root.rglob("*") if path.is_file()}


def read_environment(root: Path) -> dict[str, str]:
    lines = (root / "etc" / "storywheel.env").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


@pytest.fixture(scope="module", params=KINDS)
def installed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path, str]:
    """The kind of database, the folder, and what was printed."""
    root = tmp_path_factory.mktemp(request.param)
    done = install(root, *KINDS[request.param])
    assert (done.returncode, done.stderr) == (0, "")
    return request.param, root, done.stdout


def test_a_shell_can_read_it() -> None:
    assert os.access(SCRIPT, os.X_OK)
    assert subprocess.run(["sh", "-n", str(SCRIPT)]).returncode == 0


def test_no_placeholder_is_left(installed: tuple[str, Path, str]) -> None:
    for name, text in read_all(installed[1]).items():
        assert EXAMPLE_KEY not in text, name
        assert "table.example.org" not in text, name


def test_files_are_where_they_belong_and_secrets_are_for_root_alone(installed: tuple[str, Path, str]) -> None:
    kind, root, _told = installed
    units = {f"etc/systemd/system/{path.name}" for path in (ROOT / "deploy" / "systemd").iterdir()}
    own = {"etc/storywheel.env", "etc/storywheel.installed", "etc/caddy/Caddyfile", "etc/caddy/storywheel.caddy"}
    redis = {"etc/redis/redis.conf", "etc/redis/storywheel.conf"} if kind == "postgresql" else set()
    caddy = "etc/systemd/system/caddy.service.d/storywheel.conf"
    assert set(read_all(root)) == {*units, *own, *redis, caddy}
    secret = {"etc/storywheel.env", "etc/redis/storywheel.conf"}
    for name in read_all(root):
        assert (root / name).stat().st_mode & 0o777 == (0o600 if name in secret else 0o644), name
    assert f"STORYWHEEL_HOST={HOST} " in (root / caddy).read_text()


def test_a_production_server_starts_with_its_environment(
    installed: tuple[str, Path, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    kind, root, _told = installed
    told = read_environment(root)
    settings = load_settings(monkeypatch, tmp_path, **told | {"STORYWHEEL_VAR": str(tmp_path)})
    assert settings["GIVEN_HOSTS"] == [HOST]
    assert settings["PRODUCTION"]
    assert settings["SECURE"]
    assert settings["ONE_WRITER"] == (kind == "sqlite") != settings["NOTIFIES_OTHERS"]
    if kind == "postgresql":
        database = settings["DATABASES"]["default"]
        assert (database["HOST"], database["PASSWORD"]) == ("127.0.0.1", told["POSTGRES_PASSWORD"])
        assert f"requirepass {told['REDIS_PASSWORD']}\n" in (root / "etc/redis/storywheel.conf").read_text()


def test_secrets_are_by_chance(installed: tuple[str, Path, str], tmp_path: Path) -> None:
    kind, root, _told = installed
    install(tmp_path, *KINDS[kind])
    secrets = [read_environment(one).get(name) for one in (root, tmp_path) for name in ("SECRET_KEY", "REDIS_PASSWORD")]
    found = [secret for secret in secrets if secret]
    assert len(set(found)) == len(found)
    assert all(re.fullmatch("[A-Za-z0-9]{64}", secret) for secret in found)


def test_run_again_it_changes_nothing(installed: tuple[str, Path, str]) -> None:
    kind, root, _told = installed
    before = read_all(root)
    assert install(root, *KINDS[kind]).returncode == 0
    assert read_all(root) == before


def test_it_starts_what_the_guide_starts(installed: tuple[str, Path, str]) -> None:
    kind, _root, told = installed
    found = re.search(r"^systemctl enable --now (.*)$", GUIDE, re.MULTILINE)
    assert found
    services = set(found[1].split()) if kind == "postgresql" else {"storywheel-alone", "storywheel-backup.timer"}
    for verb in ("enable --quiet", "restart"):
        started = re.search(f"^would run: systemctl {verb} (storywheel.*)$", told, re.MULTILINE)
        assert started
        assert {unit.removesuffix(".service") for unit in started[1].split()} == services
    assert "would run: systemctl restart caddy\n" in told
    ports = re.findall(r"^would wait for: http://127.0.0.1:(\d+)/readyz$", told, re.MULTILINE)
    assert ports == (["8001", "8002"] if kind == "postgresql" else ["8001"])
    for packages in ("python3-venv", "caddy"):
        assert packages in told
    assert "manage.py first_code" in told


def test_a_file_that_was_changed_is_named_and_nothing_is_done(tmp_path: Path) -> None:
    install(tmp_path)
    unit = tmp_path / "etc/systemd/system/storywheel-worker.service"
    unit.write_text(unit.read_text() + "# mine\n")
    (tmp_path / "etc/caddy/Caddyfile").unlink()
    before = read_all(tmp_path)
    done = install(tmp_path)
    assert done.returncode == 1
    assert f"{unit} has been changed" in done.stderr
    assert "+# mine" in done.stderr
    assert "systemctl edit storywheel-worker.service" in done.stderr
    assert read_all(tmp_path) == before


def test_a_caddyfile_with_other_sites_gets_one_line(tmp_path: Path) -> None:
    caddy = tmp_path / "etc/caddy/Caddyfile"
    caddy.parent.mkdir(parents=True)
    caddy.write_text("another.example.net {\n}\n")
    for _again in range(2):
        assert install(tmp_path).returncode == 0
        assert caddy.read_text() == "another.example.net {\n}\n\nimport storywheel.caddy\n"
    assert "{$STORYWHEEL_HOST}" in (tmp_path / "etc/caddy/storywheel.caddy").read_text()


def test_a_newer_version_replaces_what_it_has_installed(tmp_path: Path) -> None:
    clone, root = tmp_path / "clone", tmp_path / "root"
    shutil.copytree(ROOT / "deploy", clone / "deploy", ignore=shutil.ignore_patterns("__pycache__"))
    script, unit = clone / "deploy/install", "systemd/storywheel-web@.service"
    install(root, script=script)
    environment = read_environment(root)
    (clone / "deploy" / unit).write_text("[Unit]\nDescription=newer\n")
    assert install(root, script=script).returncode == 0
    assert "newer" in (root / "etc/systemd/system/storywheel-web@.service").read_text()
    assert read_environment(root) == environment


@pytest.mark.parametrize(
    ("options", "host", "sentence"),
    [
        ((), "https://play.example.net/", "Name the address"),
        ((), "a b", "Name the address"),
        (("--mysql",), HOST, "unrecognized arguments: --mysql"),
        (("--tls", "never"), HOST, "--tls must be acme"),
        ((), "other.example.net", "names another address"),
        (("--sqlite",), HOST, "is set for postgresql"),
    ],
)
def test_what_makes_no_sense_is_refused(tmp_path: Path, options: tuple[str, ...], host: str, sentence: str) -> None:
    install(tmp_path)
    before = read_all(tmp_path)
    done = install(tmp_path, *options, host=host)
    assert (done.returncode, done.stdout) == (1, "")
    assert sentence in done.stderr
    assert read_all(tmp_path) == before


def test_the_guide_tells_it_first() -> None:
    first = GUIDE.index("/srv/storywheel-source/deploy/install table.example.org")
    assert first < GUIDE.index("docker compose") < GUIDE.index("apt install python3-venv")
