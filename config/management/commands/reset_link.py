"""Make a link by which somebody sets a new password."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from campaigns.accounts.services import make_reset_path
from campaigns.core.site_url import get_site_url
from campaigns.models import User


class Command(BaseCommand):
    """`manage.py reset_link NAME`: for the host of a server without mail."""

    help = "Print a link by which this person sets a new password, once, within three days."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name")
        parser.add_argument("--address", default=get_site_url(), help="of this server; %(default)s if not given")

    def handle(self, *args: Any, name: str, address: str, **options: Any) -> None:
        user = User.objects.filter(username=name, is_active=True).first()
        if user is None:
            raise CommandError(f"Nobody here is called {name}.")
        self.stdout.write(address.rstrip("/") + make_reset_path(user))
