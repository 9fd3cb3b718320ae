"""Tokens of the API: each is a member's seat, or a part of it, for a program."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.core.name_field import StoredName
from campaigns.models.series import Membership, Role


class TokenScope(models.TextChoices):
    """What a token may do."""

    READ = "read", _("Read what I can read")
    ACT = "act", _("Act as my characters")
    STORYTELLER = "storyteller", _("Act as the Storyteller")


class SeatToken(models.Model):
    """A secret with which a program sits at the tables of one series in its member's place.

    It holds for the role in which it was made: with another role, or without the membership, it is dead. A revoked one
    is deleted. No series file and no backup holds it.
    """

    membership = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="tokens")
    name = StoredName(max_length=60)
    """What the member calls it."""
    scope = models.CharField(max_length=20, choices=TokenScope.choices)
    role = models.CharField(max_length=20, choices=Role.choices)
    characters = models.JSONField(default=list, blank=True)
    """The keys of the characters as which it acts, if its scope is `ACT`: those of them that the member still plays."""
    prefix = models.CharField(max_length=16, unique=True)
    """The part of the secret by which the row is found."""
    digest = models.CharField(max_length=64)
    """SHA-256 of the whole secret, which is long and random. The secret itself is shown once and stored nowhere."""
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True)
    """When it was last used, to the minute."""

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"token of {self.membership}"

    @property
    def is_over(self) -> bool:
        """Whether its time is over."""
        return self.expires_at <= timezone.now()
