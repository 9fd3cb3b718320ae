"""The account of a person."""

from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """A person who signs in. Roles are per series (`Membership`), never here."""
