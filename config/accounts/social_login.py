"""Signing in by other sites, where allauth's own way fails."""

from typing import Any, cast

from allauth.socialaccount.forms import SignupForm
from allauth.socialaccount.helpers import render_authentication_error
from allauth.socialaccount.providers.openid_connect import views
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from requests import RequestException


class ChosenNameForm(SignupForm):
    """The form for a newcomer from another site, who chooses the name that the table sees.

    Without a mail server nobody is asked for an e-mail address. allauth's form takes that for an error.
    """

    def _get_signup_fields(self, kwargs: dict[str, Any]) -> dict[str, Any]:
        if not settings.MAIL:
            kwargs.pop("email_required")
        fields: dict[str, Any] = super()._get_signup_fields(kwargs)
        return fields


def oidc_login(request: HttpRequest, provider_id: str) -> HttpResponse:
    """Redirect to the host's OpenID server. If that does not answer, a page says so."""
    try:
        return cast("HttpResponse", views.login(request, provider_id))
    except RequestException as error:
        return cast("HttpResponse", render_authentication_error(request, provider_id, exception=error))
