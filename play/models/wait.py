"""Whom a scene by post waits for, since when and until when. Scenes that are played live have no such rows."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.core.name_field import StoredName
from play.models.table import Table


class WaitKind(models.TextChoices):
    """What somebody is awaited for."""

    ANSWER = "answer", _("an answer")
    TURN = "turn", _("a turn")
    ROLL = "roll", _("a roll")


class Wait(models.Model):
    """One stretch of waiting. When it is over it stays, so that the pace of a scene can be told."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="waits")
    kind = models.CharField(max_length=10, choices=WaitKind.choices)
    key = models.CharField(max_length=160)
    """What is waited for: unique among the open waits of a table."""
    subject = models.CharField(max_length=80)
    """The id of the prompt, of the combatant whose turn it is, or of the task."""
    combatant = models.CharField(max_length=80, blank=True)
    """The id of the combatant; empty for the Storyteller's next step, and outside the fight."""
    name = StoredName(max_length=120, blank=True)
    """The name of the combatant or of the task. Read it only where the reader may know of it."""
    public = models.BooleanField(default=False)
    """Whether everybody at the table could know that this was waited for."""
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, related_name="+", null=True, blank=True
    )
    """The player who is awaited. None: the Storyteller, who has no deadline."""
    since = models.DateTimeField(default=timezone.now)
    counted_from = models.DateTimeField(default=timezone.now)
    """The moment from which the time counts: `since`, or when the terms were last changed."""
    due_at = models.DateTimeField(null=True, blank=True)
    """When the table acts by itself. It is set once, and moves only when people change what it follows from."""
    ended_at = models.DateTimeField(null=True, blank=True)
    missed = models.BooleanField(default=False)
    """Whether it ended, or goes on, because nobody acted in time."""
    reminded_at = models.DateTimeField(null=True, blank=True)
    nudged_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["table", "key"], condition=models.Q(ended_at=None), name="one_open_wait")
        ]
        indexes = [models.Index(fields=["due_at"], condition=models.Q(ended_at=None), name="waits_due")]

    def __str__(self) -> str:
        return f"{self.key} at {self.table_id}"

    @property
    def rolling(self) -> str:
        """The key of the character who is awaited for a roll of a task."""
        return self.key.rpartition(" ")[2] if self.kind == WaitKind.ROLL else ""
