"""What a person is writing for a scene and has not posted yet."""

from django.conf import settings
from django.db import models

from campaigns.core.name_field import StoredName, StoredText
from campaigns.models.chronicle import Scene


class Draft(models.Model):
    """A member's unfinished post in a scene, with the choices of its form. It is hers alone: nobody else gets to see
    it, and no series file holds it.
    """

    scene = models.ForeignKey(Scene, on_delete=models.CASCADE, related_name="drafts")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="drafts")
    text = StoredText("your post", max_length=20_000)
    speaker = models.CharField(max_length=40, blank=True)
    name = StoredName(max_length=60, blank=True)
    to = models.CharField(max_length=40, blank=True)
    strand = models.CharField(max_length=40, blank=True)
    """The fields of `play.commands.moves.Post`."""
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["scene", "user"], name="one_draft_per_scene_and_person")]

    def __str__(self) -> str:
        return f"draft of {self.user}"
