"""Ties between subjects: the edges of the relationship map."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.core.name_field import StoredName
from campaigns.models.chronicle import Scene
from campaigns.models.known import Known
from campaigns.models.series import Series
from campaigns.models.subject import Subject


class TieKind(models.TextChoices):
    """What the source is to the target."""

    KIN = "kin", _("is kin to")
    LOVES = "loves", _("loves")
    ALLY = "ally", _("stands by")
    LEARNS = "learns", _("learns from")
    SERVES = "serves", _("serves")
    OWES = "owes", _("owes")
    RIVALS = "rivals", _("rivals")
    HATES = "hates", _("hates")
    OTHER = "other", _("has to do with")


class Strength(models.IntegerChoices):
    """How strong a tie is."""

    WEAK = 1, _("weak")
    STRONG = 2, _("strong")
    DEFINING = 3, _("defining")


class Tie(Known):
    """What one subject is to another. A tie that has ended is kept: the map can be looked at as it was.

    It is shown to those who know of the tie and of both subjects.
    """

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="ties")
    source = models.ForeignKey(Subject, on_delete=models.CASCADE, related_name="ties_from")
    target = models.ForeignKey(Subject, on_delete=models.CASCADE, related_name="ties_to")
    kind = models.CharField(max_length=10, choices=TieKind.choices, default=TieKind.OTHER)
    words = StoredName(max_length=200, blank=True)
    strength = models.PositiveSmallIntegerField(
        choices=Strength.choices, default=Strength.WEAK, validators=[MinValueValidator(1), MaxValueValidator(3)]
    )
    since = models.ForeignKey(Scene, on_delete=models.SET_NULL, related_name="+", null=True, blank=True)
    """The scene in which it began. None: before the first."""
    ended = models.BooleanField(default=False, blank=True)
    until = models.ForeignKey(Scene, on_delete=models.SET_NULL, related_name="+", null=True, blank=True)
    """The scene in which it ended. None: after the last, or it goes on."""

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.source} {self.get_kind_display()} {self.target}"
