"""Whose working time counts: rest days and quiet hours of a series, zones of its members, their absences."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from campaigns.core.timezone import parse_timezone
from campaigns.models import Absence, Membership, NoticeSettings, Role, Series
from campaigns.sessions.deadlines import AbsenceSpan, Clock, parse_rest


def load_clock(series: Series, user: int, *, heeds_absences: bool = True, is_fight: bool = False) -> Clock:
    """Return the clock by which this person's deadlines in a series count.

    Not `heeds_absences`: also while the person is away, for what is done as usual. `is_fight`: absences in
    which the person's characters act as usual in fights give no more time.
    """
    if not heeds_absences:
        return Clock(parse_timezone(_load_zones([user]).get(user, "")), parse_rest(series.rest), ())
    members = _load_members(series)
    clock = _make_clock(series, members, _load_zones(members), user, {user})
    if not is_fight or user not in members:
        return clock
    usual = {absence.begins_at for absence in members[user].absences.all() if absence.acts_as_usual}
    return replace(clock, absences=tuple(absent for absent in clock.absences if absent.begins_at not in usual))


def find_zone(user: int) -> str | None:
    """Return the name of a person's time zone as it is kept: empty where none was kept, None without settings."""
    return _load_zones([user]).get(user)


def remember_zone(user: int, name: str, kept: str | None) -> None:
    """Keep the name of a person's time zone, where none was kept: deadlines are counted when no browser is there.

    `kept`: what `find_zone` returns. It is one statement, and none where a zone is kept.
    """
    if kept or str(parse_timezone(name)) != name:
        return
    if kept is None:
        NoticeSettings.objects.bulk_create([NoticeSettings(user_id=user, zone=name)], ignore_conflicts=True)
    else:
        NoticeSettings.objects.filter(user=user, zone="").update(zone=name)


def _load_zones(users: Iterable[int]) -> dict[int, str]:
    return dict(NoticeSettings.objects.filter(user__in=list(users)).values_list("user", "zone"))


def _make_clock(
    series: Series, members: dict[int, Membership], zones: dict[int, str], user: int, seen: set[int]
) -> Clock:
    """Return a clock, with those of stand-ins. Where two stand in for each other, neither's time counts."""
    member = members.get(user)
    absences: tuple[AbsenceSpan, ...] = ()
    for absence in member.absences.all() if member is not None else ():
        stand_in = _find_stand_in(members, absence)
        stand_in_clock = None
        if stand_in is not None and stand_in not in seen:
            stand_in_clock = _make_clock(series, members, zones, stand_in, {*seen, stand_in})
        absences += (AbsenceSpan(absence.begins_at, absence.ends_at, stand_in_clock),)
    return Clock(parse_timezone(zones.get(user, "")), parse_rest(series.rest), absences)


def _load_members(series: Series) -> dict[int, Membership]:
    """Return the members of a series with their absences, in the order of time, by the keys of the people."""
    return {member.user_id: member for member in Membership.objects.filter(series=series).prefetch_related("absences")}


def _find_stand_in(members: dict[int, Membership], absence: Absence) -> int | None:
    found = members.get(absence.stand_in_id or 0)
    return found.user_id if found is not None and found.role != Role.SPECTATOR else None


def list_responsible(series: Series, user: int | None, at: datetime) -> list[int]:
    """Return who can do what is awaited of a player at a moment: the player, and who stands in. None: Storytellers."""
    if user is None:
        members = Membership.objects.filter(series=series)
        return list(members.filter(role=Role.STORYTELLER).values_list("user", flat=True))
    there = _load_members(series)
    away = [absence for absence in there[user].absences.all() if absence.covers(at)] if user in there else []
    stand_ins = [_find_stand_in(there, absence) for absence in away]
    return [user, *(person for person in stand_ins if person is not None)]
