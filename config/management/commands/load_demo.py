"""Fill a server with the demo."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from campaigns.models import Series
from config.demo import DEMO_PASSWORD, demo_people, has_demo, load_demo, reset_demo


class Command(BaseCommand):
    """`manage.py load_demo`: once on a new server, or again with `--reset`."""

    help = "Load the demo series. --once: only on a server without any series. --reset: throw the old demo away first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--once", action="store_true")
        parser.add_argument("--reset", action="store_true")

    def handle(self, *args: Any, once: bool, reset: bool, **options: Any) -> None:
        if once and (has_demo() or Series.objects.exists()):
            return
        if not reset and has_demo():
            self.stdout.write("The demo is here already. Say --reset to replace it.")
            return
        (reset_demo if reset else load_demo)(lively=True)
        if options["verbosity"]:
            self.stdout.write(f"The demo is ready. Sign in as {demo_people()}; the password of each is {DEMO_PASSWORD}")
