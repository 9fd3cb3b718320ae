"""A combatant of a simulated fight, with what changes in it."""

from rules.exalted2e.forecast.figures import Figures
from rules.exalted2e.health.track import DYING_TICKS
from rules.forecast.simulation import MoteFighter

NEVER = 10**9
"""A tick that does not come."""


class Fighter(MoteFighter[Figures]):
    """A combatant in one fight.

    `call` is the tick on which it is asked, `next` that of its next action; `is_woken`: it is asked before.
    """

    __slots__ = (
        "aim",
        "botched",
        "boxes",
        "call",
        "dead",
        "dying",
        "is_woken",
        "next",
        "penalty",
        "prone",
        "since",
        "spent",
        "stunned_by",
        "stunt",
        "unaware",
        "wound",
        "wound_now",
    )

    def __init__(self, figures: Figures, tick: int) -> None:
        actor = figures.actor
        health, clock, doing = actor.health, actor.clock, actor.doing
        super().__init__(figures)
        self.boxes, self.dying, self.dead, self.since = len(health.boxes), health.dying, health.dead, actor.dying_since
        self.next, self.penalty = (clock.next, clock.penalty) if clock else (NEVER, 0)
        self.call = self.next if doing is None or doing.wake is None else min(self.next, doing.wake)
        self.is_woken = doing is not None and self.next > tick
        self.aim = doing.target if doing and doing.kind == "aim" else ""
        self.prone, self.unaware, self.botched = actor.prone, actor.unaware, actor.botched
        self.stunned_by, self.spent, self.stunt = actor.stunned_by, actor.spent_effect, actor.stunt
        self.wound_now = actor.wound_now
        self._weigh()

    def _weigh(self) -> None:
        """Work out what follows from the wounds: boxes left, penalty, how dangerous it is."""
        filled = self.bashing + self.lethal + self.aggravated
        self.room = self.boxes - filled
        self.wound = self.figures.wounds[filled]
        self.danger = self.figures.danger - self.wound

    def act(self, tick: int, speed: int, penalty: int) -> None:
        """Take an action (2E-266, 2E-275)."""
        self.next = self.call = tick + speed
        self.penalty += penalty
        self.aim = ""

    def refresh(self) -> None:
        """Forget what counts until the next action (2E-276)."""
        self.penalty = self.stunt = 0
        self.botched = self.unaware = self.spent = False

    def harm(self, levels: int, kind: int, tick: int) -> None:
        """Mark levels of damage (2E-401 to 2E-410)."""
        for _ in range(levels):
            self._mark(kind)
        self._weigh()
        self._judge()
        if self.fate != "dying":
            self.since = None
        elif self.since is None:
            self.since = tick

    def bleed(self, tick: int) -> None:
        """Fill a Dying level for every five ticks that have passed (2E-407)."""
        since = tick if self.since is None else self.since
        if levels := (tick - since) // DYING_TICKS:
            self.dying = min(self.figures.dying_levels, self.dying + levels)
            self.dead = self.dying == self.figures.dying_levels
            self.since = since + levels * DYING_TICKS
            self._judge()

    def _judge(self) -> None:
        """Find out how it is out of the fight."""
        if self.dead or self.dying:
            self.fate = "dead" if self.dead else "dying"
        else:
            self.fate = "" if self.room else "incapacitated"

    def _mark(self, kind: int) -> None:
        """Mark a level in an empty box, or push the lightest mark out of the last one."""
        is_full = self.bashing + self.lethal + self.aggravated == self.boxes
        self.mark(1, kind)
        if not is_full:
            return
        if not self.bashing:
            self._drop_lethal()
            return
        self.bashing -= 1
        if not self.figures.wraps:
            return
        if self.bashing:
            self.bashing -= 1
            self.lethal += 1
        else:
            self._die_a_little()

    def _drop_lethal(self) -> None:
        if self.lethal:
            self.lethal -= 1
        else:
            self.aggravated -= 1
        self._die_a_little()

    def _die_a_little(self) -> None:
        """Fill a Dying level, or die where there is none (2E-406, 2E-410)."""
        self.dying = min(self.figures.dying_levels, self.dying + 1)
        self.dead = self.dying == self.figures.dying_levels
