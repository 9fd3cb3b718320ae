"""The index of the search: a copy of what people wrote, as text and as plain words."""

from django.conf import settings
from django.db import models

from campaigns.full_text import NAME, FullTextIndex
from campaigns.models.chronicle import Scene
from campaigns.models.series import Series


class SearchText(models.Model):
    """A text that can be found: of a row, as its readers may read it.

    It is made from the rows when somebody searches, so no backup and no series file holds it. It says nothing about who
    may see the row: `campaigns.search.visible` asks that of the row itself.
    """

    STORYTELLER = "storyteller"

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="search_texts")
    kind = models.CharField(max_length=20)
    """What the row is: "scene", "character", "entry" (a line of a log), as in `campaigns.search.visible`."""
    key = models.BigIntegerField()
    """The primary key of the row."""
    reader = models.CharField(max_length=40, blank=True)
    """Who may read this text, of those who may see the row: all (""), the `STORYTELLER`, or a key of a seat."""
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", null=True)
    """Whose private note it is."""
    scene = models.ForeignKey(Scene, on_delete=models.CASCADE, related_name="+", null=True)
    """In whose log it is a line."""
    text = models.TextField()
    """The title of the row in the first line, and below it what else it says."""
    words = models.TextField()
    """The text by `fold_words`."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "key", "reader"], name="one_search_text_per_reader")]
        indexes = [FullTextIndex(fields=["words"], name=NAME)]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class SearchedLog(models.Model):
    """How far the log of a scene can be searched."""

    scene = models.OneToOneField(Scene, on_delete=models.CASCADE, related_name="searched_log")
    number = models.PositiveIntegerField(default=0)
    """The number of the newest entry that is in the index."""

    def __str__(self) -> str:
        return f"log of {self.scene} up to {self.number}"
