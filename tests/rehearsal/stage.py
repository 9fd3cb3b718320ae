"""The machines of one rehearsal, and what it prints."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Error as BrowserError

from deploy.processes import ROOT
from tests.rehearsal.machine import Failed, Machine, make_base

FOLDER = Path("/var/tmp/storywheel-rehearsal")


class Rehearsal:
    """Boots machines, prints steps, and stops at the first that fails."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.count, self.began = folder, 0, time.monotonic()
        self.machines: list[Machine] = []
        folder.mkdir(parents=True, exist_ok=True)

    def run(self, name: str, part: "Callable[[Rehearsal], None]") -> None:
        """Run one part. Exit with what a host would see where it fails."""
        print(f"{name}: {part.__doc__}", flush=True)
        try:
            part(self)
        except (Failed, AssertionError, BrowserError, subprocess.SubprocessError) as error:
            print(f"  FAILED  {error}")
            for machine in self.machines:
                print(f"---- {machine.name}\n{machine.describe_failure()}")
            sys.exit(1)
        finally:
            for machine in self.machines:
                machine.stop()
            self.machines.clear()

    def boot(self, name: str, suite: str = "trixie") -> Machine:
        """Boot a bare Debian that has this repository to clone from."""
        with self.step(f"a bare Debian {suite} boots as {name}"):
            machine = Machine(name, 2 + len(self.machines), make_base(self.folder, suite), self.folder)
            self.machines.append(machine)
            source = machine.root / "root/storywheel.git"
            subprocess.run(["git", "clone", "--quiet", "--bare", str(ROOT), str(source)], check=True)
            machine.boot()
        return machine

    @contextmanager
    def step(self, what: str) -> Iterator[None]:
        """Print a step, and how long it took."""
        began = time.monotonic()
        yield
        self.count += 1
        print(f"  ok {time.monotonic() - began:6.1f} s  {what}", flush=True)

    def tell(self, what: str) -> None:
        """Print a figure."""
        print(f"                 {what}", flush=True)

    def picture(self, name: str) -> str:
        """Return where the picture of a page is kept."""
        folder = self.folder / "pictures"
        folder.mkdir(exist_ok=True)
        return str(folder / f"{name}.png")
