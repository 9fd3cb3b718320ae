"""Rolls that a player keeps for a character, to make them again by one tap."""

import re
from collections.abc import Mapping
from hashlib import sha256
from json import dumps

from django.utils.translation import gettext as _

from campaigns.core.access import require_editor
from campaigns.core.locks import lock_character, locked_series
from campaigns.core.refusals import Refused
from campaigns.models import Character, Membership
from rules.battle import Json

MAX_FAVORITES = 6
"""The most rolls that are kept for one character."""


def keep_roll(membership: Membership, character: Character, request: Mapping[str, Json]) -> None:
    """Keep a roll, unless it is kept already. `request`: the fields of the roll pad, which the rules have accepted.

    Raises `Refused` where there are six.
    """
    id = _name(request)
    with locked_series(membership):
        fresh = _lock(membership, character)
        if find_favorite(fresh, id) is not None:
            return
        if len(fresh.favorites) >= MAX_FAVORITES:
            raise Refused(_("You already have six saved rolls. Delete one first."))
        _write(fresh, [*fresh.favorites, {"id": id, "request": dict(request)}])


def drop_roll(membership: Membership, character: Character, id: str) -> None:
    """Let a kept roll go, if it is there."""
    with locked_series(membership):
        fresh = _lock(membership, character)
        _write(fresh, [roll for roll in fresh.favorites if roll["id"] != id])


def is_well_formed(favorites: object) -> bool:
    """Return whether kept rolls from a file have the form of ours. Their fields are checked when they are rolled."""
    if not isinstance(favorites, list) or len(favorites) > MAX_FAVORITES:
        return False
    return all(_is_roll(roll) for roll in favorites) and len({roll["id"] for roll in favorites}) == len(favorites)


def _is_roll(roll: object) -> bool:
    if not isinstance(roll, dict) or roll.keys() != {"id", "request"} or not isinstance(roll["request"], dict):
        return False
    return isinstance(roll["id"], str) and re.fullmatch(r"[0-9a-f]{12}", roll["id"]) is not None


def find_favorite(character: Character, id: str) -> dict[str, Json] | None:
    """Return a kept roll of the character, or None."""
    return next((roll for roll in character.favorites if roll["id"] == id), None)


def _name(request: Mapping[str, Json]) -> str:
    """Return the id of a roll: the same fields are the same roll."""
    return sha256(dumps(request, sort_keys=True).encode()).hexdigest()[:12]


def _lock(membership: Membership, character: Character) -> Character:
    fresh = lock_character(character)
    require_editor(fresh, membership)
    return fresh


def _write(character: Character, favorites: list[dict[str, Json]]) -> None:
    Character.objects.filter(pk=character.pk).update(favorites=favorites)
