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
    some = [row for row in rows if row.known_to == KnownTo.SOME]
    knowers = tuple(row.knowers.all()) if row.known_to == KnownTo.SOME else ()
    if not some and all(row.known_to == KnownTo.ALL for row in rows):
        return Readers(None)
    closed = any(row.known_to == KnownTo.STORYTELLER for row in rows)
    found = (
        () if closed else tuple(knower for knower in some[0].knowers.all() if all(_knows(knower, row) for row in some))
    )
    left_out = (
        (reader, next((about for about in subjects if not _knows(reader, about)), None))
        for reader in knowers
        if reader not in found
    )
    return Readers(found, tuple((reader, about) for reader, about in left_out if about is not None))


def _knows(character: Character, row: Known) -> bool:
    """Return whether the player of a character knows of a row, by this character or by another of hers."""
    if row.known_to != KnownTo.SOME:
        return row.known_to == KnownTo.ALL
    return any(
        knower == character or (knower.owner_id and knower.owner_id == character.owner_id)
        for knower in row.knowers.all()
    )
