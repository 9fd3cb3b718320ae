"""The letter that confirms an address, and the way on from it: to the invitation by which somebody came."""

from http import HTTPStatus
from urllib.parse import urlsplit

from allauth.account import app_settings
from allauth.account import views as account_views
from allauth.account.models import EmailAddress
from allauth.account.utils import get_next_redirect_url
from django.contrib import messages
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.core import signing
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import Resolver404, resolve, reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from campaigns.models import Invite

DAY = 24 * 3600


def add_way_back(request: HttpRequest | None, address: str) -> str:
    """Return the address of a letter's link, with the page of this site to which its reader wants to go on."""
    way_back = get_next_redirect_url(request) if request is not None else None
    return f"{address}?{urlencode({REDIRECT_FIELD_NAME: way_back})}" if way_back else address


def find_invite(request: HttpRequest | None) -> Invite | None:
    """Return the open invitation to which the person of this request wants to go on, if any."""
    way_back = get_next_redirect_url(request) if request is not None else None
    try:
        found = resolve(urlsplit(way_back or "").path)
    except Resolver404:
        return None
    if found.url_name != "join":
        return None
    open_ones = Invite.objects.filter(token=found.kwargs["token"], revoked_at__isnull=True)
    return open_ones.select_related("series__owner").first()


def is_confirmed(key: str) -> bool:
    """Whether this is the key of a letter whose address is confirmed by now."""
    try:
        address = signing.loads(key, max_age=DAY * app_settings.EMAIL_CONFIRMATION_EXPIRE_DAYS, salt=app_settings.SALT)
    except signing.BadSignature:
        return False
    return bool(EmailAddress.objects.filter(pk=address, verified=True).exists())


def confirm_address(request: HttpRequest, key: str) -> HttpResponseBase:
    """Confirm an address and go on. In another browser than the one that signed up, the way goes through the door.

    A letter alone signs nobody in: the address may be another person's, and the letter may lie about.
    """
    way_back = get_next_redirect_url(request)
    if request.method == "GET" and is_confirmed(key):  # the letter was opened once more
        if request.user.is_authenticated:
            return redirect(way_back or "series_list")
        messages.success(request, _("Your address is confirmed. Sign in."))
        return redirect(f"{reverse('account_login')}?{urlencode({REDIRECT_FIELD_NAME: way_back or '/'})}")
    answer: HttpResponseBase = account_views.confirm_email(request, key=key)
    if answer.status_code != HTTPStatus.FOUND or request.user.is_authenticated or not way_back:
        return answer
    return redirect(f"{reverse('account_login')}?{urlencode({REDIRECT_FIELD_NAME: way_back})}")
