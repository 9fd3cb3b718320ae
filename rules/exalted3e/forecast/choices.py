"""What a tactic chooses to fight with and when it strikes decisively: what the driver and the simulator share."""

from typing import Final

from rules.exalted3e.actions.request import MAX_BONUS
from rules.exalted3e.attack.plan import IMPROVISED_COST
from rules.exalted3e.attack.rolls import weapon_accuracy
from rules.exalted3e.decide.attacks import excellency_cap
from rules.exalted3e.state.combatant import Arm, Combatant

FARTHEST: Final = 1
"""From how far tactics shoot and throw: short range, where no aim is needed (3E-167)."""
ENOUGH, ENOUGH_IN_CRASH = 10, 5
"""The Initiative from which on tactics strike decisively, and against a target in Crash."""


def choose_arm(actor: Combatant) -> Arm:
    """Return the weapon of a tactic: the most dangerous of what is in hand and the bare body; the first of equals."""
    bare = (actor.find_arm(arm.name) or arm for arm in actor.arms if arm.is_natural and not arm.is_slow)
    return max((actor.arm, *bare), key=count_dice)


def choose_reach(arm: Arm) -> int:
    """Return the range bands to which a tactic closes in."""
    return min(FARTHEST, arm.reach)


def count_dice(arm: Arm) -> int:
    """Return the dice of a withering attack and of its raw damage, before wounds and all that passes."""
    traits = sum(term.amount for term in (*arm.pool, *arm.damage))
    return traits + weapon_accuracy(arm, choose_reach(arm))


def count_bought(arm: Arm) -> int:
    """Return the most dice that motes add to an attack, were there motes enough (3E-345)."""
    return min(MAX_BONUS, excellency_cap(arm))


def count_cost(arm: Arm) -> int:
    """Return the Initiative that every attack with a weapon costs (3E-261)."""
    return IMPROVISED_COST if "improvised" in arm.tags else 0


def is_ripe(initiative: int, cost: int, hardness: int, *, in_crash: bool) -> bool:
    """Return whether to strike decisively: with enough Initiative, and more dice than the target's Hardness stops.

    `in_crash`: whether the target is.
    """
    return initiative >= (ENOUGH_IN_CRASH if in_crash else ENOUGH) and initiative - cost > hardness
