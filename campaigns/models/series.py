"""A series, its members, and the links that invite them."""

import hashlib
import secrets

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.core.name_field import StoredName, StoredText, StoredValues
from campaigns.systems import system_choices, system_name


class Role(models.TextChoices):
    """What a member may do in a series."""

    STORYTELLER = "storyteller", _("Storyteller")
    PLAYER = "player", _("Player")
    SPECTATOR = "spectator", _("Spectator")


class Series(models.Model):
    """A whole game. Its owner is a Storyteller whom no other member can remove."""

    name = StoredName(max_length=120)
    system = models.CharField("game system", max_length=40, choices=system_choices)
    tone = StoredName(max_length=200, blank=True, help_text="What the group is in for, in a line.")
    house_notes = StoredText(blank=True, max_length=20_000, help_text="House rules and notes for all. Markdown.")
    options = models.JSONField(default=dict, blank=True)
    """Options of the rules that differ from the system's defaults."""
    budget = models.JSONField(default=dict, blank=True)
    """The Storyteller's numbers for new characters where the sources name none (`rules.creation.HouseBudget`)."""
    clock = models.BigIntegerField(default=0)
    """In-world time since the series began, in seconds."""
    calendar = StoredValues(default=dict, blank=True)
    """Names of months, weekdays and years (`campaigns.calendar.calendar`). Empty means counted days."""
    prompt_seconds = models.PositiveIntegerField(default=0)
    """Seconds until a prompt takes the book's default answer. 0 means never."""
    rest = models.JSONField(default=dict, blank=True)
    """Rest days and quiet hours, in which no deadline of play by post runs (`campaigns.sessions.deadlines`)."""
    lines = StoredText(blank=True, max_length=5_000)
    veils = StoredText(blank=True, max_length=5_000)
    """What play never touches, and what it leaves behind a curtain: one of the group's wishes in each row of text."""
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="owned_series")
    shows_start = models.BooleanField(default=False)
    """Whether its Storyteller is shown how to begin, at the table."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "pk"]
        verbose_name_plural = "series"

    def __str__(self) -> str:
        return self.name

    @property
    def system_name(self) -> str:
        """The name of the game system."""
        return system_name(self.system)

    @property
    def boundaries_mark(self) -> str:
        """A short hash of lines and veils; empty where there are none."""
        if not (self.lines or self.veils):
            return ""
        return hashlib.sha256(f"{self.lines}\0{self.veils}".encode()).hexdigest()[:16]


class Membership(models.Model):
    """A person's role in a series."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=20, choices=Role.choices)
    joined_at = models.DateTimeField(auto_now_add=True)
    boundaries_read = models.CharField(max_length=16, blank=True, default="")
    """The mark of the lines and veils that this member has read (`Series.boundaries_mark`)."""

    is_stand_in = models.BooleanField(default=False)
    """Whether another member names this one as stand-in: for all others, nobody has to ask who is away."""

    only: frozenset[str] | None = None
    """Not stored: the characters to which a token of the API narrows this member's seat; None for all of it."""

    class Meta:
        ordering = ["joined_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["series", "user"], name="one_role_per_member")]

    def __str__(self) -> str:
        return f"{self.user} as {self.get_role_display()}"

    @property
    def has_read_boundaries(self) -> bool:
        """Whether this member has read the series' lines and veils as they stand."""
        mark = self.series.boundaries_mark
        return not mark or mark == self.boundaries_read


def _new_token() -> str:
    return secrets.token_urlsafe(24)


class Invite(models.Model):
    """A link with which people join the series, until it is revoked."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="invites")
    role = models.CharField(max_length=20, choices=Role.choices, default=Role.PLAYER)
    token = models.CharField(max_length=64, unique=True, default=_new_token, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.get_role_display()} link of {self.series}"
