"""What a combatant chooses to fight with, and how dangerous it is: what the driver and the simulator share."""

from typing import Final, NamedTuple

from rules.exalted2e.attack.defenses import get_weapon
from rules.exalted2e.decide.ticks import has_pool
from rules.exalted2e.legal.fields import get_most_dice
from rules.exalted2e.moves.aids import MAX_PARTS
from rules.exalted2e.pools import multiple_action_penalty
from rules.exalted2e.sheet.equipment import Weapon
from rules.exalted2e.state import Combatant
from rules.forecast.tactics import Tactic
from rules.text import Text

FLURRY: Final = Tactic(
    "flurry",
    Text("Weakest first, in flurries"),
    Text(
        "Everyone attacks the opponent with the fewest health levels left, defends at no cost, "
        "and never flees. They flurry when each attack is likely to hit and their own DV would not stop that "
        "opponent anyway."
    ),
    "weakest",
    flurries=True,
)
"""A tactic of this game alone (2E-305)."""


class Match(NamedTuple):
    """A single attack as it stands, without an Aim: its dice, and the DV that it meets."""

    dice: int
    dv: int


def count_attacks(rate: int, mine: Match, theirs: Match) -> int:
    """Return how many attacks of a flurry pay, within the Rate of the weapon.

    Each of them must be likely to hit: of n attacks, the i-th has n + i - 1 dice less (2E-230) and meets i - 1 less DV
    (2E-320), but never less than 0. The first is the worst off, or, once no DV is left, the last. The target's own
    attack must be likely to hit, too: else a flurry gives up a DV that holds it off.
    """
    if not _is_likely(theirs.dice, theirs.dv):
        return 1
    return next((count for count in range(min(rate, MAX_PARTS), 1, -1) if _pays(mine, count)), 1)


def _pays(mine: Match, count: int) -> bool:
    """Return whether the first and the last attack of a flurry are likely to hit."""
    return all(
        _is_likely(mine.dice - multiple_action_penalty(count, place), max(0, mine.dv - place + 1))
        for place in (1, count)
    )


def _is_likely(dice: int, dv: int) -> bool:
    """Return whether an attack hits more often than not, if its tens count twice.

    A die is half a success, and a hit takes one more than the DV, for a tie is a miss (2E-365).
    """
    return dice >= 2 * (dv + 1)


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
