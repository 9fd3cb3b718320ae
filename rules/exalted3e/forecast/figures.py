"""What a combatant brings into a simulated fight: whole numbers that no longer need the sheet."""

from typing import Final

from rules.exalted3e.attack.rolls import weapon_accuracy
from rules.exalted3e.forecast.choices import choose_arm, choose_reach, count_bought, count_cost, count_dice
from rules.exalted3e.health import INCAPACITATED
from rules.exalted3e.state.combatant import Arm, Combatant
from rules.forecast import simulation
from rules.wounds import HARMS

GLOWING: Final = -3
"""Dice that a glowing anima takes from hiding (3E-343)."""
EASED: Final = {2: 1, 4: 3}
"""Wound penalties with Pain Tolerance (3E-274)."""


class Strike:
    """The attack of a combatant.

    `dice` are those of a decisive attack, before wounds. `accuracy` and `damage` are lists, at close and short range.
    """

    def __init__(self, arm: Arm) -> None:
        self.dice = sum(term.amount for term in arm.pool)
        damage = sum(term.amount for term in arm.damage)
        close = sum(term.amount for term in arm.close_damage) if arm.close_damage else damage
        self.accuracy, self.damage = [weapon_accuracy(arm, bands) for bands in (0, 1)], [close, damage]
        self.overwhelming, self.harm = arm.overwhelming, HARMS.index(arm.damage_type)
        self.reach, self.bought, self.cost = choose_reach(arm), count_bought(arm), count_cost(arm)
        self.danger, self.is_slow, self.reaches = count_dice(arm), arm.is_slow, "reaching" in arm.tags


class Figures(simulation.Figures):
    """What a combatant brings into a fight. Its `fate` is how it left that; its wounds say more.

    `wounds` is the penalty by the levels that are filled. `party`: who decides on ties, None for the Storyteller.
    """

    actor: Combatant

    def __init__(self, actor: Combatant, place: int) -> None:
        super().__init__(actor, place, actor.out, wounds_of(actor))
        self.strike = Strike(choose_arm(actor))
        self.parry, self.evasion, self.soak = actor.arm.parry, actor.evasion, max(0, actor.soak)
        self.hardness, self.crash_hardness = max(0, actor.hardness), max(0, actor.hardness_in_crash)
        self.party = None if actor.npc else actor.character
        self.wounds = [self._find_penalty(actor, filled) for filled in range(len(actor.health.levels) + 1)]
        self.stealth = actor.stealth + GLOWING * (actor.anima == 1)
        self.can_hide = actor.anima <= 1
        self.rise, self.hampered = actor.dodge, 0
        if actor.mounted:
            self.rise = (actor.ride - actor.mobility if actor.ride else actor.dodge) + actor.mount_speed
            in_hand = sum(term.amount for term in actor.arm.pool)
            self.hampered = max(0, in_hand - actor.ride) if actor.ride else 0  # 3E-301

    @staticmethod
    def _find_penalty(actor: Combatant, filled: int) -> int:
        """Return the wound penalty with some levels filled (3E-263)."""
        worst = max((level for level in actor.health.levels[:filled] if level != INCAPACITATED), default=0)
        return EASED.get(worst, worst) if actor.pain_tolerance else worst


def find_fate(out: str, bashing: int) -> str:
    """Return how someone is out of the fight: the incapacitated live for sure while any bashing is marked (3E-268)."""
    if out != "incapacitated":
        return out
    return "unconscious" if bashing else "dying"


def fate_of(actor: Combatant) -> str:
    """Return how a combatant is out of the fight, or an empty text."""
    return find_fate(actor.out, actor.health.bashing)


def wounds_of(actor: Combatant) -> tuple[int, int, int]:
    """Return the health levels of each kind of harm."""
    return actor.health.bashing, actor.health.lethal, actor.health.aggravated
