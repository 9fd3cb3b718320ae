"""What the battle brings to flips that are no moves of it: the coins that are left."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.fighting import Figure, find_fighter

from .rolls import Request
from .sheet import Sheet


def _put(one: Any, coins: int) -> Any:
    return replace(one, coins=coins)


FIGURES: Mapping[str, Figure[Any]] = {"coins": Figure("Coins", lambda one: one.coins, _put, open=True)}


def sheet(state: Any, character: str) -> Sheet | None:
    """The purse as it is in the battle."""
    one = find_fighter(state.combatants, character)
    return None if one is None else sheet_of(one)


def sheet_of(one: Any) -> Sheet:
    """The purse of a combatant."""
    return Sheet(coins=one.coins)


def suffer(state: Any, character: str, request: Request) -> Request:
    """Coins suffer nothing."""
    return request
