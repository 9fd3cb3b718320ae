"""Handouts: pictures and texts that the Storyteller shows to players at a table."""

from functools import lru_cache

from django.db import models
from django.urls import reverse

from campaigns.core.name_field import StoredName, StoredText
from campaigns.models.character import Character
from campaigns.models.chronicle import Scene
from campaigns.models.series import Series


@lru_cache(maxsize=1024)
def picture_address(handout: int, name: str) -> str:
    """Return the URL of a handout's picture of this name; empty without a picture. Boards ask for it at each push."""
    return f"{reverse('handout_picture', args=(handout,))}?{name}" if name else ""


class Handout(models.Model):
    """A picture, a text, or both. Players know nothing of it until it is shown to them (`HandoutReader`)."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="handouts")
    scene = models.ForeignKey(Scene, on_delete=models.SET_NULL, related_name="handouts", null=True, blank=True)
    """The scene that it is meant for, whose table lists it first."""
    title = StoredName(max_length=120)
    text = StoredText(blank=True, max_length=5_000, help_text="Markdown.")
    description = StoredName("what the picture shows", max_length=300, blank=True)
    picture_name = models.CharField(max_length=20, blank=True)
    """The query string of the picture's URL; empty without a picture. The name of the sent file is not kept."""
    width = models.PositiveIntegerField(default=0)
    height = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.title

    @property
    def picture_url(self) -> str:
        """The URL of its picture, or an empty string."""
        return picture_address(self.pk, self.picture_name)


class HandoutPicture(models.Model):
    """The picture of a handout. It has its own table so that lists of handouts do not load pictures."""

    handout = models.OneToOneField(Handout, on_delete=models.CASCADE, related_name="picture")
    image = models.TextField()
    """A picture as WebP, in base64."""

    def __str__(self) -> str:
        return f"picture of {self.handout}"


class HandoutReader(models.Model):
    """Who may see a handout: everybody, or the player of a character.

    What is shown at a table follows from its log. These rows are a copy of it for the pages of the record
    (`campaigns.handouts.services.copy_readers`).
    """

    handout = models.ForeignKey(Handout, on_delete=models.CASCADE, related_name="readers")
    scene = models.ForeignKey(Scene, on_delete=models.CASCADE, related_name="+", null=True, blank=True)
    """Where it is shown. None: from the record, between scenes (`campaigns.handouts.showing`)."""
    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="+", null=True, blank=True)
    """None: everybody who may see the scene."""

    def __str__(self) -> str:
        return f"{self.character or 'everybody'} sees {self.handout}"
