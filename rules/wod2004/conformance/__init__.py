"""Vectors of the rules' last chapter: each kind is a thin adapter over the functions that rolls and battle use."""

from collections.abc import Callable, Mapping
from typing import Final

from rules.dice import Roller
from rules.wod2004.conformance import combat, rolls
from rules.wod2004.conformance.keys import Answer, Given

CONFORMANCE: Final[Mapping[str, Callable[[Given, Roller], Answer]]] = {
    "pool": rolls.check_pool,
    "roll": rolls.check_roll,
    "instant": rolls.check_instant,
    "extended": rolls.check_extended,
    "roll_limit": rolls.check_roll_limit,
    "attempt_penalty": rolls.check_attempt_penalty,
    "contested": rolls.check_contested,
    "preset": rolls.check_preset,
    "extended_contested": rolls.check_extended_contested,
    "teamwork": rolls.check_teamwork,
    "retry": rolls.check_retry,
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
    "stage_pools": rolls.check_stage_pools,
    "trait_target": rolls.check_trait_target,
    "retry_wait": rolls.check_retry_wait,
    "lookup": rolls.check_lookup,
    "reflexive": rolls.check_reflexive,
    "willpower": rolls.check_willpower,
}
"""Kind of vector to the function that answers it."""
