"""How people come in by other sites, where allauth's own way fails."""

from typing import Any, cast

from allauth.socialaccount.forms import SignupForm
from allauth.socialaccount.helpers import render_authentication_error
from allauth.socialaccount.providers.openid_connect import views
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from requests import RequestException


class ChosenNameForm(SignupForm):
    """What a newcomer from another site fills in: the name that their table sees.

    Without a mail server nobody is asked for an address. allauth's form takes that for a mistake and fails.
    """

    def _get_signup_fields(self, kwargs: dict[str, Any]) -> dict[str, Any]:
        if not settings.MAIL:
            kwargs.pop("email_required")
        fields: dict[str, Any] = super()._get_signup_fields(kwargs)
        return fields


def oidc_login(request: HttpRequest, provider_id: str) -> HttpResponse:
    """Lead to the host's own server. It is asked for its addresses first; if it is away, a page says so."""
    try:
        return cast("HttpResponse", views.login(request, provider_id))
    except RequestException as error:
        return cast("HttpResponse", render_authentication_error(request, provider_id, exception=error))
