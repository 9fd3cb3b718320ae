"""Working together (chapter 13)."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Member:
    """One of a group: its pool and its dots of the Ability that the task needs."""

    id: str
    pool: int
    ability: int


@dataclass(frozen=True, slots=True)
class Assistance:
    """The id of the roller, the bonus dice of the others, and the pool with them."""

    roller: str
    bonus: int
    pool: int


def assist(members: Sequence[Member]) -> Assistance:
    """Return who rolls: the highest pool, with a die per other member who has the Ability (2E-251 to 2E-253).

    The roller's own dots limit the bonus. Of equal pools the one with the higher Ability rolls.
    """
    roller = max(members, key=lambda member: (member.pool, member.ability))
    helpers = sum(member.ability >= 1 for member in members if member is not roller)
    bonus = min(helpers, roller.ability)
    return Assistance(roller.id, bonus, roller.pool + bonus)
