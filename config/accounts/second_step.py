"""Require a second factor for staff pages, if the host wants it (`STAFF_SECOND_STEP`)."""

from collections.abc import Callable

from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from campaigns.models import User

PLACES = ("/admin/", "/staff/")


class SecondStep:
    """Django middleware, after those that load the user."""

    sync_capable, async_capable = True, False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Redirect staff without a second factor from staff pages to where they set one up."""
        if not settings.STAFF_SECOND_STEP or not request.path.startswith(PLACES) or not _lacks_step(request):
            return self._get_response(request)
        messages.warning(
            request,
            _("Hosts must use two-step verification. Set up an authenticator app or a passkey here first."),
        )
        return redirect("mfa_index")


def _lacks_step(request: HttpRequest) -> bool:
    user = request.user
    return isinstance(user, User) and user.is_staff and not is_mfa_enabled(user)
