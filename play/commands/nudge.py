"""The Storyteller nudges somebody who is awaited."""

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.models import Membership, NoticeKind
from campaigns.refusals import Refused
from campaigns.services.clocks import list_responsible
from campaigns.services.notices import notify, settle
from play.commands.waits import NUDGED, address_of, notice_key, say_wait
from play.models import Wait
from play.seats.pace import NUDGE_EVERY


def nudge(membership: Membership, wait: Wait) -> None:
    """Remind a player of an open wait. Raises `Refused` where nobody can be nudged for it now."""
    now = timezone.now()
    with transaction.atomic():
        due = Q(nudged_at=None) | Q(nudged_at__lte=now - NUDGE_EVERY)
        open_waits = Wait.objects.filter(due, pk=wait.pk, ended_at=None, user__isnull=False)
        if not open_waits.update(nudged_at=now):
            raise Refused(_("Nobody can be nudged for it now: it is done, or somebody was nudged not long ago."))
        series, key = membership.series, notice_key(wait, NUDGED)
        settle(series, key)
        users = list_responsible(series, wait.user_id, now)
        notify(NoticeKind.NUDGE, series, users, key, say_wait(wait), address_of(wait), due_at=wait.due_at)
