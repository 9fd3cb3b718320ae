"""Vectors of the rules' last chapter: each kind is a thin adapter over the functions that rolls and battle use."""

from collections.abc import Callable, Mapping
from typing import Final

from rules.dice import Roller
from rules.wod2004.conformance import actions, combat, pools
from rules.wod2004.conformance.keys import Answer, Given

CONFORMANCE: Final[Mapping[str, Callable[[Given, Roller], Answer]]] = {
    "pool": pools.check_pool,
    "roll": pools.check_roll,
    "instant": pools.check_instant,
    "extended": actions.check_extended,
    "roll_limit": pools.check_roll_limit,
    "attempt_penalty": pools.check_attempt_penalty,
    "contested": actions.check_contested,
    "preset": actions.check_preset,
    "extended_contested": actions.check_extended_contested,
    "teamwork": actions.check_teamwork,
    "retry": pools.check_retry,
    "initiative": combat.check_initiative,
    "defense": combat.check_defense,
    "attack": combat.check_attack,
    "cover": combat.check_cover,
    "damage": combat.check_damage,
    "dying": combat.check_dying,
    "heal": combat.check_heal,
    "treat": combat.check_treat,
    "surprise": combat.check_surprise,
    "xp": combat.check_xp,
    "derived": combat.check_derived,
    "stage_pools": pools.check_stage_pools,
    "trait_target": pools.check_trait_target,
    "retry_wait": pools.check_retry_wait,
    "lookup": pools.check_lookup,
    "reflexive": pools.check_reflexive,
    "willpower": pools.check_willpower,
}
"""Kind of vector to the function that answers it."""
