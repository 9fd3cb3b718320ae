"""Who knows of a thing: the Storyteller alone, the players of some characters, or everybody in the series."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.models.character import Character


class KnownTo(models.TextChoices):
    """Who knows, in addition to the Storyteller."""

    STORYTELLER = "storyteller", _("Only the Storyteller")
    SOME = "some", _("Some players")
    ALL = "all", _("Everyone")


class Known(models.Model):
    """Something of a series of which not everybody knows. A model that inherits from it has a field `series`.

    Read it by `campaigns.core.known`, which filters by these two fields.
    """

    known_to = models.CharField(max_length=20, choices=KnownTo.choices, default=KnownTo.STORYTELLER)
    knowers = models.ManyToManyField(Character, related_name="+", blank=True)
    """The characters whose players know of it. They count only where `known_to` is `SOME`."""

    class Meta:
        abstract = True
