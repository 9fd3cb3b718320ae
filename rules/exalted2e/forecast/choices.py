"""What a combatant chooses to fight with, and how dangerous it is: what the driver and the simulator share."""

from rules.exalted2e.attack.defenses import get_weapon
from rules.exalted2e.decide.ticks import has_pool
from rules.exalted2e.legal.fields import get_most_dice
from rules.exalted2e.sheet.equipment import Weapon
from rules.exalted2e.state import Combatant


def choose_weapon(actor: Combatant) -> Weapon:
    """Return the weapon of a tactic: the most dangerous of those in hand and the bare body; the first of equals."""
    held = [weapon for key in actor.ready if (weapon := get_weapon(actor.sheet, key)) is not None]
    bare = [weapon for weapon in actor.sheet.arms() if weapon.is_natural and "C" not in weapon.tags]
    return max((*held, *bare), key=lambda weapon: count_dice(actor, weapon))


def choose_ability(actor: Combatant, weapon: Weapon) -> str:
    """Return the Ability that a weapon is wielded with: the best that it allows."""
    return max(weapon.abilities, key=actor.sheet.ability)


def count_dice(actor: Combatant, weapon: Weapon) -> int:
    """Return the dice of an attack, with those of its base damage, before wounds and all that passes."""
    sheet = actor.sheet
    attack = sheet.attribute("dexterity") + sheet.ability(choose_ability(actor, weapon)) + weapon.accuracy
    return attack + weapon.damage + (0 if weapon.flat else sheet.attribute("strength"))


def count_bought(actor: Combatant, weapon: Weapon) -> int:
    """Return the most dice that a First Excellency adds to an attack, a mote each, were there motes enough (2E-176)."""
    return get_most_dice(actor, *weapon.abilities) if has_pool(actor) else 0
