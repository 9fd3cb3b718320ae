"""Absences: when a member is away, and who stands in."""

from datetime import datetime

from django.conf import settings
from django.db import models

from campaigns.models.series import Membership


class Absence(models.Model):
    """A member is away from the beginning of one day to the end of another. Two of one member never overlap."""

    member = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="absences")
    first_day = models.DateField()
    last_day = models.DateField()
    """The days as they were announced, in the time zone of the person who announced them."""
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    """The moments that bound them: by these, deadlines and seats count."""
    stand_in = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, related_name="+", null=True, blank=True
    )
    """Who acts for the member's characters in the meantime, beside the member."""
    acts_as_usual = models.BooleanField(default=False)
    """Whether the member's characters act by themselves at the deadlines of fights by post, instead of pausing them."""

    class Meta:
        ordering = ["begins_at", "pk"]

    def __str__(self) -> str:
        return f"{self.member.user} is away from {self.first_day} to {self.last_day}"

    def covers(self, moment: datetime) -> bool:
        """Return whether the member is away at a moment."""
        return self.begins_at <= moment < self.ends_at
