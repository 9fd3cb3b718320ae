"""A character and its sheet."""

from functools import lru_cache
from typing import Any

from django.conf import settings
from django.db import models
from django.urls import reverse

from campaigns.core.name_field import StoredName, StoredText, StoredValues
from campaigns.fields import MessageField
from campaigns.models.series import Series
from rules import get_system
from rules.errors import BadInput
from rules.sheets.fate import say_fates
from rules.text import EMPTY, Text


@lru_cache(maxsize=4096)
def _address(name: str, key: int) -> str:
    """Return the address of a page or a picture. It is cached, because each push needs it for every combatant."""
    return reverse(name, args=(key,))


class Character(models.Model):
    """A character. Without an owner it is the Storyteller's. The system's `parse` checks its sheet."""

    UNLISTED = ("sheet", "carry", "notes", "secret_notes", "player_notes")
    """Long fields that no list shows, to be deferred."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="characters")
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, related_name="characters", null=True, blank=True
    )
    name = StoredName(max_length=80)
    sheet = models.JSONField()
    extra = models.BooleanField(default=False)
    hidden = models.BooleanField(default=False, help_text="Only the Storyteller knows of this character.")
    notes = StoredText("notes for all", blank=True, max_length=20_000, help_text="Markdown.")
    secret_notes = StoredText("notes for the Storyteller", blank=True, max_length=20_000, help_text="Markdown.")
    player_notes = StoredText("notes of its player", blank=True, max_length=20_000, help_text="Markdown.")
    """Read by the player who wrote them and the Storyteller. Another player never inherits them."""
    version = models.PositiveIntegerField(default=1)
    """The number of changes of the sheet. A form drawn from an older version is refused."""
    settled = models.BooleanField(default=False)
    """Whether the character is made. Then lasting traits change by experience, or by the Storyteller."""
    made_freely = models.BooleanField(default=False)
    """Whether the character is not held to the book's creation budget."""
    carry = models.JSONField(default=dict, blank=True)
    """What one downtime leaves for the next: recovery in progress, as `rules.recovery` defines it."""
    favorites = StoredValues(default=list, blank=True)
    """The rolls that its player keeps, to make them by one tap: {"id", "request"}, see `services.favorites`."""
    portrait_name = models.CharField(max_length=20, blank=True)
    """The query string of the portrait's URL; empty without a portrait."""
    former_player = StoredName(max_length=150, blank=True, default="")
    """The name of who played it, where an import has brought it: who joins under it is offered the character."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def url(self) -> str:
        """The address of its page."""
        return _address("character", self.pk)

    @property
    def portrait_url(self) -> str:
        """The URL of its portrait, or an empty string."""
        return f"{_address('portrait', self.pk)}?{self.portrait_name}" if self.portrait_name else ""

    @property
    def face_url(self) -> str:
        """The URL of the small portrait on tokens, or an empty string."""
        return f"{_address('face', self.pk)}?{self.portrait_name}" if self.portrait_name else ""

    def parsed_sheet(self) -> Any:
        """Return the sheet as the system's frozen dataclass."""
        return get_system(self.series.system).sheets.parse(self.sheet)

    @property
    def fate(self) -> Text:
        """Who is dead, dying, unconscious, in torpor or the like, in a word; empty for others and unreadable sheets."""
        try:
            return say_fates(get_system(self.series.system).sheets.list_fates(self.parsed_sheet()))
        except BadInput:
            return EMPTY


class Portrait(models.Model):
    """The picture of a character. It has its own table so that lists of characters do not load pictures."""

    character = models.OneToOneField(Character, on_delete=models.CASCADE, related_name="portrait")
    image = models.TextField()
    """A small square as WebP, in base64."""

    def __str__(self) -> str:
        return f"portrait of {self.character}"


class SheetChange(models.Model):
    """A change of a sheet: values before and after, by whom and why. Undoing one is another change.

    Only taps within seconds are joined to one (`campaigns.sheets.taps`).
    """

    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="changes")
    at = models.DateTimeField(auto_now_add=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    by_name = StoredName(max_length=150, blank=True, default="")
    """Who it was, where an import has brought it; empty with a `user`."""
    why = MessageField(blank=True)
    values = models.JSONField()
    """Dotted path to [value before, value after]."""
    undoes = models.OneToOneField("self", on_delete=models.CASCADE, null=True, related_name="undone_by")

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"change of {self.character}"

    @property
    def who(self) -> str:
        """The name of the person who did it; empty for the table itself."""
        return self.user.get_username() if self.user else self.by_name
