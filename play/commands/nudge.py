"""The Storyteller nudges somebody who is awaited."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.core.refusals import Refused
from campaigns.models import Absence, Membership, NoticeKind, Scene
from campaigns.notices.services import notify, settle
from campaigns.sessions.working_time import list_responsible
from play.commands.waits import NUDGED, address_of, notice_key, say_wait
from play.models import Wait

NUDGE_EVERY = timedelta(hours=12)
"""The least time between two nudges for one wait."""


def nudge(membership: Membership, scene: Scene, wait_id: int) -> str:
    """Remind a player of an open wait of the scene, and return her name.

    Raises 404 where there is no such wait, `Refused` where nobody can be nudged for it now.
    """
    waits, now = Wait.objects.filter(table__scene=scene), timezone.now()
    wait = get_object_or_404(waits.select_related("table", "user"), pk=wait_id)
    with transaction.atomic():
        due = Q(nudged_at=None) | Q(nudged_at__lte=now - NUDGE_EVERY)
        if wait.user is None or not waits.filter(due, pk=wait_id, ended_at=None).update(nudged_at=now):
            raise Refused(_("You can’t nudge anyone for this now: it is done, or someone was nudged recently."))
        series, key = membership.series, notice_key(wait, NUDGED)
        settle(series, key)
        users = _list_nudged(membership, wait, now)
        notify(NoticeKind.NUDGE, series, users, key, say_wait(wait), address_of(wait), due_at=wait.due_at)
    return wait.user.get_username()


def _list_nudged(membership: Membership, wait: Wait, now: datetime) -> list[int]:
    """Return whom a nudge goes to: the player, or while she is away the stand-in. Raises `Refused` if there is none."""
    there = Absence.objects.filter(member__series=membership.series_id, member__user=wait.user_id)
    away = next((absence for absence in there if absence.covers(now)), None)
    if not may_be_asked(away):
        raise Refused(_("Nobody can be nudged for it now: the player is away, and nobody stands in."))
    users = list_responsible(membership.series, wait.user_id, now)
    return users if away is None else [user for user in users if user != wait.user_id]


def may_be_asked(away: Absence | None) -> bool:
    """Return whether there is somebody to ask, given the absence of a player who is away now."""
    return away is None or away.stand_in_id is not None


def may_be_nudged(wait: Wait, now: datetime) -> bool:
    """Return whether a player may be nudged for this open wait now."""
    return wait.user_id is not None and (wait.nudged_at is None or wait.nudged_at <= now - NUDGE_EVERY)
