"""Threads: what is unresolved in a series, such as a plot, a rumor, a promise or a danger that a clock counts."""

from django.core.validators import MaxValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.core.name_field import StoredName, StoredText
from campaigns.models.character import Character
from campaigns.models.chronicle import Scene, Story
from campaigns.models.known import Known
from campaigns.models.series import Series
from campaigns.models.subject import Subject

MAX_SEGMENTS = 12
"""The most segments of a clock: more cannot be told apart on a phone."""


class ThreadKind(models.TextChoices):
    """What a thread is."""

    PLOT = "plot", _("Plot")
    RUMOR = "rumor", _("Rumor")
    PROMISE = "promise", _("Promise")
    DANGER = "danger", _("Danger")


class Thread(Known):
    """Something that is open in a series until it is resolved. It may have a clock, whose segments fill one by one."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="threads")
    kind = models.CharField(max_length=20, choices=ThreadKind.choices, default=ThreadKind.PLOT)
    title = StoredName(max_length=120)
    notes = StoredText("notes for all who know", blank=True, max_length=20_000, help_text="Markdown.")
    secret_notes = StoredText("notes for the Storyteller", blank=True, max_length=20_000, help_text="Markdown.")
    segments = models.PositiveSmallIntegerField(default=0, blank=True, validators=[MaxValueValidator(MAX_SEGMENTS)])
    """The segments of its clock; 0 without a clock."""
    filled = models.PositiveSmallIntegerField(default=0, blank=True, validators=[MaxValueValidator(MAX_SEGMENTS)])
    """How many segments are filled, at most `segments`."""
    resolved_at = models.DateTimeField(null=True, blank=True)
    """When it was resolved. None: it is open."""
    stories = models.ManyToManyField(Story, related_name="threads", blank=True)
    scenes = models.ManyToManyField(Scene, related_name="threads", blank=True)
    characters = models.ManyToManyField(Character, related_name="threads", blank=True)
    subjects = models.ManyToManyField(Subject, related_name="threads", blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.title

    @property
    def is_open(self) -> bool:
        """Whether it is not resolved."""
        return self.resolved_at is None
