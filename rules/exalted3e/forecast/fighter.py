"""A combatant of a simulated fight, with what changes in it."""

from rules.exalted3e.defense import COVER_BONUS, DRAW_READY
from rules.exalted3e.forecast.figures import Figures
from rules.forecast.simulation import MoteFighter


class Fighter(MoteFighter[Figures]):
    """A combatant in one fight.

    `drawn` is the Defense that drawing weapons has cost; `lock` the one whom a renewed turn may be aimed at.
    """

    __slots__ = (
        "acted",
        "bonus",
        "boxes",
        "cover",
        "crash_turns",
        "crashed_at_start",
        "crashed_by",
        "drawn",
        "falls",
        "half",
        "initiative",
        "is_covered",
        "lock",
        "mounted",
        "moved",
        "no_hope",
        "onslaught",
        "position",
        "prone",
        "recovered",
        "strike",
        "tick_wound",
        "unloaded",
        "used",
        "wound",
    )

    def __init__(self, figures: Figures) -> None:
        actor = figures.actor
        health = actor.health
        super().__init__(figures)
        self.strike, self.boxes, self.initiative = figures.strike, len(health.levels), actor.initiative or 0
        self.falls, self.no_hope, self.tick_wound = actor.falls, actor.no_hope, actor.tick_wound
        self.acted, self.used, self.moved = actor.acted, actor.action_used, bool(actor.movement_used)
        self.crashed_by, self.crash_turns = actor.crashed_by, actor.crash_turns
        self.crashed_at_start, self.recovered = actor.crashed_at_start, actor.recovered_round
        self.onslaught, self.bonus, self.lock = actor.onslaught, actor.bonus_dice, actor.shift_lock
        self.drawn = actor.timed.count(DRAW_READY)
        self.position, self.half = actor.position, actor.half_to
        self.prone, self.mounted, self.unloaded = actor.prone, actor.mounted, actor.is_unloaded
        self.cover = COVER_BONUS[actor.cover]
        self.is_covered = actor.cover == "full"
        self._weigh()

    def leave_cover(self) -> None:
        """Lose the cover of the place (3E-229)."""
        self.cover, self.is_covered = 0, False

    def cover_against(self, other: "Fighter") -> int:
        """Return what its cover adds to its Defense against another one (3E-227, 3E-229)."""
        return 0 if other.figures.actor.id in self.figures.actor.cover_open else self.cover

    def _weigh(self) -> None:
        """Work out what follows from the wounds: empty levels, penalty, how dangerous it is."""
        filled = self.bashing + self.lethal + self.aggravated
        self.room = self.boxes - filled
        fallen = self.falls == "defeated" or (self.falls and not self.room)
        self.wound = self.tick_wound if fallen and self.tick_wound is not None else self.figures.wounds[filled]
        self.danger = self.strike.danger - self.wound

    def harm(self, levels: int, kind: int) -> None:
        """Mark levels of damage; where none is empty, lighter damage gets worse (3E-265, 3E-266)."""
        put = min(levels, self.room)
        over = levels - put
        if kind == 0:
            self.bashing += put
            turned = min(over, self.bashing)
            self.bashing -= turned
            self.lethal += turned
        else:
            turned = min(over, self.bashing)
            self.bashing -= turned
            if kind == 1:
                self.lethal += put + turned
            else:
                worse = min(over - turned, self.lethal)
                self.lethal -= worse
                self.aggravated += put + turned + worse
        self._weigh()

    def wait_to_fall(self, why: str) -> None:
        """Be felled as the tick ends, and act before with the wounds from before (3E-580)."""
        self.falls = why
        self._weigh()

    def begin_turn(self) -> None:
        """Forget what lasts until the turn (3E-137)."""
        self.onslaught = self.drawn = 0
        self.used = self.moved = False
        self.lock = None
        self.crashed_at_start = self.initiative <= 0

    def end_turn(self) -> None:
        """Count a turn in Crash (3E-100)."""
        self.acted, self.tick_wound = True, None
        if self.crashed_at_start and self.initiative <= 0:
            self.crash_turns += 1
        self.crashed_at_start = False

    @property
    def hardness(self) -> int:
        """Its Hardness now: none in Crash unless a source works there (3E-093, 3E-151)."""
        return self.figures.crash_hardness if self.initiative <= 0 else self.figures.hardness
