"""Who reads a secret or a tie: those who know of it, and of the people and places that it is about."""

from collections.abc import Sequence
from dataclasses import dataclass

from campaigns.models import Character, Known, KnownTo, Subject


@dataclass(frozen=True, slots=True)
class Readers:
    """Who sees a row.

    `characters`: those whose players do; None for everybody. `left_out`: those who know of the row alone, each with a
    subject that she does not know of.
    """

    characters: tuple[Character, ...] | None
    left_out: tuple[tuple[Character, Subject], ...] = ()


def find_readers(row: Known, subjects: Sequence[Subject]) -> Readers:
    """Return who sees a row about these subjects. The knowers of all of them must be loaded."""
    rows = (row, *subjects)
    some = [one for one in rows if one.known_to == KnownTo.SOME]
    told = tuple(row.knowers.all()) if row.known_to == KnownTo.SOME else ()
    if not some and all(one.known_to == KnownTo.ALL for one in rows):
        return Readers(None)
    closed = any(one.known_to == KnownTo.STORYTELLER for one in rows)
    found = () if closed else tuple(one for one in some[0].knowers.all() if all(_knows(one, row) for row in some))
    left_out = (
        (one, next((about for about in subjects if not _knows(one, about)), None)) for one in told if one not in found
    )
    return Readers(found, tuple((one, about) for one, about in left_out if about is not None))


def _knows(character: Character, row: Known) -> bool:
    """Return whether the player of a character knows of a row, by this character or by another of hers."""
    if row.known_to != KnownTo.SOME:
        return row.known_to == KnownTo.ALL
    return any(one == character or (one.owner_id and one.owner_id == character.owner_id) for one in row.knowers.all())
