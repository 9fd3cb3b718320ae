"""Fill a server with a chronicle of years."""

from typing import Any

from django.core.management.base import BaseCommand

from config.demo import DEMO_PASSWORD, demo_people
from config.demo.long_chronicle import load_long_chronicle


class Command(BaseCommand):
    """`manage.py load_long_chronicle`: to try how pages fare with it."""

    help = "Make a series with 200 scenes, 60 characters, 5,000 log entries and more, for the people of the demo."

    def handle(self, *args: Any, **options: Any) -> None:
        series = load_long_chronicle()
        if options["verbosity"]:
            told = f"{series} is at /series/{series.pk}/. Sign in as {demo_people()}"
            self.stdout.write(f"{told}; the password of each is {DEMO_PASSWORD}")
