"""What the command line says."""

import argparse
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from deploy.installer.machine import Refusal
from deploy.installer.settings import TLS_MODES

HOST = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?")
PATHS = "CERTIFICATE,KEY"


@dataclass(frozen=True)
class Options:
    """What is asked for."""

    host: str
    sqlite: bool
    root: Path | None
    version: str
    commit: str
    was: str
    rollback: bool
    mail: str
    admins: str
    tls: str


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise Refusal(f"{message}. deploy/install --help tells the options.")


def parse_options(words: list[str]) -> Options:
    """Read the command line. Raises `Refusal` for what makes no sense."""
    parser = _Parser("deploy/install", description="Install Storywheel, upgrade it, or go back (Debian 12 or 13).")
    parser.add_argument(
        "host", nargs="?", default="", help="the name of this server, as table.example.org; known later"
    )
    parser.add_argument("--sqlite", action="store_true", help="one process and a file, without PostgreSQL and Redis")
    parser.add_argument("--mail", default="", help="EMAIL_URL; - reads it from the terminal")
    parser.add_argument("--admins", default="", help="STORYWHEEL_ADMINS: who gets letters, with commas between")
    parser.add_argument("--tls", default="", help=f"{', '.join(TLS_MODES[:2])}, {TLS_MODES[3]}, or {PATHS}")
    parser.add_argument("--version", default="", help="install this release, not the newest")
    parser.add_argument("--commit", default="", help="install this commit of the clone")
    parser.add_argument("--was", default="", help="the commit that runs, where it cannot be found out")
    parser.add_argument("--rollback", action="store_true", help="go back to the release from before the last upgrade")
    parser.add_argument("--root", type=Path, help="only write files, below this folder, and print the commands")
    read = parser.parse_args(words)
    if read.host and not HOST.fullmatch(read.host):
        raise Refusal("Name the address of this server, in small letters: deploy/install table.example.org")
    if read.tls and read.tls not in (*TLS_MODES[:2], TLS_MODES[3]) and "," not in read.tls:
        raise Refusal(f"--tls must be acme, internal, elsewhere or {PATHS}, not {read.tls}.")
    if read.mail == "-":
        print("EMAIL_URL: ", end="", file=sys.stderr, flush=True)
        read.mail = sys.stdin.readline().strip()
    return Options(**vars(read))
