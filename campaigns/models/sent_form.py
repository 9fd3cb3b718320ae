"""Forms that made something, so that none does so twice."""

from django.conf import settings
from django.db import models


class SentForm(models.Model):
    """A form that has made something: sent again, it leads to where it led the first time, and makes nothing."""

    command = models.UUIDField(unique=True)
    """The id that its page gave it."""
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    said = models.CharField(max_length=64)
    """A digest of its address and of what stood in it."""
    led_to = models.CharField(max_length=200)
    """The address of the page that showed what it made."""
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"form {self.command}"
