"""Decorators for views: methods, signing in, and how a refusal is shown."""

from collections.abc import Callable
from datetime import UTC
from functools import wraps
from typing import Any, Concatenate, ParamSpec
from urllib.parse import urlsplit, urlunsplit

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from campaigns.core.audit import asked_from
from campaigns.core.language import translate
from campaigns.core.lost_input import collect_lost_input
from campaigns.core.refusals import Refused
from campaigns.core.timezone import get_timezone
from campaigns.models import User
from rules import UNKNOWN_SYSTEM
from rules.errors import RulesError

P = ParamSpec("P")
View = Callable[Concatenate[Any, P], HttpResponse]
SignedInView = Callable[Concatenate[Any, User, P], HttpResponse]
CONFLICT = 409
ALLOWED = "allowed_methods"
"""The attribute of a view with the HTTP methods that it answers."""


def require_methods(*allowed: str, in_utc: bool = False) -> Callable[[View[P]], View[P]]:
    """Allow only these HTTP methods. Other methods get a 405 page.

    A `Refused` raised by the view becomes a page with its status and sentence, or leads back to the page of the button.
    The view runs in the person's time zone; with `in_utc` it does not, because several people see what it draws.
    """

    def gate(view: View[P]) -> View[P]:
        @wraps(view)
        def gated(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            asked = "GET" if request.method == "HEAD" else request.method
            if asked not in allowed:
                return refuse_method(request, *allowed)
            try:
                zone = UTC if in_utc else get_timezone(request)
                with timezone.override(zone), asked_from(request.META.get("REMOTE_ADDR") or ""):
                    return view(request, *args, **kwargs)
            except Refused as refusal:
                return refuse(request, refusal.sentence, refusal.status)
            except RulesError as error:  # a sheet that was saved under older rules
                if error.code == UNKNOWN_SYSTEM:  # it has a page of its own (`config.server.outage`)
                    raise
                why = {"sentence": translate(error.sentence)}
                return refuse(request, _("The rules can’t read this sheet: %(sentence)s") % why, 409)

        gated.__dict__[ALLOWED] = allowed
        return gated

    return gate


def refuse_method(request: HttpRequest, *allowed: str) -> HttpResponse:
    """Return the page for a URL that was opened with the wrong method."""
    response = refuse(request, _("Use the button on its page."), 405)
    response["Allow"] = ", ".join(allowed)
    return response


def login_required(*allowed: str, in_utc: bool = False) -> Callable[[SignedInView[P]], View[P]]:
    """Wrap a view like `require_methods` does, and pass it the person. Others are asked to sign in."""

    def gate(view: SignedInView[P]) -> View[P]:
        @require_methods(*allowed, in_utc=in_utc)
        @wraps(view)
        def gated(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if not isinstance(request.user, User):
                return ask_to_sign_in(request)
            return view(request, request.user, *args, **kwargs)

        return gated

    return gate


def refuse(request: HttpRequest, sentence: str, status: int) -> HttpResponse:
    """Return the page that says why nothing was done, with a link back to the page before.

    A button that only met a conflict leads back to its page, which says the same. What was typed needs the page.
    """
    back, typed = _came_from(request), collect_lost_input(request)
    if status == CONFLICT and not typed and _can_return(request, back):
        messages.error(request, f"{translate(sentence)} {_('Nothing was changed.')}")
        return redirect(urlunsplit(("", "", *urlsplit(back)[2:])))
    context = {"sentence": sentence, "status": status, "back": back, "typed": typed}
    return render(request, "refused.html", context, status=status)


def _can_return(request: HttpRequest, page: str) -> bool:
    """Whether a browser has sent a form from this page, and can open the page again."""
    if not page or request.method != "POST" or request.headers.get("Sec-Fetch-Mode") != "navigate":
        return False
    try:
        view = resolve(urlsplit(page).path).func
    except Resolver404:
        return False
    return "GET" in getattr(view, ALLOWED, ())


def _came_from(request: HttpRequest) -> str:
    page = request.headers.get("Referer", "")
    is_ours = url_has_allowed_host_and_scheme(page, {request.get_host()}, require_https=request.is_secure())
    asks_anew = request.method == "GET" and page == request.build_absolute_uri()
    return page if is_ours and not asks_anew else ""


def ask_to_sign_in(request: HttpRequest) -> HttpResponse:
    """Redirect somebody who opens a page to the sign-in page, and from there back here.

    What is posted gets a page with all that was typed (403), and so does a part of a page that a script asks for: to
    lead away from that page would lose what is typed there.
    """
    if request.method in ("GET", "HEAD") and not getattr(request, "htmx", False):
        return redirect_to_login(request.get_full_path())
    context = {"typed": collect_lost_input(request, whole=True), "back": urlsplit(_came_from(request)).path}
    return render(request, "signed_out.html", context, status=403)
