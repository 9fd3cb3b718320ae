"""How far a person has read the log of a scene."""

from django.conf import settings
from django.db import models

from campaigns.models.chronicle import Scene


class ReadMark(models.Model):
    """How far a person has read a scene's log. It is hers alone: nobody else gets to see it, and no series file holds
    it."""

    scene = models.ForeignKey(Scene, on_delete=models.CASCADE, related_name="read_marks")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="read_marks")
    number = models.PositiveIntegerField()
    """The table's number of the newest entry that she has read. It counts secret entries, so no page shows it."""
    at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["scene", "user"], name="one_read_mark_per_scene_and_person")]

    def __str__(self) -> str:
        return f"{self.user} in {self.scene}"
