"""Seats of a public demo: the mark by which it knows what it has made."""

from django.conf import settings
from django.db import models


class DemoSeat(models.Model):
    """An account that the public demo made. All series that it owns go with it when the demo begins again.

    Nothing without this mark is ever deleted by the demo.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="demo_seat")
    table = models.CharField(max_length=64, db_index=True)
    """The secret in the link of the table at which the seat stands. All seats of one table share it."""
    name = models.CharField(max_length=20)
    """Which of the demo's people this is (`config.demo.people`)."""
    address = models.CharField(max_length=45, blank=True)
    """From which address the seat was taken."""
    taken_at = models.DateTimeField(null=True)
    """When a visitor sat down. None while the seat is free."""

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["table", "name"], name="one_seat_per_name_and_table")]

    def __str__(self) -> str:
        return str(self.user)
