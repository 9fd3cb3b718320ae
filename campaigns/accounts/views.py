"""A person's own account: its page, its sessions, and its deletion."""

from typing import cast

from allauth.account import views as allauth_views
from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.accounts import services as accounts
from campaigns.accounts.forms import DeleteForm
from campaigns.core.decorators import login_required, require_methods
from campaigns.core.form_views import answer_form, posted_data
from campaigns.core.offline import forget_device, keeps_pages, mark_offline
from campaigns.models import User
from campaigns.series.members.services import INVITED


@login_required("GET")
def account(request: HttpRequest, user: User) -> HttpResponse:
    """Show everything about the account, with links to the pages that change it."""
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
        "keeps_pages": keeps_pages(request),
    }
    return mark_offline(request, render(request, "account/account.html", context), user)


@require_methods("GET", "POST")
def sign_out(request: HttpRequest) -> HttpResponse:
    """Ask, then sign out, and have the browser erase what it kept of this person."""
    response = cast("HttpResponse", allauth_views.logout(request))
    return response if request.method == "GET" else forget_device(response)


@login_required("GET")
def sessions(request: HttpRequest, user: User) -> HttpResponse:
    """List where the person is signed in."""
    return render(request, "account/sessions.html", {"sessions": accounts.list_sessions(user)})


@login_required("POST")
def session_end(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Sign out in one other place."""
    accounts.end_session(user, pk)
    messages.success(request, _("Signed out there."))
    return redirect("account_sessions")


@login_required("POST")
def sessions_end(request: HttpRequest, user: User) -> HttpResponse:
    """Sign out everywhere else."""
    accounts.end_sessions(user, kept_key=request.session.session_key or "")
    messages.success(request, _("You are now signed in only here."))
    return redirect("account_sessions")


@login_required("GET", "POST")
def account_delete(request: HttpRequest, user: User) -> HttpResponse:
    """Say what will happen, ask for the password, then delete the account."""
    if request.method == "POST":
        refused: HttpResponse | None = ratelimit.consume_or_429(request, action="reauthenticate", user=user)
        if refused:
            return refused
    form = DeleteForm(user, posted_data(request))

    def delete() -> str:
        accounts.delete_account(user, form.wills)
        logout(request)
        messages.success(request, _("Your account is deleted."))
        return reverse("account_login")

    def draw(status: int) -> HttpResponse:
        context = {"form": form, "characters": user.characters.select_related("series")}
        return render(request, "account/delete.html", context, status=status)

    response = answer_form(request, form, delete, draw)
    return response if request.user.is_authenticated else forget_device(response)


@require_methods("GET", "POST")
def password_reset(request: HttpRequest) -> HttpResponse:
    """Send an e-mail with a link. Without a mail server, say who can help."""
    if settings.MAIL:
        return cast("HttpResponse", allauth_views.password_reset(request))
    return render(request, "account/password_reset_ask.html", status=200 if request.method == "GET" else 409)


@require_methods("GET")
def invited(request: HttpRequest, word: str) -> HttpResponse:
    """Store a host invitation in the session, so that this browser may sign up."""
    if not accounts.is_host_invitation(word):
        raise Http404
    request.session[INVITED] = accounts.HOST + word
    return redirect("account_signup")
