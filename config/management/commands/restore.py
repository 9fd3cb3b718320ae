"""Restore a server from a backup."""

from argparse import ArgumentParser
from datetime import datetime
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from campaigns.core.audit import record
from campaigns.models import AuditKind
from config.backup import BadBackup, check_compatible, is_empty, load, verify
from config.server.monitoring.last_backup import note_backup


class Command(BaseCommand):
    """`manage.py restore FILE`: into an empty database, or over what there is with `--replace`."""

    help = "Put back everything that FILE holds. The server must be stopped. --check: only look whether it is whole."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="throw away what the database holds now")
        parser.add_argument("--check", action="store_true", help="change nothing")

    def handle(self, *args: Any, file: Path, replace: bool, check: bool, **options: Any) -> None:
        try:
            manifest = verify(file)
            check_compatible(manifest)
            if check:
                self.stdout.write(f"{file} is whole: {manifest.rows} rows, made at {manifest.made_at}.")
                return
            call_command("migrate", verbosity=0, interactive=False)
            if not replace and not is_empty():
                raise CommandError("There are people or series in the database. Say --replace to throw them away.")
            load(file)
            note_backup(datetime.fromisoformat(manifest.made_at))  # there is a backup of what is here now: this one
            record(AuditKind.RESTORED, None)
        except BadBackup as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{manifest.rows} rows are back, as of {manifest.made_at}. Start the server.")
