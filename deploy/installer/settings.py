"""/etc/storywheel.env: made once, with fresh passwords, and then only completed."""

import secrets
import string
from pathlib import Path

from deploy.installer.machine import STATIC, Refusal

POSTGRESQL, SQLITE = "postgresql", "sqlite"
TLS_MODES = ("acme", "internal", "files", "elsewhere")
"""Who holds the certificate: Caddy with one from outside, with one of its own, with files; or another proxy."""


def make_secret() -> str:
    """Return 64 random letters and digits."""
    return "".join(secrets.choice(string.ascii_letters + string.digits) for _ in range(64))


class Settings:
    """The lines of the file. Nothing is written before `write`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.exists = path.exists()
        self.lines = path.read_text().splitlines() if self.exists else []

    def get(self, name: str, default: str = "") -> str:
        """The value of a setting. The last line counts, as it does for systemd."""
        found = [line.partition("=")[2] for line in self.lines if line.startswith(f"{name}=")]
        return found[-1].strip().strip("'\"") or default if found else default

    def set(self, name: str, value: str) -> None:
        """Set it on its own line, or on the line that the example has behind a `#`."""
        if "\n" in value:
            raise Refusal(f"{name} must be one line.")
        for start in (f"{name}=", f"# {name}="):
            for at in reversed(range(len(self.lines))):
                if self.lines[at].startswith(start):
                    self.lines[at] = f"{name}={value}"
                    return
        self.lines.append(f"{name}={value}")

    @property
    def kind(self) -> str:
        """The layout, by the database."""
        return POSTGRESQL if self.get("DATABASE_URL") else SQLITE

    @property
    def tls(self) -> str:
        """Who holds the certificate. Raises `Refusal` for what is none of the modes."""
        mode = self.get("STORYWHEEL_TLS_MODE", TLS_MODES[0])
        if mode not in TLS_MODES:
            raise Refusal(f"STORYWHEEL_TLS_MODE must be {', '.join(TLS_MODES[:-1])} or {TLS_MODES[-1]}, not {mode}.")
        return mode

    def begin(self, example: str, host: str, kind: str) -> None:
        """Fill in the example that a release brings."""
        lines = example.replace("table.example.org", host).splitlines()[2:]
        if kind == SQLITE:
            start = next(at for at, line in enumerate(lines) if line.startswith("# PostgreSQL and Redis."))
            del lines[start : lines.index("", start)]
        self.lines = ['# Written by deploy/install. A setting with nothing behind its "=" counts as left out.', *lines]
        self.set("SECRET_KEY", make_secret())
        if kind == POSTGRESQL:
            database, redis = make_secret(), make_secret()
            self.set("POSTGRES_PASSWORD", database)
            self.set("DATABASE_URL", f"postgres://storywheel:{database}@127.0.0.1:5432/storywheel")
            self.set("REDIS_PASSWORD", redis)
            self.set("REDIS_URL", f"redis://:{redis}@127.0.0.1:6379/0")

    def complete(self) -> list[str]:
        """Add what settings of 0.1.0 lack, and return the names of it."""
        if self.get("STORYWHEEL_STATIC"):
            return []
        self.set("STORYWHEEL_STATIC", STATIC)
        return ["STORYWHEEL_STATIC"]

    def write(self) -> None:
        """Write the file, for root alone."""
        text = "\n".join(self.lines) + "\n"
        if self.exists and self.path.read_text() == text:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        fresh = self.path.with_name(self.path.name + ".new")
        fresh.touch(mode=0o600)
        fresh.write_text(text)
        fresh.replace(self.path)
        self.exists = True
