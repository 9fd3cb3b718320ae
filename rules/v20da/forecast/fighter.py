"""A combatant of a simulated fight, with what changes in it."""

from typing import Final, Self

from rules.forecast import simulation
from rules.forecast.simulation import AGGRAVATED
from rules.v20da.forecast.figures import Figures
from rules.v20da.health.levels import BOXES, LEVELS

PENALTIES: Final = (0, *(penalty or 0 for _, penalty in LEVELS))
"""Wound penalties by the number of filled levels (V20-180, 181)."""
FINAL: Final = ("dead", "final_death")


class Fighter(simulation.Fighter[Figures]):
    """A combatant in one fight.

    `acts`: whether an attack is declared and not taken; `aim`: the one that it was declared against; `grace`: the wound
    penalty with which it acts at the same moment as those who hurt it. `dice`: what
    wounds and armor change in those of its attack; `damage`: the dice before successes, with wounds.
    """

    __slots__ = (
        "acts",
        "aim",
        "armor",
        "blood",
        "burden",
        "condition",
        "damage",
        "dice",
        "grace",
        "ignores",
        "initiative",
        "is_vampire",
        "penalty",
        "rating",
        "soaks",
        "spent",
        "strike",
    )
    aim: "Self | None"

    def __init__(self, figures: Figures) -> None:
        actor = figures.actor
        super().__init__(figures)
        self.condition, self.is_vampire, self.strike = actor.health.condition, figures.is_vampire, figures.strike
        self.armor, self.burden, self.soaks = figures.armor, figures.burden, figures.soaks
        self.blood, self.spent = actor.blood, actor.willpower_used
        self.initiative, self.rating = actor.initiative, actor.rating
        self.acts, self.aim = figures.card is not None, None
        self.grace, self.ignores = actor.grace, actor.ignores_wounds
        self._weigh()

    def _weigh(self) -> None:
        """Work out what follows from wounds and armor: levels left, penalty, dice of the attack."""
        strike = self.strike
        hurt = self.bashing + self.lethal + self.aggravated
        self.room = BOXES - hurt
        self.penalty = PENALTIES[hurt] if self.grace is None else self.grace
        penalty = 0 if self.ignores else self.penalty
        self.dice = penalty - self.burden
        self.damage = max(0, strike.damage + penalty * strike.is_strong)
        self.danger = strike.dice + self.dice + self.damage

    @property
    def is_gone(self) -> bool:
        """Whether it is no longer part of the fight, and cannot be attacked."""
        return self.fate == "left" or self.condition in FINAL

    def refresh(self) -> None:
        """Begin a turn."""
        self.initiative, self.grace, self.aim = None, None, None
        self.acts = self.ignores = self.spent = False
        self._weigh()

    def roll_initiative(self, face: int) -> None:
        """Add up the initiative of a turn (V20-140, 142)."""
        self.rating = self.figures.rating
        self.initiative = face + self.rating + self.penalty

    def end_action(self) -> None:
        """Have acted. Wounds of the same moment weigh from now on (V20-141)."""
        self.acts, self.aim = False, None
        if self.grace is not None:
            self.grace = None
            self.fall()
            self._weigh()

    def fall(self) -> None:
        """Be out of the fight if the wounds say so, except for an action of this moment."""
        if self.condition != "ok" and self.grace is None:
            self.fate = self.condition

    def is_at_once(self, other: "Fighter") -> bool:
        """Return whether it still acts at the same moment as another (V20-141)."""
        return self.acts and self.initiative == other.initiative and self.rating == other.rating

    def harm(self, levels: int, kind: int, attacker: "Fighter") -> None:
        """Mark levels of harm (V20-182 to 189)."""
        if self.is_at_once(attacker):
            self.grace = self.penalty
        marked = min(levels, self.room)
        self.mark(marked, kind)
        if marked == self.room and self.condition == "ok":
            self.condition = "incapacitated"
        for _ in range(levels - marked):
            if self.condition not in FINAL:
                self._overflow(kind)
        if self.condition == "incapacitated" and self.is_vampire and not self.blood:
            self.condition = "torpor"
        self.fall()
        self._weigh()

    def _overflow(self, kind: int) -> None:
        """Take a level beyond Incapacitated: the lightest wound gets as bad as this, if it is not yet.

        Bashing makes a bashing wound of the living lethal.
        """
        if self.is_vampire:
            self.condition = "final_death" if kind == AGGRAVATED else "torpor"
        elif kind == 0 and self.bashing:
            kind = 1
        else:
            self.condition = "dead"
        if self.bashing:
            self.bashing -= 1
            self.mark(1, kind)
        elif self.lethal and kind == AGGRAVATED:
            self.lethal, self.aggravated = self.lethal - 1, self.aggravated + 1

    def ruin_armor(self) -> None:
        """Lose the armor (V20-160)."""
        self.armor, self.burden, self.soaks = 0, 0, self.figures.bare
        self._weigh()
