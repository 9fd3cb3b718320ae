"""Recaps: what the Storyteller tells everybody of a scene or an episode."""

from django.conf import settings
from django.db import models

from campaigns.core.name_field import StoredText
from campaigns.models.chronicle import Episode, Scene
from campaigns.models.series import Series


class Recap(models.Model):
    """The recap of a scene or of an episode. Members read it once it is published; nobody else does before."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="recaps")
    scene = models.OneToOneField(Scene, on_delete=models.CASCADE, related_name="recap", null=True, blank=True)
    episode = models.OneToOneField(Episode, on_delete=models.CASCADE, related_name="recap", null=True, blank=True)
    """The part that it tells of: one of the two."""
    text = StoredText(max_length=20_000, help_text="Markdown.")
    published_at = models.DateTimeField(null=True, blank=True)
    """When members could read it for the first time; None: it is a draft."""
    edited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, related_name="+", null=True, blank=True
    )
    edited_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(scene=None, episode__isnull=False) | models.Q(scene__isnull=False, episode=None),
                name="recap_of_one_part",
            )
        ]

    def __str__(self) -> str:
        return f"recap of {self.part}"

    @property
    def part(self) -> Scene | Episode:
        """The part that it tells of."""
        part = self.scene or self.episode
        if part is None:
            raise ValueError("A recap tells of a scene or of an episode.")
        return part
