"""Pages for the person who runs the server."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.utils import perform_login
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.debug import sensitive_post_parameters

from campaigns.accounts import services as accounts
from campaigns.core.decorators import login_required, require_methods
from campaigns.core.form_views import answer_form, answer_form_once, posted_data
from campaigns.core.refusals import Refused
from campaigns.models import Membership, Series, User
from campaigns.series.forms import FirstGameForm
from campaigns.series.services import begin_series
from campaigns.sheets.heroes.views import find_table
from config.accounts.first_account import FirstAccountForm, forget_code
from config.host import backups
from config.host.findings import State, list_findings
from config.host.mail import send_test_letter
from config.host.news import load_news
from config.server.monitoring.version import describe_version


def or_first_account(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Lead a visitor of a server without any account from the door to where the host's is made."""

    @wraps(view)
    def door(request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponse:
        if accounts.has_nobody():
            return redirect("first_account")
        return view(request, *arguments, **named)

    return door


@sensitive_post_parameters()
@require_methods("GET", "POST")
def first_account(request: HttpRequest) -> HttpResponse:
    """Make the host's account, while the server has none. Afterwards there is no such page."""
    if not accounts.has_nobody():
        if isinstance(request.user, User):
            raise Http404
        return redirect_to_login(reverse("series_list"))
    form = FirstAccountForm(posted_data(request))
    if request.method == "POST" and form.is_valid():
        try:
            user = accounts.make_first_account(form.save(commit=False))
        except Refused as refusal:
            form.add_error(None, refusal.sentence)
        else:
            forget_code()
            answer: HttpResponse = perform_login(request, user, redirect_url=reverse("first_game"))
            return answer
    status = 422 if request.method == "POST" else 200
    return render(request, "host/first_account.html", {"form": form}, status=status)


@login_required("GET", "POST")
def first_game(request: HttpRequest, user: User) -> HttpResponse:
    """Ask the host for the first game, and lead to its table."""
    require_staff(user)
    form = FirstGameForm(Membership(user=user), Series(), posted_data(request))

    def make() -> str:
        return find_table(begin_series(user, form.chosen).memberships.get())

    def draw(status: int) -> HttpResponse:
        return render(request, "host/first_game.html", {"form": form}, status=status)

    return answer_form_once(request, user, form, make, draw)


@require_methods("GET")
def about(request: HttpRequest) -> HttpResponse:
    """Say who owns the games, what this software is, what it keeps to itself, and who can use it."""
    context = {"version": describe_version(), "source": settings.SOURCE_URL, "contact": settings.CONTACT}
    return render(request, "host/about.html", context)


class LetterForm(forms.Form):
    """Where a test letter goes."""

    address = forms.EmailField(label=gettext_lazy("Send a test email to"), max_length=254)


@login_required("GET")
def server(request: HttpRequest, user: User) -> HttpResponse:
    """Show the staff what is in order on this server and what is missing, with what to type."""
    require_staff(user)
    return _show_server(request, user, LetterForm(initial={"address": user.email}), 200)


@login_required("POST")
def server_letter(request: HttpRequest, user: User) -> HttpResponse:
    """Send a test letter, and say what the mail server answered."""
    require_staff(user)
    form = LetterForm(request.POST)

    def send() -> str:
        address = form.cleaned_data["address"]
        send_test_letter(address)
        messages.success(request, _("The mail server accepted an email to %(address)s.") % {"address": address})
        return reverse("staff_server")

    return answer_form(request, form, send, lambda status: _show_server(request, user, form, status))


@login_required("POST")
def server_backup(request: HttpRequest, user: User) -> HttpResponse:
    """Have the worker make a backup."""
    require_staff(user)
    backups.ask_for_backup()
    messages.success(request, _("The backup is running. Reload the page in a while."))
    return redirect("staff_server")


@login_required("GET")
def news(request: HttpRequest, user: User) -> HttpResponse:
    """Show the staff what this version brings, and what to do before an upgrade to it."""
    require_staff(user)
    return render(request, "host/news.html", {"version": describe_version(), "news": load_news()})


def require_staff(user: User) -> None:
    """Raise `Http404` for everybody else: the page is not there."""
    if not user.is_staff:
        raise Http404


def _show_server(request: HttpRequest, user: User, form: forms.Form, status: int) -> HttpResponse:
    findings = list_findings()
    context = {
        "findings": findings,
        "missing": sum(finding.state is State.WRONG for finding in findings),
        "form": form,
        "mail": settings.MAIL,
        "kept": backups.list_backups(),
        "folder": backups.get_folder(),
        "running": backups.is_running(),
        "failure": backups.get_failure(),
        "version": describe_version(),
        "people": User.objects.count(),
        "series": Series.objects.count(),
    }
    return render(request, "host/server.html", context, status=status)
