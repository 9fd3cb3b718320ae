"""Make a link by which people make accounts on a server for the invited."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.urls import reverse

from campaigns.accounts.services import make_host_invitation
from campaigns.core.site_url import get_site_url


class Command(BaseCommand):
    """`manage.py invite`: the host's own invitation, beside those of the series."""

    help = "Print a link by which anybody who has it makes an account, for two weeks."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--address", default=get_site_url(), help="of this server; %(default)s if not given")

    def handle(self, *args: Any, address: str, **options: Any) -> None:
        self.stdout.write(address.rstrip("/") + reverse("invited", args=[make_host_invitation()]))
