"""The overlay of a series: a picture of its open scene, for a program that streams."""

from django.core.validators import MaxValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.models.series import Series

MAX_DELAY = 300
"""For how many seconds an overlay may hold back what happens."""


class OverlayTheme(models.TextChoices):
    """How an overlay looks. The values are those of `data-theme`."""

    DARK = "dark", _("Light text on dark glass")
    LIGHT = "light", _("Dark text on parchment")


class OverlaySize(models.TextChoices):
    """How large an overlay is drawn."""

    SMALL = "small", _("Small")
    MEDIUM = "medium", _("Medium")
    LARGE = "large", _("Large")


class Overlay(models.Model):
    """A secret address that shows what a spectator sees. A series without this row has none, and a revoked one is gone.

    No series file and no backup holds it.
    """

    series = models.OneToOneField(Series, on_delete=models.CASCADE, related_name="overlay")
    digest = models.CharField(max_length=64, unique=True)
    """SHA-256 of the secret, which is long and random. The secret itself is shown once and stored nowhere."""
    delay = models.PositiveSmallIntegerField(default=0, validators=[MaxValueValidator(MAX_DELAY)])
    """For how many seconds the server holds back what happens."""
    theme = models.CharField(max_length=10, choices=OverlayTheme.choices, default=OverlayTheme.DARK)
    size = models.CharField(max_length=10, choices=OverlaySize.choices, default=OverlaySize.MEDIUM)
    language = models.CharField(max_length=10)
    """The code of the language in which it is drawn: those who look at a stream cannot choose."""
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"overlay of {self.series}"
