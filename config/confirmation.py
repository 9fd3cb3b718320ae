"""The letter that confirms an address, and the way on from it: to the invitation by which somebody came."""

from http import HTTPStatus
from urllib.parse import urlsplit

from allauth.account import views as account_views
from allauth.account.utils import get_next_redirect_url
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import Resolver404, resolve, reverse
from django.utils.http import urlencode

from campaigns.models import Invite


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


def confirm_address(request: HttpRequest, key: str) -> HttpResponseBase:
    """Confirm an address and go on. In another browser than the one that signed up, the way goes through the door.

    A letter alone signs nobody in: the address may be another person's, and the letter may lie about.
    """
    answer: HttpResponseBase = account_views.confirm_email(request, key=key)
    way_back = get_next_redirect_url(request)
    if answer.status_code != HTTPStatus.FOUND or request.user.is_authenticated or not way_back:
        return answer
    return redirect(f"{reverse('account_login')}?{urlencode({REDIRECT_FIELD_NAME: way_back})}")
