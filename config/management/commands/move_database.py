"""Move everything to another database."""

import contextlib
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


class Command(BaseCommand):
    """`manage.py move_database URL`: from SQLite to PostgreSQL, or back. The old database is left as it is."""

    help = "Copy everything to the empty database at URL (as DATABASE_URL would name it). The server must be stopped."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("url")

    def handle(self, *args: Any, url: str, **options: Any) -> None:
        settings = {**connections[DEFAULT_DB_ALIAS].settings_dict, "OPTIONS": {}, **_read(url)}
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


def _read(url: str) -> dict[str, Any]:
    settings: dict[str, Any] = {}
    if url.startswith(("postgres://", "postgresql://", "sqlite:///")):
        with contextlib.suppress(ImproperlyConfigured, ValueError):
            settings = environ.Env.db_url_config(url)
    if not settings.get("NAME"):
        raise CommandError("That is no address of a database. Write it as postgres://user:password@host:5432/name.")
    return settings
