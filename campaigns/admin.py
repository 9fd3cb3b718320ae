"""Accounts in Django's admin, for the people who run the server.

The admin shows nothing of what is played. The staff page has counts of it.
"""

from typing import TYPE_CHECKING, Any, cast

from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialApp, SocialToken
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminPasswordChangeForm
from django.db.models import QuerySet
from django.http import HttpRequest

from campaigns.accounts.services import end_sessions
from campaigns.core.audit import asked_from, record
from campaigns.models import AuditKind, User

if TYPE_CHECKING:
    Admin = admin.ModelAdmin[Any]
    PasswordForm = AdminPasswordChangeForm[User]
    Accounts = UserAdmin[User]
else:
    Admin, PasswordForm, Accounts = admin.ModelAdmin, AdminPasswordChangeForm, UserAdmin


def note(request: HttpRequest, kind: AuditKind, whom: User, detail: str = "") -> None:
    """Write to the audit log what a member of staff did to a person's account."""
    with asked_from(request.META.get("REMOTE_ADDR") or ""):
        record(kind, cast("User", request.user), whom=whom.get_username(), detail=detail)


class NewPasswordForm(PasswordForm):
    """Set or remove a person's password, and sign them out everywhere."""

    def save(self, commit: bool = True) -> User:
        user = super().save(commit)
        end_sessions(user)
        return user


ACTIVE = "Active"
"""Django's label of the field that lets a person sign in."""


class AccountAdmin(Accounts):
    """The accounts. A person whose account is made inactive is signed out everywhere, open pages included."""

    change_password_form = NewPasswordForm

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if not obj.is_active:
            end_sessions(obj)

    def log_addition(self, request: HttpRequest, obj: User, message: Any) -> Any:
        """Write it to the audit log, too."""
        note(request, AuditKind.ACCOUNT_ADDED, obj)
        return super().log_addition(request, obj, message)

    def log_change(self, request: HttpRequest, obj: User, message: Any) -> Any:
        """Write to the audit log, too, which fields were changed. Django names them by their English labels."""
        changed = [label for part in message for label in part.get("changed", {}).get("fields", ())]
        is_shut = ACTIVE in changed and not obj.is_active
        if changed:
            note(request, AuditKind.ACCOUNT_SHUT if is_shut else AuditKind.ACCOUNT_CHANGED, obj, ", ".join(changed))
        return super().log_change(request, obj, message)

    def log_deletions(self, request: HttpRequest, queryset: QuerySet[User]) -> Any:
        """Write it to the audit log, too."""
        for user in queryset:
            note(request, AuditKind.ACCOUNT_DELETED, user)
        return super().log_deletions(request, queryset)


class AuthenticatorAdmin(Admin):
    """Second factors, to remove one for a person who has lost it. Their secrets are not shown."""

    list_display = ("user", "type", "created_at", "last_used_at")
    search_fields = ("user__username",)
    fields = readonly_fields = list_display

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False: people add their own."""
        return False

    def log_deletions(self, request: HttpRequest, queryset: QuerySet[Authenticator]) -> Any:
        """Write it to the audit log, too."""
        for step in queryset:
            note(request, AuditKind.SECOND_STEP_REMOVED, step.user)
        return super().log_deletions(request, queryset)


admin.site.register(User, AccountAdmin)
admin.site.unregister([Authenticator, SocialApp, SocialToken, UserSession])
admin.site.register(Authenticator, AuthenticatorAdmin)
