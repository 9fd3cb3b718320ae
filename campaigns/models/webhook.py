"""Webhooks: addresses of programs to which a series posts what happens, each as one member's seat may see it."""

import uuid

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.fields import MessageField
from campaigns.models.chronicle import Scene
from campaigns.models.notice import Outgoing
from campaigns.models.series import Membership, Role


class Webhook(models.Model):
    """An address to which is posted what a member may see. It goes with the membership, and no file and no backup holds
    it.

    It holds for the role in which it was made: with another role, nothing is posted.
    """

    membership = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="webhooks")
    role = models.CharField(max_length=20, choices=Role.choices)
    address = models.CharField(max_length=500)
    secret = models.CharField(max_length=60)
    """With which each post is signed. It is shown once."""
    created_at = models.DateTimeField(default=timezone.now)
    failing_since = models.DateTimeField(null=True, blank=True)
    """When the first of the posts failed after which none has arrived. None: the last one has arrived."""
    rest_until = models.DateTimeField(null=True, blank=True)
    """Until then nothing is tried, because the last attempt has failed."""
    ended_at = models.DateTimeField(null=True, blank=True)
    """When it was given up, because nothing had arrived for long."""

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"webhook of {self.membership}"


class WebhookPlace(models.Model):
    """How far the log of a scene was sent to a webhook. A scene without a row has not been looked at yet."""

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="places")
    scene = models.ForeignKey(Scene, on_delete=models.CASCADE, related_name="+")
    number = models.PositiveIntegerField()
    """The number of the table, of which the member's seat may see a part."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["webhook", "scene"], name="one_place_in_each_scene")]

    def __str__(self) -> str:
        return f"{self.webhook} at {self.number}"


class WebhookEvent(models.TextChoices):
    """What is posted."""

    LINES = "scene.lines", _("New log entries of a scene")
    NEWS = "series.news", _("News of the series")
    TEST = "test", _("Test")


class WebhookDelivery(Outgoing):
    """One post to one webhook. It holds no words of a scene: they are read when it is sent, as the seat sees them."""

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    event = models.CharField(max_length=20, choices=WebhookEvent.choices)
    key = models.UUIDField(default=uuid.uuid4)
    """The id of the event: the same at each attempt."""
    created_at = models.DateTimeField(default=timezone.now)
    scene = models.ForeignKey(Scene, on_delete=models.CASCADE, related_name="+", null=True, blank=True)
    after = models.PositiveIntegerField(default=0)
    upto = models.PositiveIntegerField(default=0)
    """Of a scene: the lines after one number up to another, both as the seat counts them."""
    about = models.CharField(max_length=120, blank=True)
    words = MessageField(blank=True)
    url = models.CharField(max_length=300, blank=True)
    """Of news: what it is about, the sentence, and the path on this site."""

    class Meta:
        ordering = ["-pk"]
        verbose_name_plural = "webhook deliveries"
        indexes = [
            models.Index(fields=["send_at"], condition=models.Q(state="waiting"), name="webhook_posts_to_send"),
        ]

    def __str__(self) -> str:
        return f"{self.event} to {self.webhook}"
