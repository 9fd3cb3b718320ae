"""The pool of an attack, and the damage that its successes do (WD-180 to WD-185, WD-202 to WD-205)."""

from collections.abc import Iterable, Mapping
from typing import Final

from rules.odds import Odds
from rules.pool import Pool, Term
from rules.spread import Spread, change_values, compute_spread
from rules.text import Text
from rules.wod2004.pools import build_pool, skill_terms, trait
from rules.wod2004.traits import CATEGORY, label

BASE: Final[Mapping[str, tuple[str, str]]] = {
    "brawl": ("strength", "brawl"),
    "weaponry": ("strength", "weaponry"),
    "firearms": ("dexterity", "firearms"),
    "thrown": ("dexterity", "athletics"),
}
"""Attribute and Skill by mode of attack (WD-180)."""


CLOSE_MODES: Final = ("brawl", "weaponry")
"""Modes of close combat."""


def attack_traits(mode: str, attribute: int, skill: int) -> tuple[list[Term], list[Term]]:
    """Return the traits of a mode of attack, and the penalty of an untrained attacker."""
    attribute_name, skill_name = BASE[mode]
    terms, unskilled = skill_terms(label(skill_name), skill, CATEGORY[skill_name])
    return [trait(label(attribute_name), attribute), *terms], unskilled


def weapon_bonus(name: Text, rating: int) -> Term:
    """Return the bonus dice of a weapon (WD-181)."""
    return Term(name, rating, "weapon", "WD-181")


def armor_penalty(mode: str, general: int, ballistic: int, piercing: int = 0) -> Term:
    """Return the dice that armor takes: its ballistic rating from firearms (WD-183), else the general one (WD-182)."""
    rating, rule = (ballistic, "WD-183") if mode == "firearms" else (general, "WD-182")
    return Term(Text("Armor"), -max(0, rating - piercing), "armor", rule)


def attack_pool(
    title: Text,
    traits: list[Term],
    bonuses: Iterable[Term],
    penalties: Iterable[Term],
    defense: int,
    armor: Term | None,
) -> Pool:
    """Return the pool against one target's Defense (WD-182). `armor` is None where it does not count (WD-208)."""
    met = Term(Text("Defense"), -defense, "defense", "WD-182")
    return build_pool(title, traits, bonuses, [*penalties, met, *([armor] if armor else [])])


def damage_type(mode: str, type: str, *, bulletproof: bool) -> str:
    """Return the type of damage after bulletproof armor, which makes lethal damage of firearms bashing (WD-204)."""
    return "bashing" if mode == "firearms" and bulletproof and type == "lethal" else type


def spread_points(found: Odds, more: int = 0) -> Spread:
    """Return the points of damage of an attack roll: each success is one (WD-184). `more`: what powers add to a hit."""
    return change_values(compute_spread(found), lambda points: points + more if points else 0)


def damage_points(successes: int, type: str) -> int:
    """Return the points of damage: one per success (WD-184); a hold deals none."""
    return 0 if type == "none" else successes
