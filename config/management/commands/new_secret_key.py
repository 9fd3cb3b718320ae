"""Make a secret key for a server."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils.crypto import get_random_string

LENGTH = 64


class Command(BaseCommand):
    """`manage.py new_secret_key`: print a value for SECRET_KEY of a shared server."""

    help = "Print a new random key for SECRET_KEY. Changing the key of a running server signs everybody out."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        # Letters and digits only: other signs mean something to shells, compose files and env files.
        self.stdout.write(get_random_string(LENGTH))
