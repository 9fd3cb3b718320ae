"""The accounts, for whoever runs the server. What is played is the table's business: see the staff page."""

from typing import TYPE_CHECKING, Any

from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialApp, SocialToken
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminPasswordChangeForm
from django.http import HttpRequest

from campaigns.models import User
from campaigns.services.accounts import end_sessions

if TYPE_CHECKING:
    Admin = admin.ModelAdmin[Any]
    PasswordForm = AdminPasswordChangeForm[User]
    Accounts = UserAdmin[User]
else:
    Admin, PasswordForm, Accounts = admin.ModelAdmin, AdminPasswordChangeForm, UserAdmin


class NewPasswordForm(PasswordForm):
    """A password that the host sets, or takes away: whoever was signed in by the old one is so no longer."""

    def save(self, commit: bool = True) -> User:
        user = super().save(commit)
        end_sessions(user)
        return user


class AccountAdmin(Accounts):
    """The accounts. One that is not active any more is signed out everywhere, open pages included."""

    change_password_form = NewPasswordForm

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if not obj.is_active:
            end_sessions(obj)


class AuthenticatorAdmin(Admin):
    """Second steps: for taking one away from somebody who has lost it. What is secret in them is not shown."""

    list_display = ("user", "type", "created_at", "last_used_at")
    search_fields = ("user__username",)
    fields = readonly_fields = list_display

    def has_add_permission(self, request: HttpRequest) -> bool:
        """People add their own."""
        return False


admin.site.register(User, AccountAdmin)
admin.site.unregister([Authenticator, SocialApp, SocialToken, UserSession])
admin.site.register(Authenticator, AuthenticatorAdmin)
