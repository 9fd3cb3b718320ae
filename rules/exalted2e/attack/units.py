"""What a unit adds to the attacks of its commander, and what damage takes from it (2E-500 to 2E-506)."""

from typing import Final

from rules.exalted2e.actions.morale import FOES
from rules.exalted2e.options import DEFAULTS, Options
from rules.exalted2e.sheet.equipment import Weapon
from rules.exalted2e.state.combatant import Combatant
from rules.pool import Term, change
from rules.text import Text

MAX_EDGE: Final = 3
"""The most successes that a difference in Magnitude gives or takes (2E-504)."""

Terms = tuple[Term, ...]


def find_edge(attacker: int, target: int) -> int:
    """Return by how much the first Magnitude exceeds the second, from -3 to 3 (2E-504)."""
    return max(-MAX_EDGE, min(MAX_EDGE, attacker - target))


def limit_by_war(actor: Combatant, ability: str, options: Options = DEFAULTS, edge: int = 0) -> Terms:
    """Return the dice that an attack in a war does not have, because War limits them (2E-504, 2E-697).

    It limits a commander, and someone without a unit who attacks one: then the `edge` in Magnitude is below 0.
    """
    if actor.worn is None and not (options.solo_war_limit and edge < 0):
        return ()
    dots, war = actor.sheet.ability(ability), actor.sheet.ability("war")
    held = dots if options.war_limit == "ability" else dots + actor.sheet.attribute("dexterity")
    return change(Text("Limited by War"), -max(0, held - war), "ability", "2E-504")


def list_unit_successes(actor: Combatant, weapon: Weapon | None, edge: int) -> Terms:
    """Return the successes that Might, the rating and a larger Magnitude add to an attack (2E-504)."""
    unit, larger = actor.worn, change(Text("Larger Magnitude"), max(0, edge), "unit", "2E-504")
    if unit is None:
        return larger
    return (
        *change(Text("Might"), unit.might, "unit", "2E-504"),
        *change(Text("Attack of the unit"), unit.attack(bool(weapon and weapon.is_ranged)), "unit", "2E-504"),
        *larger,
    )


def list_unit_losses(edge: int) -> Terms:
    """Return the successes that a smaller Magnitude takes from an attack (2E-504)."""
    return change(Text("Smaller Magnitude"), min(0, edge), "external", "2E-504")


def get_unit_damage(actor: Combatant, weapon: Weapon | None) -> int:
    """Return the damage rating of the unit, which its commander's attacks add (2E-502)."""
    return actor.worn.damage(bool(weapon and weapon.is_ranged)) if actor.worn else 0


def find_rout_difficulty(foe: int, own: int) -> int:
    """Return the difficulty of morale against a foe of this Magnitude: 1, and 1 more for each that it is larger."""
    return max(min(FOES), min(max(FOES), 1 + foe - own))
