"""Forms that were sent, so that each takes effect once."""

from django.conf import settings
from django.db import models


class SentForm(models.Model):
    """A form that was carried out. Sent again, it redirects to the same page and does nothing."""

    command = models.UUIDField(unique=True)
    """The id in the form."""
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    said = models.CharField(max_length=64)
    """A digest of the form's URL and content."""
    led_to = models.CharField(max_length=200)
    """The URL to which it redirected."""
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"form {self.command}"
