"""What an attack meets: a guardian's Parry, and the target's Defense behind it (3E-079, 3E-171 to 3E-174).

What resolves an attack and what previews it both ask here, so that they cannot differ.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from rules.exalted3e.defense import DefenseValues, compute_defense, compute_guard
from rules.exalted3e.state.board import State, distance
from rules.exalted3e.state.combatant import Combatant, Modifier
from rules.exalted3e.state.exchange import Exchange, Incoming


@dataclass(frozen=True, slots=True)
class MetDefense:
    """The target's Defense, and the guardian whose Parry comes before it, if anyone guards."""

    defense: DefenseValues
    guardian: Combatant | None = None
    parry: int = 0

    @property
    def needed(self) -> int:
        """The successes that hit someone: the guardian, or the target whom no one guards (3E-172)."""
        return self.defense.defense if self.guardian is None else self.parry

    @property
    def for_target(self) -> int:
        """The successes that hit the target, past the guardian (3E-174)."""
        return self.defense.defense + self.parry


def meet(state: State, exchange: Exchange, extra: Iterable[Modifier] = ()) -> MetDefense:
    """Return what the running attack meets now. `extra`: what the target adds to its Defense for it."""
    attacker, target = state.get(exchange.attacker), state.get(exchange.target)
    defense = compute_defense(target, exchange.incoming, attacker, (*exchange.defense, *extra))
    guardian = None if exchange.clash is not None else find_guardian(state, attacker, target, exchange.incoming)
    if guardian is None:
        return MetDefense(defense)
    return MetDefense(defense, guardian, compute_guard(guardian, exchange.incoming, attacker).parry or 0)


def find_guardian(state: State, attacker: Combatant, target: Combatant, incoming: Incoming) -> Combatant | None:
    """Return who defends the target: an ally at close range that can parry this attack (3E-171, 3E-179)."""
    if incoming.unblockable:
        return None
    guards = [
        c
        for c in state.combatants
        if c.ward == target.id
        and c.is_in_play
        and not c.hidden
        and c.id != attacker.id
        and distance(c, target) == 0
        and c.arm.parry is not None
    ]
    return max(guards, key=lambda c: compute_guard(c, incoming, attacker).parry or 0, default=None)


def face(exchange: Exchange, met: MetDefense) -> Exchange:
    """Return the exchange with what it meets, as its attack roll leaves it."""
    guard = met.guardian.id if met.guardian else None
    return replace(exchange, defense_met=met.defense.defense, guard=guard, guard_parry=met.parry)
