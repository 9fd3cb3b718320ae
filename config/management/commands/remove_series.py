"""Remove a series."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from campaigns.core.locks import lock_series
from campaigns.models import Series
from campaigns.series.removal import delete_series, lock_tables


class Command(BaseCommand):
    """`manage.py remove_series NUMBER`: for the host. The staff page has the numbers."""

    help = "Remove the series of this number with all that was played in it. It cannot be taken back."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("number", type=int)
        parser.add_argument("--yes", action="store_true", help="really")

    def handle(self, *args: Any, number: int, yes: bool, **options: Any) -> None:
        series = Series.objects.select_related("owner").filter(pk=number).first()
        if series is None:
            raise CommandError(f"There is no series {number}.")
        if not yes:
            raise CommandError(f"That is {series.owner}'s. Make a backup, and say --yes to remove it.")
        with transaction.atomic():
            lock_tables([number])
            delete_series(lock_series(number), None)
        self.stdout.write(f"Series {number} is gone.")
