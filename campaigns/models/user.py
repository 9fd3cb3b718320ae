"""User accounts."""

from django.contrib.auth.models import AbstractUser
from django.db import models

from campaigns.core.name_field import StoredName

_DJANGOS = AbstractUser._meta.get_field("username").deconstruct()[3]


class User(AbstractUser):
    """A person who signs in. Roles belong to the `Membership` of a series."""

    username = StoredName(**_DJANGOS)

    feed_token = models.CharField(max_length=64, unique=True, null=True, blank=True, default=None, editable=False)
    """The secret in the address of the person's feed of dates. None until they ask for one."""
