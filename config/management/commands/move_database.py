"""Move everything to another database."""

import contextlib
import getpass
import os
import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DEFAULT_DB_ALIAS, OperationalError, connections

from config.backup import BadBackup, dump, is_empty, load
from config.backup.writing import borrowed_connection

TARGET = "target"
VARIABLE = "DATABASE_URL_TO"
HOW = f"Set {VARIABLE} to it, as DATABASE_URL would name it, or say `move_database -` and type it there."


class Command(BaseCommand):
    """`manage.py move_database`: from SQLite to PostgreSQL, or back. The old database is left as it is."""

    help = f"Copy everything to another, empty database. The server must be stopped. Where it goes: {HOW}"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("url", nargs="?", default="", help="- to be asked; an address only if it has no password")

    def handle(self, *args: Any, url: str, **options: Any) -> None:
        settings = {**connections[DEFAULT_DB_ALIAS].settings_dict, "OPTIONS": {}, **_parse_target(url)}
        with borrowed_connection(TARGET, settings), tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "moving.zip"
            try:
                call_command("migrate", database=TARGET, verbosity=0, interactive=False)
                if not is_empty(TARGET):
                    raise CommandError("There are people or series in that database. Name an empty one.")
                dump(file)
                manifest = load(file, TARGET)
            except BadBackup as error:
                raise CommandError(str(error)) from None
            except OperationalError as error:
                raise CommandError(f"That database does not answer: {str(error).strip().splitlines()[0]}") from None
        self.stdout.write(f"{manifest.rows} rows have moved. Set DATABASE_URL to that database, and start the server.")


def _parse_target(argument: str) -> dict[str, Any]:
    """Return the settings of the new database. Raises `CommandError`, also for a password in the command line."""
    if argument == "-":
        return _parse_address(_ask())
    if argument:
        settings = _parse_address(argument)
        if settings.get("PASSWORD") or "password" in settings.get("OPTIONS", {}):
            raise CommandError(
                "A password in a command line can be read in the list of processes and in the shell's history. "
                f"Nothing was moved. {HOW}"
            )
        return settings
    if not (url := os.environ.get(VARIABLE, "")):
        raise CommandError(f"Where to? {HOW}")
    return _parse_address(url)


def _ask() -> str:
    """Return a line from standard input. A terminal does not show what is typed."""
    line = getpass.getpass("Address of the new database: ") if sys.stdin.isatty() else sys.stdin.readline()
    return line.strip()


def _parse_address(url: str) -> dict[str, Any]:
    settings: dict[str, Any] = {}
    if url.startswith(("postgres://", "postgresql://", "sqlite:///")):
        with contextlib.suppress(ImproperlyConfigured, ValueError):
            settings = environ.Env.db_url_config(url)
    if not settings.get("NAME"):
        raise CommandError("That is no address of a database. Write it as postgres://user:password@host:5432/name.")
    return settings
