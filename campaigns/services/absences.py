"""Absences: a member announces when she is away, and who stands in for her."""

from datetime import datetime, timedelta

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.access import is_storyteller
from campaigns.models import Membership, NoticeKind, Role, Series
from campaigns.refusals import Refused
from campaigns.services.locks import locked_series
from campaigns.services.notices import notify, settle
from rules.text import Text

LONGEST = timedelta(days=366)


def announce_absence(
    membership: Membership, target: Membership, begins: datetime, ends: datetime, stand_in: int | None
) -> None:
    """Announce that a member is away from a moment up to another, in place of what was announced before.

    `stand_in` is a player, by the key of the person. Members announce their own absences, Storytellers everybody's.
    """
    if not begins < ends <= begins + LONGEST or ends <= timezone.now():
        raise Refused(_("It begins before it ends, and ends later than now, within a year."), status=422, field="ends")
    with locked_series(membership) as series:
        fresh = _find_target(membership, series, target)
        if stand_in is not None and not _players(series, fresh).filter(user=stand_in).exists():
            raise Refused(_("Another player of this series can stand in."), status=422, field="stand_in")
        Membership.objects.filter(pk=fresh.pk).update(away_from=begins, away_until=ends, stand_in=stand_in)
        mark_stand_ins(series)
        settle(series, _key(fresh))
        if stand_in is not None:
            words = Text("You stand in for {who} during an absence.", who=fresh.user.get_username())
            notify(NoticeKind.MENTION, series, [stand_in], _key(fresh), words, reverse("absences", args=[series.pk]))


def end_absence(membership: Membership, target: Membership) -> None:
    """Take an absence back. Deadlines that it has moved stay."""
    with locked_series(membership) as series:
        fresh = _find_target(membership, series, target)
        Membership.objects.filter(pk=fresh.pk).update(away_from=None, away_until=None, stand_in=None)
        mark_stand_ins(series)
        settle(series, _key(fresh))


def list_absences(membership: Membership) -> list[Membership]:
    """Return who is or will be away: all for the Storyteller, for others they themselves and whom they stand in for."""
    away = Membership.objects.filter(series=membership.series_id, away_until__gt=timezone.now())
    found = away.select_related("user", "stand_in").order_by("away_from", "pk")
    if is_storyteller(membership):
        return list(found)
    return [one for one in found if membership.user_id in (one.user_id, one.stand_in_id)]


def mark_stand_ins(series: Series) -> None:
    """Write who is named as stand-in by anybody. The series must be locked."""
    members = Membership.objects.filter(series=series)
    named = set(members.filter(stand_in__isnull=False).values_list("stand_in", flat=True))
    members.filter(user__in=named, is_stand_in=False).update(is_stand_in=True)
    members.exclude(user__in=named).filter(is_stand_in=True).update(is_stand_in=False)


def _find_target(membership: Membership, series: Series, target: Membership) -> Membership:
    fresh = Membership.objects.select_related("user").filter(series=series, pk=target.pk).first()
    if fresh is None:
        raise Refused(_("That person is no longer a member."), status=404)
    if fresh.pk != membership.pk and not is_storyteller(membership):
        raise PermissionDenied(_("Only the Storyteller can do this."))
    return fresh


def _players(series: Series, target: Membership) -> QuerySet[Membership]:
    return Membership.objects.filter(series=series, role=Role.PLAYER).exclude(pk=target.pk)


def _key(member: Membership) -> str:
    return f"absence {member.pk}"
