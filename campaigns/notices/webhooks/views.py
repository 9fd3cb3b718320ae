"""A member's webhooks, and what was posted to them last."""

from django.contrib import messages
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.core import access
from campaigns.core.decorators import login_required
from campaigns.core.form_views import answer_form_once, posted_data
from campaigns.models import User, WebhookDelivery
from campaigns.notices.webhooks.forms import WebhookForm
from campaigns.notices.webhooks.services import make_webhook, remove_webhook, try_webhook

SHOWN = 20
"""How many posts to each webhook the page lists, the newest first."""


@login_required("GET", "POST")
def webhooks(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """List the member's webhooks, and make one. Its secret stands in the answer to the form, and nowhere else."""
    series, membership = access.get_series_for(user, pk)
    form, made = WebhookForm(posted_data(request)), []

    def make() -> str:
        made.append(make_webhook(membership, form.cleaned_data["address"]))
        return reverse("webhooks", args=[pk])

    def draw(status: int) -> HttpResponse:
        last = Prefetch("deliveries", WebhookDelivery.objects.order_by("-pk")[:SHOWN], to_attr="last")
        hooks = membership.webhooks.prefetch_related(last)
        rows = [(hook, hook.role != membership.role) for hook in hooks]
        context = {"series": series, "form": form, "rows": rows, "made": made[0] if made else None}
        return render(request, "campaigns/webhooks.html", context, status=status)

    response = answer_form_once(request, user, form, make, draw)
    if made:
        form = WebhookForm()
        response = draw(200)
        response["Cache-Control"] = "no-store"
    return response


@login_required("POST")
def webhook_try(request: HttpRequest, user: User, pk: int, webhook_id: int) -> HttpResponse:
    """Post a test to a webhook of the member."""
    _series, membership = access.get_series_for(user, pk)
    try_webhook(membership, webhook_id)
    messages.success(request, _("Test sent. The result appears here in a few seconds."))
    return redirect("webhooks", pk)


@login_required("POST")
def webhook_remove(request: HttpRequest, user: User, pk: int, webhook_id: int) -> HttpResponse:
    """Post nothing more to a webhook of the member, at once."""
    _series, membership = access.get_series_for(user, pk)
    remove_webhook(membership, webhook_id)
    messages.success(request, _("Webhook removed. Nothing more is sent there."))
    return redirect("webhooks", pk)
