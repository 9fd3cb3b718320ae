"""Notices: what happened or waits, for one person, and what is sent of it to the world outside."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.core.name_field import StoredName
from campaigns.fields import MessageField
from campaigns.models.series import Series


class NoticeKind(models.TextChoices):
    """What a notice is about. Each person chooses for each kind how she hears of it."""

    TURN = "turn", _("It is your turn")
    ANSWER = "answer", _("A question waits for your answer")
    DEADLINE = "deadline", _("A deadline is near")
    NUDGE = "nudge", _("Someone nudges you")
    UNDO = "undo", _("A player asks to undo something")
    STORY = "story", _("Something new in a scene")
    HANDOUT = "handout", _("A new handout")
    MENTION = "mention", _("Someone mentions or whispers to you")
    DOWNTIME = "downtime", _("A downtime")
    PROPOSAL = "proposal", _("Experience and projects")
    SESSION = "session", _("Sessions and their dates")
    MEMBER = "member", _("Someone joined")
    WEBHOOK = "webhook", _("One of your webhooks fails")


class Notice(models.Model):
    """A sentence for one person, with a link. It is hers alone, and no series file holds it.

    It is open until its matter is settled, or, if nothing waits (`NEWS`), until she reads it. While it is open, there
    is no second one with its key.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices")
    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=20, choices=NoticeKind.choices)
    key = models.CharField(max_length=120)
    """What it is about, unique in the series: "proposal 17"."""
    words = MessageField()
    url = models.CharField(max_length=300)
    """The path on this site where she reads on or acts."""
    created_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(null=True, blank=True)
    """The deadline of what she is waited for, if there is one."""
    read_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["user", "series", "key"],
                condition=models.Q(closed_at=None),
                name="one_open_notice_for_one_matter",
            )
        ]
        indexes = [models.Index(fields=["user"], condition=models.Q(read_at=None), name="unread_notices")]

    def __str__(self) -> str:
        return f"{self.key} for {self.user}"


NEWS = (
    NoticeKind.NUDGE,
    NoticeKind.STORY,
    NoticeKind.HANDOUT,
    NoticeKind.MENTION,
    NoticeKind.MEMBER,
    NoticeKind.WEBHOOK,
)
"""The kinds where nobody waits for the reader: reading closes the notice."""


class NoticeSettings(models.Model):
    """How one person wants to hear of things. Without a row the defaults hold. It travels with no series."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notice_settings")
    choices = models.JSONField(default=dict, blank=True)
    """Kind to the list of ways (`campaigns.notices.services.Way`). A kind that is missing has its default."""
    digest_hour = models.PositiveSmallIntegerField(default=8)
    """The hour of the day, in `zone`, at which the digest is sent."""
    quiet_from = models.TimeField(null=True, blank=True)
    quiet_until = models.TimeField(null=True, blank=True)
    """Between these, in `zone`, nothing is sent to her. Both are None: there are no quiet hours."""
    zone = models.CharField(max_length=64, blank=True)
    """The name of her time zone, for the times above and in what is sent. Empty means UTC."""
    language = models.CharField(max_length=10, blank=True)
    """The language in which e-mails and pushes are written. Empty means the site's."""

    class Meta:
        verbose_name_plural = "notice settings"

    def __str__(self) -> str:
        return f"settings of {self.user}"


class PushDevice(models.Model):
    """A browser that shows pushes to one person (RFC 8030, RFC 8291)."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_devices")
    endpoint = models.CharField(max_length=1_000, unique=True)
    """The address at the browser's push service. It is a secret: no page shows it."""
    p256dh = models.CharField(max_length=120)
    auth = models.CharField(max_length=60)
    """The browser's public key and shared secret, base64url."""
    name = StoredName(max_length=100, blank=True)
    """What to call it on the person's page: "Firefox on Android"."""
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.name} of {self.user}"


class DiscordWebhook(models.Model):
    """Where a series posts what all its members may know. The address is a secret: no file and no backup to share
    holds it, and no page shows it again."""

    series = models.OneToOneField(Series, on_delete=models.CASCADE, related_name="discord_webhook")
    address = models.CharField(max_length=300)
    trouble = models.CharField(max_length=200, blank=True)
    """Why the last post failed."""

    def __str__(self) -> str:
        return f"webhook of {self.series}"


class DeliveryState(models.TextChoices):
    """The states of what is sent."""

    WAITING = "waiting", _("Waiting")
    SENDING = "sending", _("Sending")
    SENT = "sent", _("Delivered")
    FAILED = "failed", _("Not delivered")


class Outgoing(models.Model):
    """A row of the outbox. It is written in the transaction of what it tells of, and sent by a task.

    It is marked as `SENDING` and committed before the sending begins: a row that a crash leaves there may have been
    sent, so it is not sent again (docs/decisions/0038).
    """

    state = models.CharField(max_length=10, choices=DeliveryState.choices, default=DeliveryState.WAITING)
    send_at = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveSmallIntegerField(default=0)
    tried_at = models.DateTimeField(null=True, blank=True)
    trouble = models.CharField(max_length=200, blank=True)
    """Why the last attempt failed."""

    class Meta:
        abstract = True


class Channel(models.TextChoices):
    """How a delivery goes out."""

    MAIL = "mail", _("Email")
    PUSH = "push", _("Push")


class Delivery(Outgoing):
    """One notice on one way out: by e-mail, or to one device by push."""

    notice = models.ForeignKey(Notice, on_delete=models.CASCADE, related_name="deliveries")
    way = models.CharField(max_length=10, choices=Channel.choices)
    device = models.ForeignKey(PushDevice, on_delete=models.CASCADE, related_name="deliveries", null=True, blank=True)
    """The device of a push."""

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "deliveries"
        indexes = [
            models.Index(fields=["send_at"], condition=models.Q(state="waiting"), name="deliveries_to_send"),
        ]

    def __str__(self) -> str:
        return f"{self.way} of {self.notice}"


class Announcement(Outgoing):
    """A sentence for the Discord channel of a series, of what all its members may know."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="announcements")
    kind = models.CharField(max_length=20, choices=NoticeKind.choices)
    key = models.CharField(max_length=120)
    words = MessageField()
    url = models.CharField(max_length=300)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        indexes = [
            models.Index(fields=["send_at"], condition=models.Q(state="waiting"), name="announcements_to_send"),
        ]

    def __str__(self) -> str:
        return f"{self.key} in {self.series}"
