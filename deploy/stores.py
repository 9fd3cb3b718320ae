"""PostgreSQL and Redis for a shared server, from this machine's programs, each in a folder of its own on loopback."""

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg

from deploy.processes import TIMEOUT_SECONDS, CannotStart, Part, free_port


class Postgres(Part):
    """A PostgreSQL server, created in the folder on first use. It listens on loopback, with a password."""

    ending = signal.SIGINT  # "fast": connections are cut, nothing is lost
    password = "storywheel"
    """It only protects loopback, for a trial."""

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
        """The value of `DATABASE_URL`."""
        return f"postgres://storywheel:{self.password}@127.0.0.1:{self.port}/postgres"

    @contextlib.contextmanager
    def new_database(self, name: str) -> Iterator[str]:
        """Make another database for the block. Gives the value of `DATABASE_URL`."""
        with psycopg.connect(self.url, autocommit=True) as link:
            link.execute(f"CREATE DATABASE {name}".encode())
            yield f"{self.url.rpartition('/')[0]}/{name}"
            link.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())

    def launch(self) -> None:
        if not (self.folder / "PG_VERSION").exists():
            self._make()
        super().launch()

    def kill(self) -> None:
        """Kill it, and wait until its backends have ended: until then it cannot start again."""
        backends = _children_of(self.process.pid) if self.process is not None else []
        super().kill()
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while any(_lives(backend) for backend in backends) and time.monotonic() < deadline:
            time.sleep(0.02)

    def is_ready(self) -> bool:
        """Whether it accepts connections."""
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
    """A Redis server that stores nothing on disk: PostgreSQL has everything that must last."""

    password = "storywheel"
    """Like that of PostgreSQL."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        binary = shutil.which("redis-server")
        if not binary:
            raise CannotStart("There is no redis-server here. On Debian: apt install redis-server")
        self.port = port or free_port()
        options = ["--bind", "127.0.0.1", "--port", str(self.port), "--save", "", "--appendonly", "no"]
        options += ["--requirepass", self.password, "--maxmemory", "256mb", "--maxmemory-policy", "volatile-lru"]
        super().__init__("redis", folder, [binary, *options, "--dir", str(folder)])

    @property
    def url(self) -> str:
        """The value of `REDIS_URL`."""
        return f"redis://:{self.password}@127.0.0.1:{self.port}/0"

    def is_ready(self) -> bool:
        """Whether it answers a ping."""
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as link:
                link.sendall(f"AUTH {self.password}\r\nPING\r\n".encode())
                answer = b""
                while answer.count(b"\n") < 2 and (more := link.recv(64)):
                    answer += more
                return answer == b"+OK\r\n+PONG\r\n"
        except OSError:
            return False


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
