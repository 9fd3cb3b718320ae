"""The public page of a series: read by everybody who has its address."""

import secrets

from django.db import models

from campaigns.models.series import Series


def make_token() -> str:
    """Return a secret for an address that nobody can guess."""
    return secrets.token_urlsafe(24)


class PublicPage(models.Model):
    """A read-only page with the published recaps of a series. A series without this row has no such page."""

    series = models.OneToOneField(Series, on_delete=models.CASCADE, related_name="public_page")
    token = models.CharField(max_length=64, unique=True, default=make_token, editable=False)
    """The secret in its address."""
    shows_cast = models.BooleanField(default=False)
    """Whether it shows the names and portraits of the characters that all members know."""
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"public page of {self.series}"
