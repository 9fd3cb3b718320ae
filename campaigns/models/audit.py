"""The audit log: who changed roles, owners and invitations, and what the staff did."""

from typing import Any

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.core.name_field import StoredName
from campaigns.models.series import Role


class AuditKind(models.TextChoices):
    """What was done."""

    LINK_MADE = "link_made", _("created a link")
    LINK_REVOKED = "link_revoked", _("revoked a link")
    JOINED = "joined", _("joined by a link")
    ROLE_CHANGED = "role_changed", _("changed a role")
    MEMBER_REMOVED = "member_removed", _("removed a member")
    LEFT = "left", _("left the series")
    OWNER_CHANGED = "owner_changed", _("transferred the series")
    SERIES_REMOVED = "series_removed", _("deleted a series")
    INVITATION_MADE = "invitation_made", _("created an invitation")
    INVITATION_USED = "invitation_used", _("created an account from an invitation")
    RESET_LINK_MADE = "reset_link_made", _("created a password reset link")
    ACCOUNT_ADDED = "account_added", _("added an account")
    ACCOUNT_CHANGED = "account_changed", _("changed an account")
    ACCOUNT_SHUT = "account_shut", _("deactivated an account")
    ACCOUNT_DELETED = "account_deleted", _("deleted an account")
    SECOND_STEP_REMOVED = "second_step_removed", _("turned off two-step verification")
    TOKEN_MADE = "token_made", _("created an API token")
    TOKEN_REVOKED = "token_revoked", _("revoked an API token")
    WEBHOOK_MADE = "webhook_made", _("created a webhook")
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
