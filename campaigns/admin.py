"""The accounts, for whoever runs the server. What is played is the table's business: see the staff page."""

from typing import TYPE_CHECKING, Any

from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialApp, SocialToken
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest

from campaigns.models import User

if TYPE_CHECKING:
    Admin = admin.ModelAdmin[Any]
else:
    Admin = admin.ModelAdmin


class AuthenticatorAdmin(Admin):
    """Second steps: for taking one away from somebody who has lost it. What is secret in them is not shown."""

    list_display = ("user", "type", "created_at", "last_used_at")
    search_fields = ("user__username",)
    fields = readonly_fields = list_display

    def has_add_permission(self, request: HttpRequest) -> bool:
        """People add their own."""
        return False


admin.site.register(User, UserAdmin)
admin.site.unregister([Authenticator, SocialApp, SocialToken, UserSession])
admin.site.register(Authenticator, AuthenticatorAdmin)
