"""What the simulators of all games share: who fights and stands, whom a tactic attacks, how a fight goes on.

A game subclasses all four: `Figures` (worked out once for all fights), `Fighter` (what changes), `Run` (its rules), and
`Simulator`, which begins a `Run` for each fight.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from operator import attrgetter
from typing import Any, Generic, TypeVar

from rules.battle.roster import Roster
from rules.forecast.contract import Outcome, Plans
from rules.forecast.dice import Dice
from rules.forecast.tactics import find_place, pick, plan_of

VIGOR, DANGER = attrgetter("room"), attrgetter("danger")
AGGRAVATED = 2
"""The kind of the worst harm; 0 is bashing, 1 lethal."""


class Figures:
    """What a combatant has as the simulated fights begin. All fights of a forecast read it, and none changes it.

    `place`: which of the combatants it is; `fate` and `marks`: how it is out, and its wounds of each kind.
    """

    def __init__(self, actor: Any, place: int, fate: str, marks: tuple[int, int, int]) -> None:
        self.actor, self.place, self.fate, self.marks = actor, place, fate, marks


G = TypeVar("G", bound=Figures)


class Fighter(Generic[G]):
    """A combatant in one fight. `room`: the health levels that are left; `danger`: the dice of an attack."""

    __slots__ = (
        "aggravated",
        "bashing",
        "danger",
        "fate",
        "figures",
        "hidden",
        "lethal",
        "place",
        "room",
        "side",
        "willpower",
    )
    room: int
    danger: int
    hidden: bool
    willpower: int

    def __init__(self, figures: G) -> None:
        actor = figures.actor
        self.figures, self.place, self.side, self.fate = figures, figures.place, actor.side, figures.fate
        self.bashing, self.lethal, self.aggravated = figures.marks
        self.hidden, self.willpower = actor.hidden, actor.willpower

    def mark(self, levels: int, kind: int) -> None:
        """Mark levels of one kind of harm."""
        if kind == 0:
            self.bashing += levels
        elif kind == 1:
            self.lethal += levels
        else:
            self.aggravated += levels

    @property
    def points(self) -> tuple[int, ...]:
        """What is left in each purse."""
        return (self.willpower,)


class MoteFighter(Fighter[G]):
    """A combatant who may have motes of Essence."""

    __slots__ = ("peripheral", "personal")

    def __init__(self, figures: G) -> None:
        super().__init__(figures)
        self.personal, self.peripheral = figures.actor.personal, figures.actor.peripheral

    def pay(self, motes: int) -> None:
        """Spend motes, Peripheral ones first (2E-442, 3E-342)."""
        taken = min(motes, self.peripheral)
        self.peripheral -= taken
        self.personal -= motes - taken

    @property
    def points(self) -> tuple[int, ...]:
        """What is left in each purse."""
        return self.willpower, self.personal, self.peripheral


F = TypeVar("F", bound=Fighter[Any])


class Simulator(ABC, Generic[G]):
    """Plays fights from one state.

    `tactics`: by side; `places`: which of the combatants each is, by id; `standing`: how many of each side stand.
    """

    def __init__(self, state: Roster[Any], plans: Plans, figures: Sequence[G]) -> None:
        self.state: Any = state
        self.figures = figures
        self.tactics = {combatant.side: plan_of(plans, combatant.side) for combatant in state.combatants}
        self.places = {combatant.id: place for place, combatant in enumerate(state.combatants)}
        self.standing = dict.fromkeys(self.tactics, 0)
        for figure in figures:
            self.standing[figure.actor.side] += not figure.fate

    @abstractmethod
    def open(self, dice: Dice, limit: int) -> "Run[Any]":
        """Return a fight that is about to be played."""

    def __call__(self, dice: Dice, limit: int) -> Outcome:
        """Play one fight."""
        run = self.open(dice, limit)
        run.play()
        return run.get_outcome()


class Run(ABC, Generic[F]):
    """One fight while it is played. `is_over`: it ends as soon as someone must choose. `time`: in the game's units.

    `decided`: the time since which at most one side stands, which is how long the fight has taken.
    """

    decided: int | None

    def __init__(self, simulator: Simulator[Any], fighters: list[F], time: int, dice: Dice, limit: int) -> None:
        self.state, self.tactics = simulator.state, simulator.tactics
        self.fighters, self.time, self.dice, self.limit = fighters, time, dice, limit
        self.standing = simulator.standing.copy()
        self.is_over, self.decided = False, None
        self.look()

    @abstractmethod
    def begin(self) -> bool:
        """Begin the fight, or go on with what was open. Return whether it is over."""

    @abstractmethod
    def play_round(self) -> bool:
        """Play a turn, tick or round, and turn to the next. Return whether the fight is over."""

    def play(self) -> None:
        """Play until the fight is over."""
        if self.is_over or self.begin():
            return
        while not self.play_round():
            pass

    def look(self) -> None:
        """Look whether the fight ends as soon as someone must choose."""
        is_decided = sum(map(bool, self.standing.values())) < 2
        if not is_decided:
            self.decided = None
        elif self.decided is None:
            self.decided = self.time
        self.is_over = is_decided or self.time > self.limit

    def fall(self, fighter: F) -> None:
        """Count one fewer on a side, since this one no longer stands."""
        self.standing[fighter.side] -= 1
        self.look()

    def list_opponents(self, fighter: F) -> list[F]:
        """Return the enemies who stand and are not in hiding."""
        side = fighter.side
        return [other for other in self.fighters if other.side != side and not (other.fate or other.hidden)]

    def choose_target(self, fighter: F, opponents: Sequence[F]) -> F:
        """Return whom of these the tactic attacks."""
        aim = self.tactics[fighter.side].aim
        place = find_place(fighter, self.fighters, _stands) if aim == "spread" else 0
        return pick(aim, opponents, place, VIGOR, DANGER)

    def get_outcome(self) -> Outcome:
        """Return how it stands."""
        everyone = self.fighters
        return Outcome(
            self.time if self.decided is None else self.decided,
            tuple([fighter.fate for fighter in everyone]),
            tuple([(fighter.bashing, fighter.lethal, fighter.aggravated) for fighter in everyone]),
            tuple([fighter.points for fighter in everyone]),
        )


def _stands(fighter: Fighter[Any]) -> bool:
    return not fighter.fate
