"""Sessions: when the people of a series meet to play, in real time."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.core.name_field import StoredName
from campaigns.models.series import Series


class Session(models.Model):
    """A meeting of the group. Dates are proposed and answered, until the Storyteller fixes one as `starts_at`."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="sessions")
    words = StoredName(max_length=200, blank=True)
    """Where the group meets, or what to bring."""
    minutes = models.PositiveIntegerField(default=240)
    """How long it takes."""
    starts_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"session of {self.series}"

    @property
    def ends_at(self) -> datetime | None:
        """When it ends. None until a date is fixed."""
        return self.starts_at + timedelta(minutes=self.minutes) if self.starts_at else None

    @property
    def hours(self) -> str:
        """How many hours it takes, without needless decimals."""
        return f"{self.minutes / 60:g}"

    @property
    def has_begun(self) -> bool:
        """Whether its fixed date has passed."""
        return self.starts_at is not None and self.starts_at <= timezone.now()


class SessionDate(models.Model):
    """A date that is proposed for a session."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="dates")
    starts_at = models.DateTimeField()

    class Meta:
        ordering = ["starts_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["session", "starts_at"], name="one_proposal_per_date")]

    def __str__(self) -> str:
        return f"{self.starts_at:%Y-%m-%d %H:%M} for {self.session}"


class Reply(models.TextChoices):
    """What a member says to a proposed date."""

    YES = "yes", _("Yes")
    MAYBE = "maybe", _("Maybe")
    NO = "no", _("No")


class SessionAnswer(models.Model):
    """A member's answer to a proposed date. Out of a series file only the name is known."""

    date = models.ForeignKey(SessionDate, on_delete=models.CASCADE, related_name="answers")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", null=True, blank=True
    )
    name = StoredName(max_length=150, blank=True)
    """Who it was, where an import has brought it; empty with a `user`."""
    reply = models.CharField(max_length=10, choices=Reply.choices)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["date", "user"], name="one_answer_per_date")]

    def __str__(self) -> str:
        return f"{self.who}: {self.reply}"

    @property
    def who(self) -> str:
        """The name of whose answer it is."""
        return self.user.get_username() if self.user else self.name


class Attendee(models.Model):
    """Somebody who was at a session. Out of a series file only the name is known."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="attendees")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", null=True, blank=True
    )
    name = StoredName(max_length=150)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [models.UniqueConstraint(fields=["session", "name"], name="one_seat_at_a_session")]

    def __str__(self) -> str:
        return f"{self.name} at {self.session}"
