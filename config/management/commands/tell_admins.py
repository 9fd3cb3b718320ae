"""E-mail the host that something outside this program has failed."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.server.monitoring.alarms import email_admins

TRIAL = "test"
"""No unit: `tell_admins test` tries the mail out."""


class Command(BaseCommand):
    """`manage.py tell_admins UNIT`: systemd runs it when a unit has failed (`OnFailure=`)."""

    help = (
        "Send a letter to STORYWHEEL_ADMINS which says that this unit of systemd has failed (or `test`, that none has)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("unit")

    def handle(self, *args: Any, unit: str, **options: Any) -> None:
        if not settings.ADMINS:
            raise CommandError("Nobody is named in STORYWHEEL_ADMINS, so nobody can be told.")
        if unit == TRIAL:
            email_admins("Test", "Nothing has failed. Letters about what fails come to this address.")
        else:
            email_admins(f"{unit} has failed", f"{unit} has failed. What it said: journalctl -u {unit}")
