"""Absences: a member announces when she is away, and who stands in for her."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.core.access import is_storyteller
from campaigns.core.days import say_days
from campaigns.core.locks import locked_series
from campaigns.core.refusals import Refused
from campaigns.models import Absence, Membership, NoticeKind, Role, Series
from campaigns.notices.services import notify, settle
from rules.text import Text

MAX_LENGTH = timedelta(days=366)
MAX_AHEAD = 20
"""The most absences that one member has announced and that are not over."""


def announce_absence(
    membership: Membership,
    target: Membership,
    begins: datetime,
    ends: datetime,
    stand_in: int | None,
    *,
    acts_as_usual: bool = False,
) -> Absence:
    """Announce that a member is away from a moment up to another, beside what was announced before.

    The days are those of the time zone that the moments come in. `stand_in` is a player, by the key of the person.
    `acts_as_usual`: in fights by post, deadlines run on, and the member's characters act by themselves at each. Members
    announce their own absences, Storytellers everybody's. Raises `Refused` where it overlaps another one.
    """
    if not begins < ends <= begins + MAX_LENGTH or ends <= timezone.now():
        raise Refused(_("The end must be after the start, in the future, and within a year."), status=422, field="ends")
    with locked_series(membership) as series:
        fresh = _find_target(membership, series, target)
        _require_room(fresh, begins, ends)
        if stand_in is not None and not _players(series, fresh).filter(user=stand_in).exists():
            raise Refused(_("Another player of this series can stand in."), status=422, field="stand_in")
        first, last = begins.date(), (ends - timedelta(microseconds=1)).date()
        made = Absence.objects.create(
            member=fresh,
            first_day=first,
            last_day=last,
            begins_at=begins,
            ends_at=ends,
            stand_in_id=stand_in,
            acts_as_usual=acts_as_usual,
        )
        mark_stand_ins(series)
        if stand_in is not None:
            words = Text("You are standing in for {who} during an absence.", who=fresh.user.get_username())
            notify(NoticeKind.MENTION, series, [stand_in], _key(made), words, reverse("absences", args=[series.pk]))
    return made


def _require_room(member: Membership, begins: datetime, ends: datetime) -> None:
    """Raise `Refused` if the member has announced to be away in this time already, or has announced very much."""
    ahead = Absence.objects.filter(member=member, ends_at__gt=timezone.now())
    if other := ahead.filter(begins_at__lt=ends, ends_at__gt=begins).first():
        values = {"days": say_days(other.first_day, other.last_day)}
        words = _("This overlaps the absence of %(days)s. Take that one back first, or choose other days.") % values
        raise Refused(words, status=422, field="begins")
    if ahead.count() >= MAX_AHEAD:
        sentence = _("There are %(most)s absences already. Take one back first.") % {"most": MAX_AHEAD}
        raise Refused(sentence, status=422, field="begins")


def end_absence(membership: Membership, absence: Absence) -> None:
    """Take an absence back. Deadlines that it has moved stay."""
    with locked_series(membership) as series:
        found = Absence.objects.filter(pk=absence.pk, member__series=series).select_related("member").first()
        if found is None:
            raise Refused(_("Someone has just taken this absence back."), status=404)
        _find_target(membership, series, found.member)
        settle(series, _key(found))
        found.delete()
        mark_stand_ins(series)


def list_absences(membership: Membership) -> list[Absence]:
    """Return who is or will be away: all for the Storyteller, for others they themselves and whom they stand in for."""
    ahead = Absence.objects.filter(member__series=membership.series_id, ends_at__gt=timezone.now())
    found = ahead.select_related("member__user", "stand_in")
    if is_storyteller(membership):
        return list(found)
    return [absence for absence in found if membership.user_id in (absence.member.user_id, absence.stand_in_id)]


def acts_as_usual(series: Series, user: int, moment: datetime) -> bool:
    """Return whether a person's characters act by themselves at their deadlines, in an absence at this moment."""
    usual = Absence.objects.filter(member__series=series, member__user=user, acts_as_usual=True)
    return usual.filter(begins_at__lte=moment, ends_at__gt=moment).exists()


def list_away(absences: Iterable[Absence], moment: datetime) -> list[Absence]:
    """Return those of these absences that cover a moment."""
    return [absence for absence in absences if absence.covers(moment)]


def mark_stand_ins(series: Series) -> None:
    """Write who is named as stand-in by anybody. The series must be locked."""
    members = Membership.objects.filter(series=series)
    ahead = Absence.objects.filter(member__series=series, ends_at__gt=timezone.now(), stand_in__isnull=False)
    named = set(ahead.values_list("stand_in", flat=True))
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


def _key(absence: Absence) -> str:
    return f"absence {absence.pk}"
