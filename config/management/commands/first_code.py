"""Say with which code the first account of a server is made in the browser."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from campaigns.accounts.services import has_nobody
from campaigns.core.site_url import get_site_url
from config.accounts.first_account import get_code


class Command(BaseCommand):
    """`manage.py first_code`: for servers whose processes are not started by `manage.py serve`."""

    help = "Say with which code the first account, which is the host's, is made in the browser."

    def handle(self, *args: Any, **options: Any) -> None:
        if not has_nobody():
            raise CommandError("There are accounts already. `manage.py createsuperuser` makes one for a host.")
        self.stdout.write(f"Open {get_site_url()}/first/ and make the host's account with the code {get_code()}")
