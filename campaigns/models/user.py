"""User accounts."""

from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    """A person who signs in. Roles belong to the `Membership` of a series."""

    feed_token = models.CharField(max_length=64, unique=True, null=True, blank=True, default=None, editable=False)
    """The secret in the address of the person's feed of dates. None until they ask for one."""
