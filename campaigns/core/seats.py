"""Who sits at a table, and as whom: the Storyteller, a player with their characters, or a spectator."""

from collections.abc import Iterable

from django.utils import timezone

from campaigns.core.access import is_storyteller
from campaigns.models import Absence, Character, Membership, Role, Series
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


def seat_members(memberships: Iterable[Membership], characters: Iterable[Character]) -> dict[int, Seat]:
    """Return the seats of these members, given the characters of the series, by user id.

    A stand-in has the absent player's characters, too, exactly within the absence. What is kept for the absent person
    (`person_key`) stays hers. If one of the members stands in for anybody, the database is asked who is away.
    """
    memberships = list(memberships)
    played: dict[int, list[str]] = {}
    for character in characters:
        played.setdefault(character.owner_id or 0, []).append(str(character.pk))
    seats = {member.user_id: [*played.get(member.user_id, ())] for member in memberships}
    for absence in find_served(member.series_id for member in memberships if member.is_stand_in):
        if absence.stand_in_id in seats:
            seats[absence.stand_in_id] += played.get(absence.member.user_id, ())
    return {member.user_id: _seat(member, seats[member.user_id]) for member in memberships}


def find_served(series: Iterable[int]) -> list[Absence]:
    """Return the absences of players of these series that count now and have a stand-in. No series costs no query."""
    keys, now = set(series), timezone.now()
    if not keys:
        return []
    counting = Absence.objects.filter(begins_at__lte=now, ends_at__gt=now, stand_in__isnull=False)
    return list(counting.filter(member__series__in=keys, member__role=Role.PLAYER).select_related("member"))


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
