"""The audit log: who changed roles, owners and invitations, and what the staff did."""

from typing import Any

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.models.series import Role
from campaigns.name_field import StoredName


class AuditKind(models.TextChoices):
    """What was done."""

    LINK_MADE = "link_made", _("made a link")
    LINK_REVOKED = "link_revoked", _("revoked a link")
    JOINED = "joined", _("joined by a link")
    ROLE_CHANGED = "role_changed", _("changed a role")
    MEMBER_REMOVED = "member_removed", _("removed a member")
    LEFT = "left", _("left the series")
    OWNER_CHANGED = "owner_changed", _("handed the series over")
    SERIES_REMOVED = "series_removed", _("removed a series")
    INVITATION_MADE = "invitation_made", _("made an invitation")
    INVITATION_USED = "invitation_used", _("made an account by an invitation")
    RESET_LINK_MADE = "reset_link_made", _("made a link for a new password")
    ACCOUNT_ADDED = "account_added", _("added an account")
    ACCOUNT_CHANGED = "account_changed", _("changed an account")
    ACCOUNT_SHUT = "account_shut", _("shut an account")
    ACCOUNT_DELETED = "account_deleted", _("deleted an account")
    SECOND_STEP_REMOVED = "second_step_removed", _("took a second step away")
    TOKEN_MADE = "token_made", _("made a token of the API")
    TOKEN_REVOKED = "token_revoked", _("revoked a token of the API")
    WEBHOOK_MADE = "webhook_made", _("made a webhook")
    WEBHOOK_REMOVED = "webhook_removed", _("removed a webhook")
    RESTORED = "restored", _("restored a backup")


class AuditEntry(models.Model):
    """One act. An entry is written once, and deleted when it is old (`AUDIT_DAYS`).

    It stores names and the series' number instead of foreign keys, because it must outlive accounts and series. It
    never holds anything of what is played.
    """

    at = models.DateTimeField(default=timezone.now, db_index=True)
    kind = models.CharField(max_length=40, choices=AuditKind.choices)
    who = StoredName(max_length=150, blank=True)
    """The username; empty for a command line."""
    whom = StoredName(max_length=150, blank=True)
    """The username of the person it was done to, if there is one."""
    series_number = models.BigIntegerField(null=True, db_index=True)
    detail = models.CharField(max_length=300, blank=True)
    """A role, or the labels of changed fields with commas between them."""
    address = models.CharField(max_length=45, blank=True)
    """The IP address of the request. Only staff may see it."""

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.who} {self.kind} {self.whom}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Write a new entry. Raises `TypeError` for one that exists already."""
        if not self._state.adding:
            raise TypeError("An entry of the audit log cannot be changed.")
        super().save(*args, **kwargs)

    @property
    def said(self) -> str:
        """The detail in the reader's language."""
        if self.detail in Role.values:
            return str(Role(self.detail).label)
        labels = [label for label in self.detail.split(", ") if label]
        return ", ".join(gettext(label[0].lower() + label[1:]) for label in labels)  # as Django's catalogue has them
