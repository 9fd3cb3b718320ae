"""The processes of a shared server on loopback: start, wait for, stop and kill them."""

import contextlib
import itertools
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UNTHROTTLED = {
    f"LIMIT_{what}": "0"
    for kind in ("COMMANDS", "SOCKETS", "FORMS", "FILES", "SIGN_INS")
    for what in (kind, f"{kind}_ADDRESS")
}
"""Environment without limits, for measurements in which a few people at one address play as many hundreds do."""
TIMEOUT_SECONDS = 300.0
"""Seconds that a process may take to start: a few on a free machine, minutes on a busy one."""
_FIRST_PORT = 10_000 + os.getpid() % 120 * 50
_PORTS = range(_FIRST_PORT, _FIRST_PORT + 50)
_ports = itertools.cycle(_PORTS)


class CannotStart(Exception):
    """A process did not start. The message says why."""


def free_port() -> int:
    """Return a port that is free, and stays free until its process listens, or while that is restarted.

    It is below the ports that a kernel gives to connections. Each process that calls this has fifty of its own.
    """
    for _ in range(len(_PORTS)):
        port = next(_ports)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("", port))
            return port
    raise CannotStart(f"All ports from {_PORTS[0]} to {_PORTS[-1]} are taken: end what was left running.")


class Part:
    """One process. Its output goes to `<name>.log` in the folder. It ends when the process that started it ends."""

    ending = signal.SIGTERM

    def __init__(
        self,
        name: str,
        folder: Path,
        command: Sequence[str],
        environment: Mapping[str, str] | None = None,
        person: str = "",
    ) -> None:
        self.name = name
        self.log = folder / f"{name}.log"
        self.process: subprocess.Popen[bytes] | None = None
        self.command = [*_dying_with_us(self.ending), *command]
        self.full_environment = {**os.environ, **(environment or {})}
        self._person = person or None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self.launch()
        self.wait()

    def launch(self) -> None:
        """Start it without waiting."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                cwd=ROOT if self._person is None else "/",
                env=self.full_environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # Ctrl-C is for us, who end the parts in order
                user=self._person,
                group=self._person,
                extra_groups=[] if self._person else None,
            )

    def wait(self) -> None:
        """Wait until it answers."""
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while not self.is_ready():
            if not self.is_running() or time.monotonic() > deadline:
                raise CannotStart(f"{self.name} did not start: {self.log.read_text()[-2000:]}")
            time.sleep(0.05)

    def is_running(self) -> bool:
        """Whether its process is alive."""
        return self.process is not None and self.process.poll() is None

    def is_ready(self) -> bool:
        """Whether it answers."""
        return self.is_running()

    def stop(self) -> None:
        """Stop it. Kill it if that takes longer than ten seconds."""
        if self.process is None or not self.is_running():
            return
        self.process.send_signal(self.ending)
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.kill()

    @contextlib.contextmanager
    def asleep(self) -> Iterator[None]:
        """Pause the process inside the block."""
        if self.process is None:
            raise CannotStart(f"{self.name} does not run.")
        self.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        """Kill it at once, as the kernel does when memory runs out."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


class Site(Part):
    """A process that serves pages and sockets."""

    def __init__(self, name: str, folder: Path, command: Sequence[str], environment: Mapping[str, str], port: int):
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        super().__init__(name, folder, command, environment)

    def is_ready(self) -> bool:
        """Whether it answers a request, with any status below 500."""
        try:
            urllib.request.urlopen(f"{self.url}/account/login/", timeout=10)  # noqa: S310  our own address
        except urllib.error.HTTPError as error:
            return error.code < 500
        except OSError:
            return False
        return True


class Web(Site):
    """One uvicorn process of a shared server."""

    def __init__(
        self,
        name: str,
        folder: Path,
        environment: Mapping[str, str],
        port: int = 0,
        application: str = "config.asgi:application",
    ) -> None:
        port = port or free_port()
        command = [
            *(sys.executable, "-m", "uvicorn", application, "--host", "127.0.0.1", "--port", str(port)),
            *("--http", "config.server.limits.header_limit:HeaderLimitProtocol"),
            *("--ws", "play.server.websocket_deflate:SharingSocket", "--ws-max-size", "64"),
            *("--limit-concurrency", "4000", "--loop", "config.server.watchdog:new_loop", "--lifespan", "off"),
            *("--log-level", "warning", "--timeout-graceful-shutdown", "3"),
        ]
        super().__init__(name, folder, command, environment, port)


class Work(Part):
    """The background work of a shared server: a process with its parts, which are tasks, posts and the clock."""

    def __init__(self, folder: Path, environment: Mapping[str, str]) -> None:
        self.port = free_port()
        watched = {"STORYWHEEL_WORKER_METRICS": f"127.0.0.1:{self.port}"}
        super().__init__("worker", folder, [sys.executable, "manage.py", "work"], {**environment, **watched})

    def is_ready(self) -> bool:
        """Whether all its parts run."""
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=10)
        except OSError:
            return False
        return True

    def list_parts(self) -> dict[str, int]:
        """Return the process of each part by its name: tasks, posts, clock."""
        if self.process is None:
            return {}
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return {Path(f"/proc/{child}/comm").read_text().strip(): int(child) for child in children}


class EmbeddedSite(Site):
    """The whole of Storywheel in one process on SQLite, as `make play` runs it."""

    def __init__(self, folder: Path, port: int = 0, name: str = "embedded") -> None:
        port = port or free_port()
        database = f"sqlite:///{folder / 'storywheel.sqlite3'}"
        self.environment = {"STORYWHEEL_VAR": str(folder), "DEBUG": "0", "DATABASE_URL": database, "REDIS_URL": ""}
        command = [sys.executable, "manage.py", "serve", "--port", str(port)]
        super().__init__(name, folder, command, self.environment, port)


def manage(environment: Mapping[str, str], *arguments: str) -> str:
    """Run `manage.py`, and return what it printed. Raises `CannotStart` if it fails."""
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise CannotStart(f"manage.py {arguments[0]} failed: {done.stderr[-2000:]}")
    return done.stdout


def _dying_with_us(ending: signal.Signals) -> list[str]:
    setpriv = shutil.which("setpriv")
    return [setpriv, "--pdeathsig", ending.name, "--"] if setpriv else []
