"""Back up a server."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.backup import BadBackup
from config.host.backups import make_backup


class Command(BaseCommand):
    """`manage.py backup FILE`: while people play, from SQLite or PostgreSQL."""

    help = "Write everything to FILE, as it is at one moment, while people play. It is read back and checked at once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            manifest = make_backup(file)
        except BadBackup as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{manifest.rows} rows of {len(manifest.tables)} tables are in {file}. Keep it safe.")
