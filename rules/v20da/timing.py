"""Turns of three seconds (V20-144): initiative, the order to declare and to act, movement, full defense."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from rules.dice import Roller

Who = TypeVar("Who", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Place(Generic[Who]):
    """One combatant's initiative. `rating`: Dexterity + Wits, for ties."""

    who: Who
    total: int
    rating: int


def initiative_total(die: int, rating: int, penalty: int = 0) -> int:
    """Return d10 + Dexterity + Wits, less wounds. `penalty` is 0 or negative (V20-140, 142)."""
    return die + rating + penalty


def roll_initiative(roller: Roller) -> int:
    """Roll the die of initiative."""
    return roller.roll(1)[0]


def action_order(places: Sequence[Place[Who]]) -> tuple[tuple[Who, ...], ...]:
    """Return the highest first. Ties go by Dexterity + Wits, full ties act at once (V20-140, 141)."""
    groups: dict[tuple[int, int], list[Who]] = {}
    for place in places:
        groups.setdefault((place.total, place.rating), []).append(place.who)
    return tuple(tuple(groups[key]) for key in sorted(groups, reverse=True))


def declaration_order(places: Sequence[Place[Who]]) -> tuple[tuple[Who, ...], ...]:
    """Return the lowest first (V20-143)."""
    return action_order(places)[::-1]


def full_defense_pools(pool: int, attacks: int) -> tuple[int, ...]:
    """Return the pool against each attack of a turn of full defense: one die less each time (V20-146)."""
    return tuple(max(0, pool - before) for before in range(attacks))


def movement(dexterity: int) -> dict[str, int]:
    """Return yards in a turn: walk, jog, run, and the most with an attack (V20-148)."""
    run = 20 + 3 * dexterity
    return {"walk": 7, "jog": 12 + dexterity, "run": run, "with attack": run // 2}
