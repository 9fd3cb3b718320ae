"""What a combatant brings into a simulated fight: whole numbers that no longer need the sheet."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Self

from rules.forecast import simulation
from rules.v20da.attack import Attack, attack_pool, base_damage
from rules.v20da.defense import sheet_soak
from rules.v20da.health.levels import Health
from rules.v20da.pools import armor_penalty, armor_rating, initiative_rating
from rules.v20da.state.figures import attack_figures, own_attacks, why_no_shot
from rules.v20da.state.model import Combatant
from rules.v20da.state.order import is_able, next_card
from rules.wounds import HARMS, STROKES

LEFT_OUT: Final = ("bite", "squeeze")
"""Attacks of the bare body that no tactic makes, and all that do more than harm."""


def best_attack(actor: Combatant) -> Attack:
    """Return the attack of a tactic; there is always one, with bare hands.

    It is what has the most dice of attack and damage together, less its difficulty; the first of equals. Nothing is
    thrown, and no one bites or grapples.
    """
    return max(
        filter(lambda attack: _is_used(actor, attack), own_attacks(actor)), key=lambda attack: _weigh(actor, attack)
    )


def _is_used(actor: Combatant, attack: Attack) -> bool:
    is_thrown = attack.missile and attack.ability != "archery"
    return not (attack.effect or attack.key in LEFT_OUT or is_thrown or why_no_shot(actor, attack))


def _weigh(actor: Combatant, attack: Attack) -> int:
    dice = attack_pool(actor.sheet, attack).total + base_damage(actor.sheet, attack).total
    return dice - attack_figures(actor, attack).difficulty.total


def fate_of(actor: Combatant) -> str:
    """Return how a combatant is out of the fight, or an empty text.

    Those who act at the same moment as the ones who felled them stand until they have acted (V20-141).
    """
    if actor.out:
        return actor.out
    if is_able(actor):
        return ""
    return "staked" if actor.health.condition == "ok" else actor.health.condition


@dataclass(frozen=True, slots=True)
class Strike:
    """The attack of a combatant, without what wounds and armor take from it.

    `damage`: dice before successes; `is_strong`: whether Strength is among them, so that wounds weigh on them
    (V20-183); `harm`: the kind, 0 bashing to 2 aggravated. `against`: dice and difficulty by the place of the target.
    """

    dice: int
    damage: int
    is_strong: bool
    harm: int
    against: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, actor: Combatant, attack: Attack, targets: Sequence[Combatant]) -> Self:
        """Return the attack of a combatant on these (V20-150 to 154, 161 to 169)."""
        fresh = replace(actor, health=Health(actor.sheet.being), armor=0, grace=None)
        found = [attack_figures(fresh, attack, target) for target in targets]
        return cls(
            attack_figures(fresh, attack).pool.total,
            base_damage(actor.sheet, attack).total,
            attack.strength,
            next(place for place, kind in enumerate(HARMS) if kind == attack.type),
            tuple((figures.pool.total, figures.difficulty.total) for figures in found),
        )


def wounds_of(actor: Combatant) -> tuple[int, int, int]:
    """Return the health levels of each kind of harm."""
    bashing, lethal, aggravated = map(actor.health.track.count, STROKES)
    return bashing, lethal, aggravated


class Figures(simulation.Figures):
    """`soaks`: the dice by the kind of harm in its armor; `bare`: without it; `burden`: the dice that it takes."""

    actor: Combatant

    def __init__(self, actor: Combatant, place: int, everyone: Sequence[Combatant]) -> None:
        super().__init__(actor, place, fate_of(actor), wounds_of(actor))
        self.strike = Strike.of(actor, best_attack(actor), everyone)
        self.is_vampire = actor.sheet.is_vampire
        self.rating, self.armor = initiative_rating(actor.sheet), armor_rating(actor.armor)
        self.burden = -armor_penalty(actor.armor)
        self.soaks = tuple(sheet_soak(actor.sheet, kind, actor.armor).dice for kind in HARMS)
        self.bare = tuple(sheet_soak(actor.sheet, kind, 0).dice for kind in HARMS)
        self.card = next_card(actor)
