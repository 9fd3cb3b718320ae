"""The code with which the first visitor makes the host's account. The person who starts the server reads it in the log.

It lies in a file, so that all processes of a machine know it, and goes when the account is there.
"""

import hmac
import secrets
from pathlib import Path

from django import forms
from django.conf import settings
from django.contrib.auth.forms import BaseUserCreationForm
from django.utils.translation import gettext_lazy as _

from campaigns.models import User
from config.server.secret_key import get_or_create_secret

NAME = "first-host-code"
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Those that nobody mixes up on paper."""
GROUPS, LENGTH = 3, 4
"""Twelve letters of 32: 60 bits, which nobody guesses within the limits of forms (`config.server.limits.throttle`)."""


def get_code() -> str:
    """Return the code, and make it if there is none."""
    return get_or_create_secret(_file(), _make_code)


def is_code(said: str) -> bool:
    """Whether somebody has typed the code, in any case and with any spaces and dashes."""
    return hmac.compare_digest(_strip(said).encode(), _strip(get_code()).encode())


def forget_code() -> None:
    """Remove the code: the account is there."""
    _file().unlink(missing_ok=True)


def _file() -> Path:
    return Path(settings.VAR_DIR) / NAME


def _make_code() -> str:
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(LENGTH)) for _ in range(GROUPS))


def _strip(said: str) -> str:
    return "".join(letter for letter in said.upper() if letter not in "- ")


class FirstAccountForm(BaseUserCreationForm):  # type: ignore[type-arg]  # it takes no argument when it runs
    """The code, and the account of the host. Names of those who run things are allowed: this is one of them."""

    code = forms.CharField(
        label=_("Code"),
        max_length=40,
        help_text=_("The server wrote it to its log when it started."),
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )
    email = forms.EmailField(
        label=_("Email"), max_length=254, required=False, help_text=_("For notifications and for a lost password.")
    )
    field_order = ("code", "username", "email", "password1", "password2")

    class Meta(BaseUserCreationForm.Meta):
        model = User

    def __init__(self, *arguments: object, **named: object) -> None:
        super().__init__(*arguments, **named)
        self.fields["username"].help_text = self.fields["password1"].help_text = ""  # the errors say what is wrong
        self.fields["username"].widget.attrs.pop("autofocus")
        if not settings.MAIL:
            del self.fields["email"]

    def clean_code(self) -> str:
        """Refuse another code. The sentence says where to find the right one."""
        said: str = self.cleaned_data["code"]
        if not is_code(said):
            raise forms.ValidationError(
                _("That is not the code. It is in the server’s log; `manage.py first_code` prints it again.")
            )
        return said

    def save(self, commit: bool = True) -> User:
        """Return the account with its address, which is left empty on a server without mail."""
        user: User = super().save(commit=False)
        user.email = self.cleaned_data.get("email", "")
        if commit:
            user.save()
        return user
