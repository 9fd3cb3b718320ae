"""A member's tokens of the API."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.core import access
from campaigns.core.decorators import login_required
from campaigns.core.form_views import answer_form_once, posted_data
from campaigns.models import TokenScope, User
from campaigns.series.tokens.forms import TokenForm
from campaigns.series.tokens.services import make_token, revoke_token


@login_required("GET", "POST")
def tokens(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """List the member's tokens, and make one. Its secret stands in the answer to the form, and nowhere else."""
    series, membership = access.get_series_for(user, pk)
    form, made = TokenForm(membership, posted_data(request)), []

    def make() -> str:
        said = form.cleaned_data
        scope = TokenScope(said["scope"])
        made.append(make_token(membership, said["name"], scope, said.get("characters", ()), said["days"]))
        return reverse("tokens", args=[pk])

    def draw(status: int) -> HttpResponse:
        context = {
            "series": series,
            "form": form,
            "tokens": membership.tokens.all(),
            "made": made[0] if made else None,
            "address": request.build_absolute_uri("/api/v1/"),
        }
        return render(request, "campaigns/tokens.html", context, status=status)

    response = answer_form_once(request, user, form, make, draw)
    if made:
        form = TokenForm(membership)
        response = draw(200)
        response["Cache-Control"] = "no-store"
    return response


@login_required("POST")
def token_revoke(request: HttpRequest, user: User, pk: int, token_id: int) -> HttpResponse:
    """Revoke a token of the member, at once."""
    _series, membership = access.get_series_for(user, pk)
    revoke_token(membership, token_id)
    messages.success(request, _("Token revoked."))
    return redirect("tokens", pk)
