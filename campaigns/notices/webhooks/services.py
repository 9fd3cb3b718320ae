"""Webhooks: they are made, tried and removed by their members, and given up when nothing arrives for long."""

import base64
import secrets
from datetime import timedelta
from urllib.parse import urlsplit

from django.core.exceptions import PermissionDenied
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.core.audit import record
from campaigns.core.locks import locked_series
from campaigns.core.refusals import Refused
from campaigns.models import AuditKind, Membership, NoticeKind, Webhook, WebhookDelivery, WebhookEvent
from campaigns.models.notice import DeliveryState
from campaigns.notices.outside import UnsafeAddress, require_reachable
from campaigns.notices.rows import PAUSES
from campaigns.notices.services import notify, settle
from rules.text import Text

MAX_WEBHOOKS = 3
"""The most webhooks of one member of one series."""
ENDS_AFTER = timedelta(days=3)
"""After so long without an arrival a webhook is given up."""


def make_webhook(membership: Membership, address: str) -> tuple[Webhook, str]:
    """Post to this address from now on what the member may see. Return it with its secret, which is shown this once."""
    try:
        require_reachable(address)
    except UnsafeAddress:
        sentence = _("Enter the https address of a public server, without a port.")
        raise Refused(sentence, status=422, field="address") from None
    with locked_series(membership) as series:
        if membership.webhooks.count() >= MAX_WEBHOOKS:
            raise Refused(_("You already have %(count)d webhooks. Remove one first.") % {"count": MAX_WEBHOOKS})
        secret = f"whsec_{base64.b64encode(secrets.token_bytes(32)).decode()}"
        hook = Webhook.objects.create(membership=membership, role=membership.role, address=address, secret=secret)
        record(AuditKind.WEBHOOK_MADE, membership.user, series=series.pk)
        return hook, secret


def remove_webhook(membership: Membership, key: int) -> None:
    """Post nothing more to a webhook of the member, at once. One that is gone already stays so; another's raises
    `PermissionDenied`."""
    with locked_series(membership) as series:
        _require_own(membership, key)
        gone, _kinds = membership.webhooks.filter(pk=key).delete()
        if gone:
            record(AuditKind.WEBHOOK_REMOVED, membership.user, series=series.pk)
            settle(series, _key(key))


def try_webhook(membership: Membership, key: int) -> None:
    """Post a test to a webhook of the member, soon. One that rests or was given up goes on with it."""
    with locked_series(membership) as series:
        _require_own(membership, key)
        hook = membership.webhooks.select_for_update().filter(pk=key).first()
        if hook is None:
            raise Refused(_("This webhook no longer exists."), status=404)
        if hook.role != membership.role:
            raise Refused(_("You had another role when you created this webhook. Remove it and create a new one."))
        hook.rest_until = hook.ended_at = hook.failing_since = None
        hook.save(update_fields=["rest_until", "ended_at", "failing_since"])
        settle(series, _key(key))
        waiting = hook.deliveries.filter(event=WebhookEvent.TEST, state=DeliveryState.WAITING)
        if not waiting.update(send_at=timezone.now()):
            WebhookDelivery.objects.create(webhook=hook, event=WebhookEvent.TEST)


def _require_own(membership: Membership, key: int) -> None:
    if Webhook.objects.filter(pk=key).exclude(membership=membership).exists():
        raise PermissionDenied(_("Only the member who created a webhook can change it."))


def note_attempt(hook: Webhook, row: WebhookDelivery) -> None:
    """Note how an attempt to post went, which stands in the row. Tell the member of posts that are given up, and that a
    webhook is."""
    now, series = timezone.now(), hook.membership.series
    rows = Webhook.objects.filter(pk=hook.pk)
    if row.state == DeliveryState.SENT:
        if hook.failing_since:
            rows.update(failing_since=None, rest_until=None)
            settle(series, _key(hook.pk))
        return
    since = hook.failing_since or now
    is_given_up = row.state == DeliveryState.FAILED
    rest_until = now + PAUSES[-1] if is_given_up else row.send_at
    if now - since > ENDS_AFTER:
        rows.update(ended_at=now)
        hook.deliveries.filter(state=DeliveryState.WAITING).delete()
        settle(series, _key(hook.pk))
        _notify(hook, Text("Your webhook at {host} is turned off: nothing was delivered for three days.", **_at(hook)))
        return
    rows.update(failing_since=since, rest_until=rest_until)
    if is_given_up:
        _notify(hook, Text("A delivery to your webhook at {host} was abandoned ({why}).", why=row.trouble, **_at(hook)))


def _notify(hook: Webhook, words: Text) -> None:
    member = hook.membership
    url = reverse("webhooks", args=[member.series_id])
    notify(NoticeKind.WEBHOOK, member.series, [member.user_id], _key(hook.pk), words, url)


def _at(hook: Webhook) -> dict[str, str]:
    return {"host": urlsplit(hook.address).hostname or ""}


def _key(pk: int) -> str:
    return f"webhook {pk}"
