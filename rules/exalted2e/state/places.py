"""How far combatants are from each other: one number for two of them, once it is known (2E-667)."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Distance:
    """The yards between two combatants, whose ids are in order."""

    one: str
    other: str
    yards: int


def set_apart(who: str, other: str, yards: int) -> Distance:
    """Return the distance of two combatants."""
    first, second = sorted((who, other))
    return Distance(first, second, yards)


def measure(known: Iterable[Distance], who: str, other: str) -> int | None:
    """Return the yards between two combatants; None if no one has said them."""
    pair = sorted((who, other))
    return next((apart.yards for apart in known if [apart.one, apart.other] == pair), None)


def put_apart(known: Iterable[Distance], changed: Iterable[Distance]) -> tuple[Distance, ...]:
    """Return the distances with some of them new or changed."""
    found = {(apart.one, apart.other): apart for apart in (*known, *changed)}
    return tuple(found.values())
