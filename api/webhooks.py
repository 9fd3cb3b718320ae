"""What is new is posted to webhooks, each time as its member's seat sees it (docs/decisions/0041).

The log of a scene is its own outbox: a webhook has a place in each log (`WebhookPlace`), and what came after it is
still to be told. So no click pays for webhooks, and while one rests nothing gathers for it. News of the series has rows
that were written in the transaction of what they tell of.
"""

import base64
import hmac
import json
import logging
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, transaction
from django.db.models import Exists, Max, OuterRef, Q, QuerySet
from django.http import Http404
from django.urls import reverse
from django.utils import timezone, translation

from api.parameters import MAX_ROWS
from api.seat import take_seat
from api.tables import describe_log
from campaigns.core.language import translate
from campaigns.core.site_url import get_site_url
from campaigns.models import Membership, Scene, Webhook, WebhookDelivery, WebhookEvent, WebhookPlace
from campaigns.models.notice import DeliveryState
from campaigns.notices.outcome import Outcome, State, attempt
from campaigns.notices.outside import post
from campaigns.notices.rows import due, mark, note
from campaigns.notices.webhooks.services import note_attempt
from campaigns.notices.webhooks.visible import living_webhooks
from play.models import Entry, Table
from play.table.people import get_scene_for, seat_of
from play.table.seat_log import count_entries, visible_entries

logger = logging.getLogger(__name__)

MAX_POSTS = 20
"""The most posts to one webhook in one run."""
MAX_RUN_SECONDS = timedelta(seconds=30)
"""Then a run ends; what is left waits for the next."""
BUDGET = timedelta(seconds=10)
"""What of it is spent on one person's webhooks."""
RUNNING = "webhooks-are-sent"
"""Is in the cache during a run: two at once would let slow receivers hold all threads of a small worker."""


def send_webhooks() -> None:
    """Post to each webhook that does not rest what is new, in an order of chance, so that a slow one is not always
    before the same others."""
    if not cache.add(RUNNING, True, MAX_RUN_SECONDS.total_seconds() * 2):
        return
    try:
        now = timezone.now()
        ends_at = now + MAX_RUN_SECONDS
        hooks = living_webhooks().filter(Q(rest_until=None) | Q(rest_until__lte=now)).order_by("?")
        spent: defaultdict[int, timedelta] = defaultdict(timedelta)
        for hook in hooks.select_related("membership__series", "membership__user__notice_settings"):
            person, began = hook.membership.user_id, timezone.now()
            if began > ends_at:
                break
            if spent[person] < BUDGET:
                _serve(hook, min(ends_at, began + BUDGET - spent[person]))
                spent[person] += timezone.now() - began
    finally:
        cache.delete(RUNNING)


def _serve(hook: Webhook, ends_at: datetime) -> None:
    """Post what is new to one webhook. A fault of ours there does not hold up others."""
    try:
        gather(hook)
        for row in _take_rows(hook, ends_at):
            if not _send(hook, row):
                break
    except DatabaseError:
        raise
    except Exception:
        logger.exception("could not post to webhook %s", hook.pk)


# ---- What is new


def gather(hook: Webhook) -> None:
    """Write a row for what the seat may read in each log after the webhook's place there, and move the place."""
    if not _find_news(hook).exists():
        return
    with transaction.atomic():
        if living_webhooks().filter(pk=hook.pk).select_for_update(skip_locked=True, of=("self",), no_key=True).first():
            for table in _find_news(hook).select_related("scene"):
                _gather_from(hook, table)


def _find_news(hook: Webhook) -> QuerySet[Table]:
    """Return the tables of the series whose number the webhook has not reached."""
    reached = WebhookPlace.objects.filter(webhook=hook, scene=OuterRef("scene"), number__gte=OuterRef("number"))
    tables = Table.objects.filter(scene__episode__story__series=hook.membership.series_id, number__gt=0)
    return tables.exclude(Exists(reached))


def _gather_from(hook: Webhook, table: Table) -> None:
    place = WebhookPlace.objects.filter(webhook=hook, scene=table.scene_id).first()
    before = place.number if place else _find_number_at(table, hook.created_at)
    WebhookPlace.objects.update_or_create(webhook=hook, scene=table.scene, defaults={"number": table.number})
    found = _find_scene(hook, table.scene_id)
    if found is None:  # hidden from the member: what happens there in the meantime is never posted
        return
    seat = seat_of(found[1], found[0])
    newest = count_entries(table, seat)
    after = newest - visible_entries(table, seat).filter(number__gt=before).count()
    values = {"webhook": hook, "event": WebhookEvent.LINES, "scene": table.scene}
    WebhookDelivery.objects.bulk_create(
        WebhookDelivery(after=first, upto=min(first + MAX_ROWS, newest), **values)
        for first in range(after, newest, MAX_ROWS)
    )


def _find_scene(hook: Webhook, scene_id: int) -> tuple[Scene, Membership] | None:
    """Return a scene and the membership, as both are now. None if the member may not see it, or has another role."""
    try:
        scene, membership = get_scene_for(hook.membership.user, scene_id)
    except Http404:
        return None
    return (scene, membership) if membership.role == hook.role else None


def _find_number_at(table: Table, moment: datetime) -> int:
    """Return the number that a table had at a moment."""
    found = Entry.objects.filter(table=table, at__lte=moment).aggregate(newest=Max("number"))
    return found["newest"] or 0


# ---- Posting


def _take_rows(hook: Webhook, ends_at: datetime) -> Iterator[WebhookDelivery]:
    """Yield what is due to a webhook that is still alive, each marked as being sent, until the run ends.

    Were a receiver that takes seconds for each post served beyond it, `RUNNING` would be over before the run is.
    """
    for _n in range(MAX_POSTS):
        if timezone.now() > ends_at:
            return
        with transaction.atomic():
            rows = due(WebhookDelivery).filter(webhook=hook, webhook__in=living_webhooks())
            row = rows.order_by("send_at", "pk").select_for_update(skip_locked=True, of=("self",)).first()
            if row is None:
                return
            mark([row])
        yield row


def _send(hook: Webhook, row: WebhookDelivery) -> bool:
    """Post a row, and note what came of it. Return whether it arrived, or needs not to be sent now."""
    chosen = getattr(hook.membership.user, "notice_settings", None)
    try:
        with translation.override(chosen.language if chosen and chosen.language else settings.LANGUAGE_CODE):
            event = write_event(hook, row)
    except DatabaseError:
        raise
    except Exception as error:  # a fault of ours with this row: it is noted, and comes again later
        logger.exception("could not write a post for webhook %s", hook.pk)
        return _note(hook, row, Outcome(State.LATER, type(error).__name__))
    if event is None:
        row.delete()
        return True
    body = json.dumps(event, ensure_ascii=False).encode()
    headers = sign(hook.secret, str(row.key), int(timezone.now().timestamp()), body)
    outcome = attempt(lambda: post(hook.address, body, headers))
    if outcome.state is not State.SENT:  # it bears the same id when it comes again
        outcome = Outcome(State.LATER, outcome.trouble, outcome.wait)
    return _note(hook, row, outcome)


def _note(hook: Webhook, row: WebhookDelivery, outcome: Outcome) -> bool:
    note([row], outcome)
    note_attempt(hook, row)
    return row.state == DeliveryState.SENT


def write_event(hook: Webhook, row: WebhookDelivery) -> dict[str, Any] | None:
    """Return what is posted, as the member's seat sees it now, in the active language. None if it sees nothing."""
    match row.event:
        case WebhookEvent.LINES:
            data = _write_lines(hook, row)
        case WebhookEvent.NEWS:
            data = {"about": row.about, "text": translate(row.words), "url": f"{get_site_url()}{row.url}"}
        case _:
            data = {}
    if data is None:
        return None
    return {
        "type": row.event,
        "timestamp": row.created_at.isoformat(),
        "series": hook.membership.series_id,
        "data": data,
    }


def _write_lines(hook: Webhook, row: WebhookDelivery) -> dict[str, Any] | None:
    found = _find_scene(hook, row.scene_id or 0)
    if found is None:
        return None
    scene = found[0]
    lines = describe_log(take_seat(*found), row.after, row.upto - row.after).lines
    if not lines:
        return None
    return {
        "scene": scene.pk,
        "title": scene.title,
        "url": f"{get_site_url()}{reverse('table', args=[scene.pk])}",
        "after": row.after,
        "lines": [line.model_dump(mode="json") for line in lines],
    }


def sign(secret: str, key: str, at: int, body: bytes) -> dict[str, str]:
    """Return the headers of a post, with its signature as Standard Webhooks says it: by HMAC-SHA-256 over the id, the
    seconds since 1970 and the body."""
    signed = hmac.digest(base64.b64decode(secret.removeprefix("whsec_")), f"{key}.{at}.".encode() + body, "sha256")
    return {
        "Content-Type": "application/json",
        "User-Agent": "Storywheel",
        "webhook-id": key,
        "webhook-timestamp": str(at),
        "webhook-signature": f"v1,{base64.b64encode(signed).decode()}",
    }
