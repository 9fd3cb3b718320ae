"""What a combatant brings into a simulated fight: whole numbers that no longer need the sheet."""

from dataclasses import dataclass
from typing import Final, Self

from rules.wod2004.attack.circumstances import is_too_heavy
from rules.wod2004.attack.pool import BASE, CLOSE_MODES, attack_traits, damage_type
from rules.wod2004.defense import applies
from rules.wod2004.sheet.equipment import NATURAL, Armor, Weapon
from rules.wod2004.state.combatant import Combatant
from rules.wounds import HARMS

RANGE: Final = "short"
"""From how far tactics shoot and throw: too far for Defense against firearms, and no dice lost (WD-183, WD-192)."""


@dataclass(frozen=True, slots=True, eq=False)
class Strike:
    """The attack of a combatant. `dice`: traits, weapon and what is always lost, before wounds.

    `is_ranged`: whether it is shot or thrown; `meets_defense`: whether Defense counts against it (WD-182, WD-183).
    """

    weapon: Weapon
    dice: int
    is_ranged: bool
    meets_defense: bool

    @classmethod
    def of(cls, actor: Combatant, weapon: Weapon) -> Self:
        """Return the attack with a weapon (WD-180, WD-181, WD-197)."""
        attribute, skill = BASE[weapon.mode]
        traits, unskilled = attack_traits(weapon.mode, actor.dots(attribute), actor.dots(skill))
        heavy = is_too_heavy(weapon.strength, actor.dots("strength"), one_hand=False)
        base = sum(term.amount for term in (*traits, *unskilled))
        is_ranged = weapon.mode not in CLOSE_MODES
        dice = base + weapon.rating - heavy - weapon.improvised
        return cls(weapon, dice, is_ranged, applies(weapon.mode, close=not is_ranged))

    @property
    def range(self) -> str:
        """The range at which a tactic uses it."""
        return RANGE if self.is_ranged else "close"

    def harm(self, suit: Armor) -> int:
        """Return the kind of harm that it does through this armor, 0 bashing to 2 aggravated (WD-204)."""
        type = damage_type(self.weapon.mode, self.weapon.type, bulletproof=suit.bulletproof)
        return HARMS.index(next(harm for harm in HARMS if harm == type))

    def armor(self, suit: Armor) -> int:
        """Return the dice that this armor takes from it (WD-182, WD-183)."""
        rating = suit.ballistic if self.weapon.mode == "firearms" else suit.general
        return max(0, rating - self.weapon.piercing)


def best_strike(actor: Combatant) -> Strike:
    """Return the attack of a tactic: the most dice with what is in hand; the first of equals."""
    return max((Strike.of(actor, weapon) for weapon in actor.in_hand()), key=lambda strike: strike.dice)


def bare_strike(actor: Combatant) -> Strike:
    """Return the attack that is left once the weapon in hand has been thrown."""
    return max((Strike.of(actor, weapon) for weapon in NATURAL), key=lambda strike: strike.dice)
