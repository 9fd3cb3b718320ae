"""The letter that confirms an address, and the way on from it: to the invitation by which somebody came."""

from urllib.parse import urlsplit

from allauth.account.utils import get_next_redirect_url
from allauth.account.views import ConfirmEmailView
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.http import HttpRequest
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


class ConfirmAddress(ConfirmEmailView):
    """Confirm an address and go on. In another browser than the one that signed up, the way goes through the door.

    A letter alone signs nobody in: the address may be another person's, and the letter may lie about.
    """

    def get_redirect_url(self) -> str:
        """Return where to go on. People who are not signed in sign in first, and get there afterwards."""
        url: str = super().get_redirect_url()
        if self.request.user.is_authenticated:
            return url
        door, way_back = reverse("account_login"), get_next_redirect_url(self.request)
        return f"{door}?{urlencode({REDIRECT_FIELD_NAME: way_back})}" if way_back else url or door
