"""Whose working time counts: rest days and quiet hours of a series, zones of its members, their absences."""

from collections.abc import Iterable
from datetime import datetime

from campaigns.deadlines import Absent, Clock, parse_rest
from campaigns.models import Membership, NoticeSettings, Role, Series
from campaigns.seats import is_away
from campaigns.timezone import parse_timezone


def read_clock(series: Series, user: int) -> Clock:
    """Return the clock by which this person's deadlines in a series count."""
    members = {one.user_id: one for one in Membership.objects.filter(series=series)}
    return _make_clock(series, members, _read_zones(members), user, {user})


def find_zone(user: int) -> str | None:
    """Return the name of a person's time zone as it is kept: empty where none was kept, None without settings."""
    return _read_zones([user]).get(user)


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


def _read_zones(users: Iterable[int]) -> dict[int, str]:
    return dict(NoticeSettings.objects.filter(user__in=list(users)).values_list("user", "zone"))


def _make_clock(
    series: Series, members: dict[int, Membership], zones: dict[int, str], user: int, seen: set[int]
) -> Clock:
    """Return a clock, with those of stand-ins. Where two stand in for each other, neither's time counts."""
    member = members.get(user)
    absences: tuple[Absent, ...] = ()
    if member is not None and member.away_from and member.away_until:
        stand_in = _find_stand_in(members, member)
        meanwhile = None
        if stand_in is not None and stand_in not in seen:
            meanwhile = _make_clock(series, members, zones, stand_in, {*seen, stand_in})
        absences = (Absent(member.away_from, member.away_until, meanwhile),)
    return Clock(parse_timezone(zones.get(user, "")), parse_rest(series.rest), absences)


def _find_stand_in(members: dict[int, Membership], member: Membership) -> int | None:
    found = members.get(member.stand_in_id or 0)
    return found.user_id if found is not None and found.role != Role.SPECTATOR else None


def list_responsible(series: Series, user: int | None, at: datetime) -> list[int]:
    """Return who can do what is awaited of a player at a moment: the player, and who stands in. None: Storytellers."""
    members = Membership.objects.filter(series=series)
    if user is None:
        return list(members.filter(role=Role.STORYTELLER).values_list("user", flat=True))
    there = {one.user_id: one for one in members}
    member = there.get(user)
    stand_in = _find_stand_in(there, member) if member is not None and is_away(member, at) else None
    return [user] if stand_in is None else [user, stand_in]
