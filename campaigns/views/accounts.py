"""A person's own account: one page that leads everywhere, where it is signed in, and its end."""

from typing import Any, cast

from allauth.account import views as allauth_views
from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from allauth.mfa.models import Authenticator
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy

from campaigns.models import Series, User
from campaigns.services import accounts
from campaigns.views.gate import methods, signed_in


class DeleteForm(forms.Form):
    """Who gets the series that somebody leaves behind, and the proof that it is them."""

    def __init__(self, user: User, data: Any = None) -> None:
        super().__init__(data)
        self._user = user
        self.owned = list(Series.objects.filter(owner=user))
        for series in self.owned:
            self.fields[f"series-{series.pk}"] = _will_field(series)
        if user.has_usable_password():
            self.fields["password"] = forms.CharField(
                label=gettext_lazy("Your password"), widget=forms.PasswordInput(attrs={"autocomplete": "off"})
            )
        else:
            self.fields["name"] = forms.CharField(
                label=gettext_lazy("Your name"), help_text=gettext("Type it, so that nobody does this by accident.")
            )

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self._user.check_password(password):
            raise forms.ValidationError(gettext("That is not your password."))
        return password

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if name != self._user.get_username():
            raise forms.ValidationError(gettext("That is not your name."))
        return name

    @property
    def wills(self) -> dict[int, str]:
        """What becomes of each series. Only after `is_valid`."""
        return {series.pk: self.cleaned_data[f"series-{series.pk}"] for series in self.owned}


def _will_field(series: Series) -> forms.ChoiceField:
    heirs = [
        (str(member.pk), gettext("Hand it over to %(name)s") % {"name": member.user.get_username()})
        for member in accounts.list_heirs(series)
    ]
    choices = [("", gettext("Choose")), *heirs, (accounts.REMOVE, gettext("Remove it for everybody"))]
    return forms.ChoiceField(label=series.name, choices=choices)


@signed_in("GET")
def account(request: HttpRequest, user: User) -> HttpResponse:
    """Everything about the account, each with the page where it is changed."""
    kinds = list(Authenticator.objects.filter(user=user).values_list("type", flat=True))
    context = {
        "mail": settings.MAIL,
        "addresses": EmailAddress.objects.filter(user=user).order_by("-primary", "email"),
        "app": Authenticator.Type.TOTP in kinds,
        "passkeys": kinds.count(Authenticator.Type.WEBAUTHN),
        "codes": Authenticator.Type.RECOVERY_CODES in kinds,
        "sessions": len(accounts.list_sessions(user)),
        "others": settings.SIGN_IN_BY,
        "series": user.owned_series.count(),
        "characters": user.characters.count(),
    }
    return render(request, "account/account.html", context)


@signed_in("GET")
def sessions(request: HttpRequest, user: User) -> HttpResponse:
    """Where the person is signed in."""
    return render(request, "account/sessions.html", {"sessions": accounts.list_sessions(user)})


@signed_in("POST")
def session_end(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Sign out in one other place."""
    accounts.end_session(user, pk)
    messages.success(request, gettext("It is signed out there."))
    return redirect("account_sessions")


@signed_in("POST")
def sessions_end(request: HttpRequest, user: User) -> HttpResponse:
    """Sign out everywhere else."""
    accounts.end_sessions(user, besides=request.session.session_key or "")
    messages.success(request, gettext("You are signed in here only."))
    return redirect("account_sessions")


@signed_in("GET", "POST")
def account_delete(request: HttpRequest, user: User) -> HttpResponse:
    """Say what will happen, ask for the password, then delete."""
    form = DeleteForm(user, request.POST if request.method == "POST" else None)
    if request.method == "POST":
        refused: HttpResponse | None = ratelimit.consume_or_429(request, action="reauthenticate", user=user)
        if refused:
            return refused
        if form.is_valid():
            accounts.delete_account(user, form.wills)
            logout(request)
            messages.success(request, gettext("Your account is deleted."))
            return redirect("account_login")
    context = {"form": form, "characters": user.characters.select_related("series")}
    return render(request, "account/delete.html", context, status=422 if request.method == "POST" else 200)


@methods("GET", "POST")
def password_reset(request: HttpRequest) -> HttpResponse:
    """Send a letter with a link; where there is no mail, say who can help."""
    if settings.MAIL:
        return cast("HttpResponse", allauth_views.password_reset(request))
    return render(request, "account/password_reset_ask.html", status=200 if request.method == "GET" else 409)


@methods("GET")
def invited(request: HttpRequest, word: str) -> HttpResponse:
    """The host's own invitation: an account may be made in this browser."""
    if not accounts.is_host_invitation(word):
        raise Http404
    request.session[accounts.INVITED] = accounts.HOST + word
    return redirect("account_signup")
