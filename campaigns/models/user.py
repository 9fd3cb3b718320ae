"""User accounts."""

from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """A person who signs in. Roles belong to the `Membership` of a series."""
