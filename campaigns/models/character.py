"""A character and its sheet."""

from functools import lru_cache
from typing import Any

from django.conf import settings
from django.db import models
from django.urls import reverse

from campaigns.models.series import Series
from rules import get_system


@lru_cache(maxsize=4096)
def _address(name: str, key: int) -> str:
    """Where a picture is; each push says it of everybody who fights."""
    return reverse(name, args=(key,))


class Character(models.Model):
    """A person of the story; without an owner, the Storyteller's. The sheet is what the system's `parse` allows."""

    UNLISTED = ("sheet", "carry", "notes", "secret_notes")
    """What is long, and no list shows."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="characters")
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, related_name="characters", null=True, blank=True
    )
    name = models.CharField(max_length=80)
    sheet = models.JSONField()
    extra = models.BooleanField(default=False)
    hidden = models.BooleanField(default=False, help_text="Only the Storyteller knows of this character.")
    notes = models.TextField("notes for all", blank=True, max_length=20_000, help_text="Markdown.")
    secret_notes = models.TextField("notes for the Storyteller", blank=True, max_length=20_000, help_text="Markdown.")
    version = models.PositiveIntegerField(default=1)
    """Counts the changes of the sheet: a form drawn from an older version is refused."""
    settled = models.BooleanField(default=False)
    """Whether it is made: from then on its lasting traits move by experience, or by the Storyteller's word."""
    made_freely = models.BooleanField(default=False)
    """Whether its maker chose not to be held to the book's budget."""
    carry = models.JSONField(default=dict, blank=True)
    """What a downtime has begun and the next goes on with, as `rules.recovery` means it."""
    portrait_name = models.CharField(max_length=20, blank=True)
    """What the address of its portrait ends in; empty without one."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def portrait_url(self) -> str:
        """The address of its portrait, or nothing."""
        return f"{_address('portrait', self.pk)}?{self.portrait_name}" if self.portrait_name else ""

    @property
    def face_url(self) -> str:
        """The address of the small one that stands on tokens, or nothing."""
        return f"{_address('face', self.pk)}?{self.portrait_name}" if self.portrait_name else ""

    def parsed_sheet(self) -> Any:
        """The sheet as the system's own frozen dataclass."""
        return get_system(self.series.system).sheets.parse(self.sheet)


class Portrait(models.Model):
    """The picture of a character, apart from it: whoever lists characters does not load their pictures."""

    character = models.OneToOneField(Character, on_delete=models.CASCADE, related_name="portrait")
    image = models.TextField()
    """A small square as WebP, in base64."""

    def __str__(self) -> str:
        return f"portrait of {self.character}"


class SheetChange(models.Model):
    """What a sheet was, what it became, by whom and why. Never edited: taking one back is a change of its own."""

    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="changes")
    at = models.DateTimeField(auto_now_add=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    why = models.CharField(max_length=200, blank=True)
    values = models.JSONField()
    """Dotted path to [value before, value after]."""
    undoes = models.OneToOneField("self", on_delete=models.CASCADE, null=True, related_name="undone_by")

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"change of {self.character}"
