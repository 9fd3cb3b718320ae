"""The files in `deploy/` fit each other, the settings, and the commands that the tests start."""

import configparser
import ipaddress
import json
import re
import socket
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml
from django.core.management import get_commands
from django.urls import reverse

from config.background.family import PAUSE
from config.checks import EXAMPLE_KEY
from deploy.processes import ROOT, CannotStart, Part, Web, free_port
from deploy.shared import TASKS, SharedServer
from tests.left_out import needs

DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
CADDY = (DEPLOY / "storywheel.caddy").read_text()
PAGES = ("install", "upgrade", "backup", "settings", "troubleshooting")
GUIDE = "\n".join((ROOT / "docs" / "hosting" / f"{page}.md").read_text() for page in PAGES)
SETTINGS = (ROOT / "config" / "settings.py").read_text()


def compose() -> dict[str, Any]:
    parsed: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return parsed


def example() -> dict[str, str]:
    lines = (DEPLOY / "storywheel.env.example").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def web_arguments(port: str = "8000") -> list[str]:
    """What the tests give to uvicorn, with any host and port."""
    command = Web("web", Path("/tmp"), {}, int(port)).command
    arguments = command[command.index("uvicorn") :]
    return without(arguments, "--host", "--port")


@pytest.fixture
def tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SharedServer:
    """The server that the tests start, as it would be started on a machine with all the programs."""
    monkeypatch.setattr("deploy.stores._postgres_binaries", lambda: "/usr/bin")
    monkeypatch.setattr("deploy.processes.shutil.which", lambda name: f"/usr/bin/{name}")
    return SharedServer(tmp_path)


def without(arguments: list[str], *options: str) -> list[str]:
    for option in options:
        if option in arguments:
            place = arguments.index(option)
            arguments = arguments[:place] + arguments[place + 2 :]
    return arguments


def exec_start(unit: Path) -> list[str]:
    return read_unit(unit)["Service"]["ExecStart"].split()


class Unit(configparser.ConfigParser):
    """A unit of systemd, to which capital letters matter."""

    def optionxform(self, optionstr: str) -> str:
        return optionstr


def read_unit(unit: Path) -> Unit:
    """A setting that stands there several times is read as its lines."""
    parser = Unit(interpolation=None, strict=True)
    lines: dict[str, str] = {}
    for line in unit.read_text().splitlines():
        name, sign, value = line.partition("=")
        lines[name] = f"{lines[name]}\n {value}" if sign and name in lines else line
    parser.read_string("\n".join(lines.values()))
    return parser


def image_command() -> list[str]:
    found = re.search(r"^CMD (\[.*\])$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
    assert found
    command: list[str] = json.loads(found[1])
    return command


def test_every_web_process_is_started_as_the_tests_start_theirs() -> None:
    web = compose()["services"]["web"]["command"]
    assert without(web[web.index("uvicorn") :], "--host", "--port") == web_arguments()
    unit = exec_start(DEPLOY / "systemd" / "storywheel-web@.service")
    assert without(unit[unit.index("uvicorn") :], "--host", "--port") == web_arguments()
    assert compose()["services"]["web2"] == compose()["services"]["web"]


def test_the_image_by_itself_is_the_embedded_server() -> None:
    unit = exec_start(DEPLOY / "systemd" / "storywheel-alone.service")
    image = image_command()
    assert without(image[1:], "--host") == [*without(unit[1:], "--host", "--port"), "--port", "8000"]
    assert "docker run" in GUIDE


def test_the_embedded_server_has_the_same_limits() -> None:
    source = (ROOT / "config" / "management" / "commands" / "serve.py").read_text()
    arguments = web_arguments()
    for name in ("--ws-max-size", "--limit-concurrency"):
        assert f"{name[2:].replace('-', '_')}={arguments[arguments.index(name) + 1]}," in source


def test_there_are_files_for_all_connections_that_a_process_takes() -> None:
    arguments = web_arguments()
    most = int(arguments[arguments.index("--limit-concurrency") + 1])
    unit = read_unit(DEPLOY / "systemd" / "storywheel-web@.service")["Service"]
    assert int(unit["LimitNOFILE"]) > 2 * most
    for name in ("web", "web2", "caddy"):
        assert compose()["services"][name]["ulimits"]["nofile"] > 2 * most


@pytest.mark.parametrize("kind", ["web", "web2", "worker"])
def test_what_ends_is_started_anew(kind: str) -> None:
    """So `config.server.watchdog`, which ends a web process that stands still, is enough in both worlds."""
    unit = read_unit(DEPLOY / "systemd" / f"storywheel-{'web@' if 'web' in kind else kind}.service")["Service"]
    assert unit["Restart"] == "always"
    assert compose()["services"][kind]["restart"] == "unless-stopped"


def test_the_background_is_started_alike_everywhere(tried: SharedServer) -> None:
    unit = exec_start(DEPLOY / "systemd" / "storywheel-worker.service")
    container = compose()["services"]["worker"]["command"]
    started = tried.worker.command
    for command in (unit, container, started):
        assert command[command.index("manage.py") :] == ["manage.py", "work"]


def test_systemd_starts_the_background_again_when_it_hangs() -> None:
    """The process beats every second (`PAUSE`); systemd waits far longer, and tells only this process to end."""
    unit = read_unit(DEPLOY / "systemd" / "storywheel-worker.service")["Service"]
    assert unit["Type"] == "notify"
    assert float(unit["WatchdogSec"]) > 10 * PAUSE
    assert unit["KillMode"] == "mixed"


def test_the_database_is_prepared_as_the_tests_prepare_theirs() -> None:
    *shell, script = compose()["services"]["prepare"]["command"]
    assert shell == ["sh", "-c"]
    assert script == " && ".join(f"python manage.py {' '.join(task)}" for task in TASKS)
    assert " && ".join(f"storywheel {' '.join(without(list(task), '--verbosity'))}" for task in TASKS) in GUIDE


def test_redis_keeps_nothing_on_disk_as_in_the_tests(tried: SharedServer) -> None:
    container = compose()["services"]["redis"]["command"]
    assert container[0] == "redis-server"
    started = tried.redis.command
    tried_with = without(started[started.index("--bind") :], "--bind", "--port", "--dir")
    assert without(tried_with, "--requirepass") == without(container[1:], "--requirepass")


def test_redis_asks_for_a_password_and_forgets_no_task_when_it_is_full() -> None:
    redis, secret = compose()["services"]["redis"], "${REDIS_PASSWORD:?set it in deploy/storywheel.env}"
    options = dict(zip(redis["command"][1::2], redis["command"][2::2], strict=True))
    assert options["--requirepass"] == redis["environment"]["REDISCLI_AUTH"] == secret
    assert options["--maxmemory-policy"].startswith("volatile-")  # tasks have no date to be forgotten
    assert read_size(options["--maxmemory"]) < read_size(redis["mem_limit"])
    assert example()["REDIS_URL"].startswith(f"redis://:{example()['REDIS_PASSWORD']}@")


def read_size(text: str) -> int:
    """A size as compose and Redis write it, in MB."""
    return int(text.rstrip("mbg")) * (1024 if "g" in text else 1)


SERVICES = sorted(compose()["services"])


@pytest.mark.parametrize("name", SERVICES)
def test_a_container_may_do_its_work_and_nothing_else(name: str) -> None:
    service = compose()["services"][name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service.get("cap_add", []) == (["NET_BIND_SERVICE"] if name == "caddy" else [])
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert "/tmp" in service["tmpfs"] or name == "redis"
    assert 0 < read_size(service["mem_limit"]) <= 1024
    assert service["pids_limit"]


@pytest.mark.parametrize("name", sorted(set(SERVICES) - {"prepare", "backup"}))
def test_a_container_that_stays_is_asked_whether_it_works(name: str) -> None:
    assert compose()["services"][name]["healthcheck"]["test"][0] in ("CMD", "CMD-SHELL")


def test_images_are_of_exact_versions() -> None:
    """Not of digests: whoever writes them down must have seen them."""
    ours = re.findall(r"^FROM (\S+)", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
    theirs = [service["image"] for service in compose()["services"].values() if service["image"] != "storywheel"]
    assert len({*ours, *theirs}) == 4
    assert all(re.fullmatch(r"[a-z]+:\d+\.\d+(\.\d+)?-[a-z-]+", image) for image in [*ours, *theirs])


def test_caddy_sees_static_files_and_nothing_that_is_private() -> None:
    mounts = compose()["services"]["caddy"]["volumes"]
    files = [f"./{name}:/etc/caddy/{name}:ro" for name in ("Caddyfile", "storywheel.caddy")]
    assert mounts == [*files, "caddy:/data", "static:/var/lib/storywheel-static:ro"]
    place = example()["STORYWHEEL_STATIC"]
    assert place == "/var/lib/storywheel-static"
    assert not Path(place).is_relative_to(example()["STORYWHEEL_VAR"])
    assert f"root * {{$STORYWHEEL_STATIC:{place}}}" in CADDY
    assert f"--mode 755 {place}" in (DEPLOY / "Dockerfile").read_text()
    assert f"install -d -o storywheel -m 755 {place}" in GUIDE


def test_backups_of_containers_lie_apart_and_are_thrown_away_as_those_of_systemd() -> None:
    backup, web = compose()["services"]["backup"], compose()["services"]["web"]
    unit = read_unit(DEPLOY / "systemd" / "storywheel-backup.service")["Service"]
    shell, option, script = backup["command"]
    assert (shell, option, backup["profiles"]) == ("sh", "-c", ["backup"])
    assert "manage.py backup /backups/" in script
    found = re.search(r"-name '\*\.zip' -mtime \+\d+ -delete", script)
    assert found
    assert found[0] in unit["ExecStartPost"]
    assert set(backup["volumes"]) - set(web["volumes"]) == {"backups:/backups"}
    assert "storywheel run --rm --no-deps backup" in GUIDE


def test_the_services_are_those_of_the_issue_and_depend_on_what_exists() -> None:
    services = compose()["services"]
    assert set(services) == {"postgres", "redis", "prepare", "web", "web2", "worker", "backup", "caddy"}
    for service in services.values():
        assert set(service.get("depends_on", [])) <= set(services)
    volumes = {mount.split(":")[0] for service in services.values() for mount in service.get("volumes", [])}
    assert {volume for volume in volumes if not volume.startswith(".")} == set(compose()["volumes"])
    assert [name for name, service in services.items() if "ports" in service] == ["caddy"]


def test_manage_commands_in_the_files_exist() -> None:
    units = [path.read_text() for path in (DEPLOY / "systemd").iterdir()]
    named = set(re.findall(r"manage\.py ([a-z_]+)", "\n".join([(DEPLOY / "compose.yaml").read_text(), GUIDE, *units])))
    assert {"migrate", "collectstatic", "backup", "restore", "move_database", "first_code"} <= named
    assert named <= set(get_commands())


def test_the_database_is_made_for_the_same_letters_as_that_of_the_tests() -> None:
    assert "--encoding UTF8 --locale C.UTF-8" in GUIDE
    assert '"--encoding=UTF8", "--locale=C.UTF-8"' in (DEPLOY / "stores.py").read_text()
    made = compose()["services"]["postgres"]["environment"]
    assert made["POSTGRES_INITDB_ARGS"] == "--encoding=UTF8 --locale=C.UTF-8"


def test_units_and_guide_know_of_each_other() -> None:
    there = {path.name.removesuffix(".service") for path in (DEPLOY / "systemd").iterdir()}
    named = set(re.findall(r"(?<!/)storywheel-[a-z]+(?:\.timer|@)?", GUIDE))
    assert named == there - {"storywheel-backup"}  # which its timer starts


@needs("systemd")
def test_systemd_finds_nothing_wrong_in_the_units(tmp_path: Path) -> None:
    for path in (DEPLOY / "systemd").iterdir():
        text = path.read_text().replace("/srv/storywheel/.venv/bin/python", sys.executable)
        (tmp_path / path.name.replace("@", "@8001")).write_text(text)
    command = ["systemd-analyze", "verify", "--man=no", *map(str, tmp_path.iterdir())]
    told = subprocess.run(command, capture_output=True, text=True).stderr
    assert [line for line in told.splitlines() if "storywheel" in line] == []


def test_the_example_names_only_what_something_reads() -> None:
    elsewhere = set(re.findall(r"\$\{?(\w+)", CADDY + (DEPLOY / "compose.yaml").read_text()))
    for module in (DEPLOY / "installer").glob("*.py"):
        elsewhere |= set(re.findall(r'(?:settings|self)\.get\("(\w+)"', module.read_text()))
    read = set(re.findall(r'env\.\w+\("(\w+)"', SETTINGS)) | elsewhere
    assert set(example()) <= read
    assert example()["SECRET_KEY"].startswith(EXAMPLE_KEY)


def test_caddy_speaks_to_the_ports_on_which_the_processes_listen() -> None:
    image = image_command()
    assert image[image.index("--port") + 1] == "8000"
    assert compose()["services"]["caddy"]["environment"]["STORYWHEEL_WEBS"] == "web:8000 web2:8000"
    for port in re.findall(r"127\.0\.0\.1:(\d+)", CADDY):
        assert f"storywheel-web@{port}" in GUIDE
    assert CADDY.count("{") == CADDY.count("}")


def test_what_is_not_for_strangers_stands_before_what_takes_all() -> None:
    """Caddy sorts: `handle` goes before `respond`, and a `handle` for some paths before the one for all others."""
    blocks = re.findall(r"^\t(handle\S*(?: \S+)?|respond \S+|reverse_proxy|file_server)", CADDY, re.MULTILINE)
    assert blocks == ["handle @inside", "handle_path /static/*", "handle @scene", "handle {", "handle_errors {"]
    assert "@inside path /metrics /readyz\n\thandle @inside {\n\t\trespond 404\n" in CADDY


def test_all_that_a_table_asks_for_goes_where_its_scene_goes() -> None:
    found = re.search(r"@scene path_regexp scene (\S+)\n", CADDY)
    assert found
    scene = re.compile(found[1])
    names = ("table", "table_command", "table_plain")
    paths = [*(reverse(name, args=[77]) for name in names), "/scenes/77/stage/offers/o-c1", "/ws/scenes/77/"]
    assert [match[1] for path in paths if (match := scene.search(path))] == ["77"] * len(paths)
    assert not any(scene.search(path) for path in ("/scene/77/", reverse("series", args=[77]), "/account/login/"))


BOUNDS = {
    **dict.fromkeys(("NoNewPrivileges", "PrivateTmp", "PrivateDevices", "PrivateUsers", "ProtectHome"), "yes"),
    **dict.fromkeys(("MemoryDenyWriteExecute", "LockPersonality", "RestrictNamespaces", "RestrictSUIDSGID"), "yes"),
    "UMask": "0077",
    "StateDirectoryMode": "0700",
    "CapabilityBoundingSet": "",
    "ProtectSystem": "strict",
    "RestrictAddressFamilies": "AF_INET AF_INET6 AF_UNIX",
}


@needs("systemd")
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_finds_units_as_little_exposed_as_the_guide_says(unit: Path, tmp_path: Path) -> None:
    made = tmp_path / unit.name.replace("@", "@8001")
    made.write_text(unit.read_text().replace("/srv/storywheel/.venv/bin/python", sys.executable))
    command = ["systemd-analyze", "security", "--offline=yes", "--no-pager", str(made)]
    told = subprocess.run(command, capture_output=True, text=True).stdout
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", told)
    assert found, told
    assert float(found[1]) <= 1.2
    assert "says 1.2" in GUIDE


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_units_are_hardened_and_named_in_the_guide(unit: Path) -> None:
    service = read_unit(unit)["Service"]
    assert service["User"] == "storywheel"
    assert service["EnvironmentFile"] == "/etc/storywheel.env"
    assert {name: service[name] for name in BOUNDS} == BOUNDS
    assert service["SystemCallFilter"] == "@system-service\n~@privileged @resources"
    assert service["StateDirectory"].split()[0] == "storywheel"
    assert unit.name.removesuffix(".service") in GUIDE


def test_containers_trust_the_private_networks_unless_they_are_told_otherwise() -> None:
    """By the environment, which a setting can replace. The image by itself may stand in the open: it trusts nobody."""
    for name in ("web", "web2"):
        said = compose()["services"][name]["environment"]["FORWARDED_ALLOW_IPS"]
        found = re.fullmatch(r"\$\{FORWARDED_ALLOW_IPS:-(\S+)\}", said)
        assert found
        assert all(ipaddress.ip_network(one).is_private for one in found[1].split(","))
        assert "--forwarded-allow-ips" not in compose()["services"][name]["command"]
    assert "FORWARDED_ALLOW_IPS" not in (DEPLOY / "Dockerfile").read_text()


def test_the_image_takes_all_that_runs_and_nothing_else() -> None:
    lines = re.findall(r"^COPY (.+) \S+$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
    copied = set(" ".join(lines).split())
    assert copied == {
        *("requirements.txt", "manage.py", "CHANGELOG.md", "rules", "campaigns", "play", "api", "config"),
        *("templates", "static", "locale"),
    }
    assert all((ROOT / name).exists() for name in copied)


def test_parts_get_ports_that_no_connection_and_no_other_part_is_given() -> None:
    ports = [free_port() for _ in range(20)]
    first = int(Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
    assert len(set(ports)) == len(ports)
    assert 1024 < min(ports) <= max(ports) < first


def test_a_port_that_is_taken_is_not_given() -> None:
    with socket.create_server(("127.0.0.1", free_port() + 1)) as taken:
        assert free_port() != taken.getsockname()[1]


class SlowPart(Part):
    """A process that runs or has ended, and answers after four minutes. Each look at it takes ten seconds."""

    def __init__(self, folder: Path, *, runs: bool) -> None:
        super().__init__("slow", folder, [])
        self.log.write_text("why it ended")
        self.seconds, self.runs = 0.0, runs

    def is_running(self) -> bool:
        self.seconds += 10
        return self.runs

    def is_ready(self) -> bool:
        return self.runs and self.seconds > 240


def test_a_process_may_take_minutes_to_start_on_a_busy_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    part = SlowPart(tmp_path, runs=True)
    clock = SimpleNamespace(monotonic=lambda: part.seconds, sleep=lambda _seconds: None)
    monkeypatch.setattr("deploy.processes.time", clock)
    part.wait()
    assert part.is_ready()


def test_a_process_that_ends_is_not_waited_for(tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match="why it ended"):
        SlowPart(tmp_path, runs=False).wait()
