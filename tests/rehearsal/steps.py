"""What a host does on a machine, and looks at afterwards: the steps that the parts of the rehearsal are made of."""

import json
import re
import time

from tests.rehearsal.machine import Failed, Machine

HOST = "play.example.test"
SOURCE = "/srv/storywheel-source"
BACKUPS = "/var/lib/storywheel/backups"
WORKER = 8010
"""The port of the metrics of the background work."""
WEBS = {"postgresql": (8001, 8002), "sqlite": (8001,)}
READY_SECONDS = 60
MEMORY = """
for process in $(pgrep --uid storywheel); do
    command=$(tr '\\0' ' ' </proc/$process/cmdline | cut -d ' ' -f 3)/$(cat /proc/$process/comm)
    awk -v name="$command" '/^Pss:/ {print $2, name}' /proc/$process/smaps_rollup
done
"""
"""Prints the share of memory in kB, and the command, of each of our processes."""


def clone(machine: Machine) -> str:
    """Clone the repository as docs/hosting/install.md says. Return the commit that stands there."""
    machine.run("apt-get update -qq && apt-get install -y -qq git >/dev/null")
    return machine.run(f"git clone -q /root/storywheel.git {SOURCE} && git -C {SOURCE} rev-parse HEAD").strip()


def install(machine: Machine, *options: str) -> str:
    """Run deploy/install. Return what it prints."""
    return machine.run(f"{SOURCE}/deploy/install {' '.join(options)}", within=1200)


def check_health(machine: Machine, kind: str) -> None:
    """Check that no unit failed or was started again, and that each web process is ready."""
    if failed := machine.run("systemctl --failed --no-legend --plain").strip():
        raise Failed(f"units failed: {failed}")
    for port in WEBS[kind]:
        status, text = machine.ask(f"http://127.0.0.1:{port}/readyz")
        if status != 200 or json.loads(text)["database"] != "ok":
            raise Failed(f"port {port} is not ready: {status} {text}")
    restarts = machine.run("systemctl show 'storywheel-*' --property=Id,NRestarts --value | grep -v '^$'")
    if re.search(r"^[1-9]\d*$", restarts, re.MULTILINE):
        raise Failed(f"a unit was started again and again: {restarts.split()}")


def wait_until_ready(machine: Machine, port: int, host: str = "127.0.0.1") -> None:
    """Wait until a web process says that it is ready, there or on another host that the machine reaches."""
    deadline = time.monotonic() + READY_SECONDS
    while (answer := machine.ask(f"http://{host}:{port}/readyz"))[0] != 200:
        if time.monotonic() > deadline:
            raise Failed(f"port {port} is not ready after {READY_SECONDS} s: {answer}")
        time.sleep(0.3)


def find_table(machine: Machine, title: str) -> str:
    """Return the address of a scene's table."""
    code = f"from campaigns.models import Scene; print(Scene.objects.get(title={title!r}).pk)"
    return f"/scenes/{machine.manage('shell', '-v', '0', '-c', code).split()[-1]}/"


def count_rows(machine: Machine) -> dict[str, int]:
    """Return how many rows the tables hold that a backup keeps, by the name of the table."""
    code = (
        "import json; from config.backup.tables import list_models; "
        "print(json.dumps({one._meta.label: one._default_manager.count() for one in list_models()}))"
    )
    counted: dict[str, int] = json.loads(machine.manage("shell", "-v", "0", "-c", code).strip().splitlines()[-1])
    return counted


def measure_memory(machine: Machine) -> tuple[float, str]:
    """Return how many MB our processes take together, and a line for each. Shared pages count once."""
    rows = [line.split(maxsplit=1) for line in machine.run(MEMORY).splitlines()]
    lines = [f"{int(size) / 1000:.0f} MB {name.strip()}" for size, name in rows]
    return sum(int(size) for size, _name in rows) / 1000, "; ".join(lines)


def read_metrics(machine: Machine, port: int) -> set[str]:
    """Return the names of the metrics that a process tells."""
    status, text = machine.ask(f"http://127.0.0.1:{port}/metrics")
    if status != 200:
        raise Failed(f"/metrics on port {port}: {status}")
    return set(re.findall(r"^([a-z_]+)(?:{| )", text, re.MULTILINE))
