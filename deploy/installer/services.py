"""The services of a release: which there are, stopping and starting them, and waiting until they are ready."""

import re
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path

from deploy.installer.files import UNITS
from deploy.installer.machine import Machine, Refusal, say
from deploy.installer.settings import SQLITE

ALONE = "storywheel-alone"
TIMEOUT_SECONDS = 120
PORTS = {SQLITE: ["8001"]}
DEFAULT_PORTS = ["8001", "8002"]


@dataclass(frozen=True)
class Services:
    """What runs of Storywheel on a machine."""

    machine: Machine

    def list_enabled(self) -> list[str]:
        """What starts with the machine, as in `storywheel-web@8001.service`."""
        return sorted({path.name for path in self.machine.path(UNITS).glob("*.wants/storywheel-*")})

    def list_ports(self, kind: str) -> list[str]:
        """The ports of the web processes: those that are enabled, for a host may have more or fewer."""
        if kind in PORTS:
            return PORTS[kind]
        found = [re.fullmatch(r"storywheel-web@(\d+)\.service", unit) for unit in self.list_enabled()]
        return [match[1] for match in found if match] or DEFAULT_PORTS

    def list_services(self, release: Path, kind: str, ports: list[str]) -> list[str]:
        """What is to run of a release: each unit that says so itself, but one process does not run beside many."""
        names = []
        for unit in sorted((release / "deploy/systemd").iterdir()):
            if "[Install]" not in unit.read_text() or not self._fits(unit.name, kind):
                continue
            stem, at, kind_of_unit = unit.name.partition("@")
            names += [f"{stem}@{port}{kind_of_unit}" for port in ports] if at else [unit.name]
        return names

    @staticmethod
    def _fits(unit: str, kind: str) -> bool:
        return unit.endswith(".timer") or (unit == f"{ALONE}.service") == (kind == SQLITE)

    def stop(self) -> list[str]:
        """Stop all that runs, and return its names."""
        listed = self.machine.capture(
            *("systemctl", "list-units", "--plain", "--no-legend", "--state=active,activating,reloading"),
            *("storywheel-*.service", "storywheel-*.timer"),
        )
        running = [line.split()[0] for line in listed.splitlines()]
        if running:
            self.machine.run("systemctl", "stop", *running)
        return running

    def retire(self, services: list[str]) -> None:
        """Disable what is not among these, before its file goes: systemd can disable no unit without one."""
        former = [unit for unit in self.list_enabled() if unit not in services]
        if former:
            self.machine.run("systemctl", "disable", "--quiet", "--now", *former)

    def start(self, services: list[str]) -> None:
        """Have these start with the machine, and start them."""
        self.machine.run("systemctl", "enable", "--quiet", *services)
        self.machine.run("systemctl", "restart", *services)

    def wait(self, kind: str, ports: list[str]) -> None:
        """Wait until each web process is ready. Raises `Refusal` with the end of its log if it is not in time."""
        deadline = time.monotonic() + TIMEOUT_SECONDS
        for port in ports:
            address, unit = f"http://127.0.0.1:{port}/readyz", ALONE if kind == SQLITE else f"storywheel-web@{port}"
            if self.machine.root:
                say(f"would wait for: {address}")
                continue
            while (answer := ask(address)) != "ready":
                if time.monotonic() > deadline:
                    say(
                        self.machine.capture(
                            "journalctl", "--unit", unit, "--lines", "30", "--no-pager", "--output", "cat"
                        )
                    )
                    raise Refusal(
                        f"{unit} is not ready after {TIMEOUT_SECONDS} seconds: {answer}. Above is the end of its log."
                    )
                time.sleep(0.5)


def ask(address: str) -> str:
    """Return "ready", or what the process answers instead."""
    try:
        with urllib.request.urlopen(address, timeout=10) as answer:  # noqa: S310
            return "ready" if answer.status == 200 else str(answer.status)
    except urllib.error.HTTPError as error:
        return f"{error.code} {error.read().decode(errors='replace')}"
    except OSError as error:
        return str(error)
