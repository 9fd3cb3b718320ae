"""What a person writes down for themselves alone."""

from django.conf import settings
from django.db import models

from campaigns.core.name_field import StoredText
from campaigns.models.chronicle import Scene
from campaigns.models.series import Series


class PrivateNote(models.Model):
    """A member's own notes of a scene. Nobody else gets to see them, not even the Storyteller.

    The notes of a scene that is removed stay with their writer.
    """

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="private_notes")
    scene = models.ForeignKey(Scene, on_delete=models.SET_NULL, related_name="private_notes", null=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="private_notes")
    text = StoredText("my notes", blank=True, max_length=20_000)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["scene", "user"], name="one_note_per_scene_and_person")]

    def __str__(self) -> str:
        return f"notes of {self.user}"
