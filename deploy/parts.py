"""Parts of a shared server as local processes on loopback: each is started, awaited, and ended or killed."""

import contextlib
import os
import pwd
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
    f"LIMIT_{what}": "0" for kind in ("COMMANDS", "SOCKETS", "FILES", "SIGN_INS") for what in (kind, f"{kind}_ADDRESS")
}
"""For measurements and drills, in which a few people at one address play as many hundreds do."""
PATIENCE = 60.0
"""Seconds that a part may take to start."""


class CannotStart(Exception):
    """A part did not start; says why."""


def free_port() -> int:
    """A port of loopback that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Part:
    """One process. Its output goes to `<name>.log` in the folder; it dies with whoever started it."""

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
        self._command = [*_dying_with_us(self.ending), *command]
        self._environment = {**os.environ, **(environment or {})}
        self._person = person or None

    def start(self) -> None:
        """Start, and wait until it answers."""
        self.launch()
        self.wait()

    def launch(self) -> None:
        """Start without waiting."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self._command,
                cwd=ROOT if self._person is None else "/",
                env=self._environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # Ctrl-C is for us, who end the parts in order
                user=self._person,
                group=self._person,
                extra_groups=[] if self._person else None,
            )

    def wait(self) -> None:
        """Wait until it answers."""
        deadline = time.monotonic() + PATIENCE
        while not self.is_ready():
            if not self.is_running() or time.monotonic() > deadline:
                raise CannotStart(f"{self.name} did not start: {self.log.read_text()[-2000:]}")
            time.sleep(0.05)

    def is_running(self) -> bool:
        """Whether its process lives."""
        return self.process is not None and self.process.poll() is None

    def is_ready(self) -> bool:
        """Whether it answers."""
        return self.is_running()

    def stop(self) -> None:
        """End it in good order; kill it if it takes longer than ten seconds."""
        if self.process is None or not self.is_running():
            return
        self.process.send_signal(self.ending)
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.kill()

    @contextlib.contextmanager
    def asleep(self) -> Iterator[None]:
        """Have it stand still meanwhile, as on a machine that is paused."""
        if self.process is None:
            raise CannotStart(f"{self.name} does not run.")
        self.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        """End it as the kernel would when memory runs out: at once, with whatever it was doing."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


class Postgres(Part):
    """A PostgreSQL server of its own, made in the folder on first use; sign-in by password, on loopback only."""

    ending = signal.SIGINT  # "fast": connections are cut, nothing is lost
    password = "storywheel"
    """It guards loopback, for a trial."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        self.port = port or free_port()
        self.folder = folder / "postgres"
        self._binaries = _postgres_binaries()
        self._as = "" if os.getuid() else _other_person()  # PostgreSQL will not run as root
        if self._as:
            folder.chmod(0o755)
        command = [
            f"{self._binaries}/postgres",
            *("-D", str(self.folder), "-p", str(self.port)),
            *("-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="),
        ]
        super().__init__("postgres", folder, command, {"LC_ALL": "C.UTF-8"}, self._as)

    @property
    def url(self) -> str:
        """What `DATABASE_URL` must say."""
        return f"postgres://storywheel:{self.password}@127.0.0.1:{self.port}/postgres"

    def launch(self) -> None:
        if not (self.folder / "PG_VERSION").exists():
            self._make()
        super().launch()

    def kill(self) -> None:
        """End it at once; return when its backends are gone too, for while one lives it cannot start again."""
        backends = _children_of(self.process.pid) if self.process is not None else []
        super().kill()
        deadline = time.monotonic() + PATIENCE
        while any(_lives(backend) for backend in backends) and time.monotonic() < deadline:
            time.sleep(0.02)

    def is_ready(self) -> bool:
        """Whether it takes connections."""
        asked = subprocess.run([f"{self._binaries}/pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)])
        return asked.returncode == 0

    def _make(self) -> None:
        self.folder.mkdir(exist_ok=True)
        secret = self.folder.with_suffix(".password")
        secret.write_text(self.password)
        if self._as:
            shutil.chown(self.folder, self._as, self._as)
        command = [f"{self._binaries}/initdb", "-D", str(self.folder), "-U", "storywheel", "--no-sync"]
        options = ["--encoding=UTF8", "--locale=C.UTF-8", "--auth=scram-sha-256", f"--pwfile={secret}"]
        made = subprocess.run(
            [*command, *options],
            cwd="/",
            capture_output=True,
            text=True,
            user=self._as or None,
            group=self._as or None,
            extra_groups=[] if self._as else None,
        )
        secret.unlink()
        if made.returncode:
            raise CannotStart(f"initdb failed: {made.stderr}")


class Redis(Part):
    """A Redis server of its own, which keeps nothing on disk: whatever must last is in PostgreSQL."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        binary = shutil.which("redis-server")
        if not binary:
            raise CannotStart("There is no redis-server here. On Debian: apt install redis-server")
        self.port = port or free_port()
        options = ["--bind", "127.0.0.1", "--port", str(self.port), "--save", "", "--appendonly", "no"]
        super().__init__("redis", folder, [binary, *options, "--dir", str(folder)])

    @property
    def url(self) -> str:
        """What `REDIS_URL` must say."""
        return f"redis://127.0.0.1:{self.port}/0"

    def is_ready(self) -> bool:
        """Whether it answers a ping."""
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as link:
                link.sendall(b"PING\r\n")
                return link.recv(16).startswith(b"+PONG")
        except OSError:
            return False


class Site(Part):
    """A process that shows pages and holds sockets."""

    def __init__(self, name: str, folder: Path, command: Sequence[str], environment: Mapping[str, str], port: int):
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        super().__init__(name, folder, command, environment)

    def is_ready(self) -> bool:
        """Whether it answers a request, with whatever."""
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
            *("--ws", "play.wire:SharingSocket", "--loop", "uvloop", "--lifespan", "off", "--ws-max-size", "65536"),
            *("--log-level", "warning", "--timeout-graceful-shutdown", "3"),
        ]
        super().__init__(name, folder, command, environment, port)


class Embedded(Site):
    """The whole of Storywheel in one process on SQLite, as `make play` runs it."""

    def __init__(self, folder: Path, port: int = 0, name: str = "embedded") -> None:
        port = port or free_port()
        database = f"sqlite:///{folder / 'storywheel.sqlite3'}"
        self.environment = {"STORYWHEEL_VAR": str(folder), "DEBUG": "0", "DATABASE_URL": database, "REDIS_URL": ""}
        command = [sys.executable, "manage.py", "serve", "--port", str(port)]
        super().__init__(name, folder, command, self.environment, port)


def manage(environment: Mapping[str, str], *arguments: str) -> str:
    """Run `manage.py` and give back what it printed."""
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


def _children_of(process: int) -> list[int]:
    with contextlib.suppress(FileNotFoundError):
        return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    return []


def _lives(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def _postgres_binaries() -> str:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[4]))
    binary = found[-1] if found else shutil.which("initdb")
    if not binary:
        raise CannotStart("There is no PostgreSQL here. On Debian: apt install postgresql")
    return str(Path(binary).parent)


def _other_person() -> str:
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name).pw_name
    raise CannotStart("PostgreSQL does not run as root, and there is no user postgres or nobody.")


def _dying_with_us(ending: signal.Signals) -> list[str]:
    setpriv = shutil.which("setpriv")
    return [setpriv, "--pdeathsig", ending.name, "--"] if setpriv else []
