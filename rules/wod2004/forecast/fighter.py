"""A combatant of a simulated fight, with what changes in it."""

from collections.abc import Sequence
from typing import Final

from rules.forecast import simulation
from rules.wod2004.forecast.figures import Strike, bare_strike, best_strike
from rules.wod2004.health import PENALTIES
from rules.wod2004.state.combatant import Combatant
from rules.wod2004.traits import TURNS_A_MINUTE
from rules.wounds import STROKES


class Figures(simulation.Figures):
    """`against`: for each of its attacks the dice of armor and the kind of harm, by the place of the target."""

    actor: Combatant

    def __init__(self, actor: Combatant, place: int) -> None:
        super().__init__(actor, place, fate_of(actor), wounds_of(actor))
        self.strike, self.bare = best_strike(actor), bare_strike(actor)
        self.against: dict[Strike, tuple[tuple[int, int], ...]] = {}
        drawn = actor.weapon(actor.drawn)
        self.guard = drawn.guard if drawn else 0
        self.defense = actor.current_defense.total
        self.modifier = actor.dice_modifier
        # Dice that its concealment takes from shots at it, and from its own (WD-193, WD-194).
        self.unseen, self.hampered = actor.concealment, max(0, actor.concealment - 1)

    def face(self, others: Sequence["Figures"]) -> None:
        """Work out the armor that each of its attacks meets on these, and the harm that it does, by their places."""
        for strike in (self.strike, self.bare):
            suits = (other.actor.suit for other in others)
            self.against[strike] = tuple((strike.armor(suit), strike.harm(suit)) for suit in suits)


class Fighter(simulation.Fighter[Figures]):
    """A combatant in one fight."""

    __slots__ = (
        "acted",
        "against",
        "aim",
        "aim_target",
        "all_out",
        "attacked",
        "boxes",
        "cover",
        "dodging",
        "done",
        "dying_turns",
        "guard",
        "moved",
        "penalty",
        "prone",
        "spent",
        "stable",
        "strike",
        "structure",
        "surprised",
    )

    def __init__(self, figures: Figures) -> None:
        actor = figures.actor
        super().__init__(figures)
        self.boxes, self.stable, self.dying_turns = actor.boxes, actor.stable, actor.dying_turns
        self.strike, self.against = figures.strike, figures.against[figures.strike]
        self.guard, self.prone = figures.guard, actor.prone
        self.cover, self.structure = actor.cover, actor.structure
        self.aim, self.aim_target = actor.aim, actor.aim_target
        self.done, self.acted, self.moved, self.surprised = actor.done, actor.acted, actor.moved, actor.surprised
        self.attacked, self.dodging, self.all_out = actor.attacked, actor.dodging, actor.all_out
        self.spent = actor.willpower_spent
        self._weigh()

    def refresh(self) -> None:
        """Forget what the last turn has used up."""
        self.done = self.acted = self.moved = self.dodging = self.all_out = self.spent = False
        self.attacked = 0

    def _weigh(self) -> None:
        """Work out what follows from the wounds: boxes left, penalty, dice of an attack (WD-174)."""
        self.room = room = self.boxes - self.bashing - self.lethal - self.aggravated
        is_hurt = room < len(PENALTIES) and room < self.boxes
        self.penalty = (PENALTIES[room] if is_hurt else 0) + self.figures.modifier
        self.danger = self.strike.dice + self.penalty

    def drop(self) -> None:
        """Go on with bare hands, after the weapon was thrown."""
        self.strike, self.guard = self.figures.bare, 0
        self.against = self.figures.against[self.strike]
        self.danger = self.strike.dice + self.penalty

    def harm(self, points: int, kind: int) -> None:
        """Mark damage: empty boxes first, then the lightest wounds get worse (WD-172, WD-173)."""
        marked = min(points, self.room)
        self.mark(marked, kind)
        for _ in range(points - marked):
            self._worsen(kind)
        self.stable = False
        self._weigh()
        if not self.room and not self.bashing:
            self.fate = "dying" if self.lethal else "dead"

    def _worsen(self, kind: int) -> None:
        if self.bashing:
            self.bashing -= 1
            self.mark(1, max(1, kind))
        elif self.lethal:
            self.lethal -= 1
            self.aggravated += 1

    def bleed(self) -> None:
        """Let a turn of dying pass; each minute without care makes a lethal wound aggravated (WD-176)."""
        self.dying_turns += 1
        if self.dying_turns % TURNS_A_MINUTE == 0:
            self.lethal -= 1
            self.aggravated += 1
            if not self.lethal:
                self.fate = "dead"

    def lower_aim(self) -> None:
        """Lose the aim, as by acting and by defending (WD-191)."""
        self.aim, self.aim_target = 0, ""

    @property
    def is_staggering(self) -> bool:
        """Whether the track is full and it must stay awake each turn (WD-175)."""
        return not self.room and self.bashing > 0


FIXED = ("figures", "place", "side")
CHANGING: Final = tuple(name for name in (*simulation.Fighter.__slots__, *Fighter.__slots__) if name not in FIXED)
"""What changes in a fight, by its name."""


def fate_of(actor: Combatant) -> str:
    """Return how a combatant is out of the fight, or an empty text."""
    if actor.left:
        return "left"
    if actor.condition in ("dead", "dying"):
        return actor.condition
    return "unconscious" if actor.unconscious else ""


def wounds_of(actor: Combatant) -> tuple[int, int, int]:
    """Return the health levels of each kind of harm."""
    bashing, lethal, aggravated = map(actor.track.count, STROKES)
    return bashing, lethal, aggravated
