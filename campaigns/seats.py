"""Who sits at a table, and as whom: the Storyteller, a player with their characters, or a spectator."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.utils import timezone

from campaigns.access import is_storyteller
from campaigns.models import Character, Membership, Role, Series
from rules.battle import STORYTELLER, Seat


def get_seat(membership: Membership) -> Seat:
    """Return the member's seat at a table: the Storyteller's, a player's with their characters, or a spectator's."""
    return get_seats(membership.series, [membership])[membership.user_id]


def get_seats(series: Series, memberships: Iterable[Membership]) -> dict[int, Seat]:
    """Return the seats of several members of a series, by user id."""
    memberships = list(memberships)
    if all(member.role != Role.PLAYER for member in memberships):
        return seat_members(memberships, ())
    characters = Character.objects.filter(series=series, owner__isnull=False).only("pk", "owner")
    return seat_members(memberships, characters)


def seat_members(
    memberships: Iterable[Membership], characters: Iterable[Character], members: Sequence[Membership] | None = None
) -> dict[int, Seat]:
    """Return the seats of these members, given the characters of the series, by user id.

    A stand-in has the absent player's characters, too, exactly within the absence. What is kept for the absent person
    (`person_key`) stays hers. `members`: all of the series, where they are at hand; else the database is asked who is
    away, if anybody stands in.
    """
    memberships = list(memberships)
    played: dict[int, list[str]] = {}
    for character in characters:
        played.setdefault(character.owner_id or 0, []).append(str(character.pk))
    seats = {member.user_id: [*played.get(member.user_id, ())] for member in memberships}
    served = [member.series_id for member in memberships if member.is_stand_in]
    away = read_absent(served) if members is None else _list_absent(members if served else ())
    for absent in away:
        if absent.stand_in_id in seats:
            seats[absent.stand_in_id] += played.get(absent.user_id, ())
    return {member.user_id: _seat(member, seats[member.user_id]) for member in memberships}


def read_absent(series: Iterable[int]) -> list[Membership]:
    """Return the players of these series who are away now and have a stand-in. No series costs no query."""
    keys, now = set(series), timezone.now()
    if not keys:
        return []
    away = {"stand_in__isnull": False, "away_from__lte": now, "away_until__gt": now}
    return list(Membership.objects.filter(series__in=keys, role=Role.PLAYER, **away))


def _list_absent(members: Iterable[Membership]) -> list[Membership]:
    """Return those of these members whom `read_absent` would find."""
    now = timezone.now()
    return [one for one in members if one.role == Role.PLAYER and one.stand_in_id and is_away(one, now)]


def is_away(member: Membership, at: datetime) -> bool:
    """Return whether the member has announced to be away at a moment."""
    return member.away_from is not None and member.away_until is not None and member.away_from <= at < member.away_until


def _seat(membership: Membership, characters: list[str]) -> Seat:
    if is_storyteller(membership):
        return STORYTELLER
    if membership.role == Role.SPECTATOR:
        return Seat()
    played = frozenset(characters) if membership.only is None else membership.only.intersection(characters)
    return Seat(characters=played | {person_key(membership.user_id)})


def person_key(user_id: int) -> str:
    """Return the key under which something is kept for one person, whichever characters they play."""
    return f"person:{user_id}"
