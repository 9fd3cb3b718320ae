"""PostgreSQL, Redis and the SQLite file: made when they are missing, and set aside when a release is taken back."""

import re
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from deploy.installer.machine import DATA, Machine, Refusal, say
from deploy.installer.settings import POSTGRESQL, Settings

LOCAL = re.compile(r"postgres(?:ql)?://storywheel:.*@(?:127\.0\.0\.1|localhost)(?::5432)?/storywheel(?:\?.*)?")
REDIS_FILE, REDIS_MAIN = "/etc/redis/storywheel.conf", "/etc/redis/redis.conf"
SQLITE_FILES = ("storywheel.sqlite3", "storywheel.sqlite3-wal", "storywheel.sqlite3-shm")


@dataclass(frozen=True)
class Stores:
    """The place of the data, by the settings."""

    machine: Machine
    settings: Settings

    @property
    def is_local(self) -> bool:
        """Whether PostgreSQL runs here, with the name that this script gives to the database."""
        return bool(LOCAL.fullmatch(self.settings.get("DATABASE_URL")))

    def prepare(self) -> None:
        """Make role, database and Redis' password, where they are missing."""
        if self.settings.kind != POSTGRESQL:
            return
        self._set_redis_password()
        if not self.is_local:
            say("The database is not on this machine: it is taken as it is.")
            return
        if not self._has("SELECT 1 FROM pg_roles WHERE rolname = 'storywheel'"):
            password = self.settings.get("POSTGRES_PASSWORD") or self.settings.get("DATABASE_URL").split(":", 3)[2]
            quoted = password.partition("@")[0].replace("'", "''")
            self._psql(f"CREATE ROLE storywheel LOGIN PASSWORD '{quoted}';\n")
        if not self._has("SELECT 1 FROM pg_database WHERE datname = 'storywheel'"):
            self._create()

    def set_aside(self, at: datetime) -> str:
        """Put the present database aside, make an empty one, and say where the present one is now."""
        stamp = at.strftime("%Y%m%d_%H%M%S")
        if self.settings.kind == POSTGRESQL:
            if not self.is_local:
                raise Refusal(
                    "The database is not on this machine. docs/hosting/upgrade.md says how to go back by hand."
                )
            aside = f"storywheel_{stamp}"
            self._psql(f'ALTER DATABASE storywheel RENAME TO "{aside}";\n')
            try:
                self._create()
            except Refusal:
                self.take_back(aside)
                raise
            return aside
        folder = self._data / f"aside-{stamp}"
        self.machine.run("install", "-d", "-o", "storywheel", "-g", "storywheel", "-m", "700", str(folder))
        self._move(self._data, folder)
        return str(folder)

    def take_back(self, aside: str) -> None:
        """Put back what was set aside, in place of what is there now."""
        if self.settings.kind == POSTGRESQL:
            self._psql(f'DROP DATABASE IF EXISTS storywheel;\nALTER DATABASE "{aside}" RENAME TO storywheel;\n')
            return
        for name in SQLITE_FILES:
            (self._data / name).unlink(missing_ok=True)
        self._move(Path(aside), self._data)

    @property
    def _data(self) -> Path:
        return self.machine.path(self.settings.get("STORYWHEEL_VAR", DATA))

    def _move(self, here: Path, there: Path) -> None:
        for name in SQLITE_FILES:
            if (here / name).exists():
                (here / name).rename(there / name)

    def _set_redis_password(self) -> None:
        password = self.settings.get("REDIS_PASSWORD")
        if not password:
            say("Redis is left as it is, for REDIS_PASSWORD is not set.")
            return
        own, main = self.machine.path(REDIS_FILE), self.machine.path(REDIS_MAIN)
        own.parent.mkdir(parents=True, exist_ok=True)
        text = f'requirepass {password}\nmaxmemory 256mb\nmaxmemory-policy volatile-lru\nsave ""\n'
        line, before = f"include {REDIS_FILE}\n", main.read_text() if main.exists() else ""
        if own.exists() and own.read_text() == text and line in before:
            return
        own.touch(mode=0o600)
        own.write_text(text)
        self.machine.run("chown", "redis:redis", REDIS_FILE)
        if line not in before:
            main.write_text(before + line)
        self.machine.run("systemctl", "restart", "redis-server")

    def _create(self) -> None:
        as_ours = ("--owner", "storywheel", "--encoding", "UTF8", "--locale", "C.UTF-8", "--template", "template0")
        self._as_postgres("createdb", *as_ours, "storywheel")

    def _has(self, question: str) -> bool:
        return not self.machine.root and bool(self.machine.capture(*_as_postgres("psql", "-qtAc", question)))

    def _psql(self, typed: str) -> None:
        self._as_postgres("psql", "-q", "-v", "ON_ERROR_STOP=1", typed=typed)

    def _as_postgres(self, *command: str, typed: str | None = None) -> None:
        self.machine.run(*_as_postgres(*command), typed=typed)


def _as_postgres(*command: str) -> tuple[str, ...]:
    return ("runuser", "-u", "postgres", "--", "env", "-C", "/", *command)
