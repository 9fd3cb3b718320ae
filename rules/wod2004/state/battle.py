"""The battle: combatants in their order, the turn, the attack being resolved and the question that is open."""

from dataclasses import dataclass, field
from typing import Literal

from rules.battle import Seat
from rules.battle.roster import Phase, Roster, can_see
from rules.pool import Term
from rules.powers import Share
from rules.wod2004.options import Options
from rules.wod2004.sheet.equipment import Weapon
from rules.wod2004.state.combatant import Combatant

Ask = Literal["defense", "maneuver", "consciousness", "mishap"]


@dataclass(frozen=True, slots=True)
class Blow:
    """One attack on one target that waits for the defender: the pool's terms without Defense and armor."""

    target: str
    traits: tuple[Term, ...]
    bonuses: tuple[Term, ...]
    penalties: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Exchange:
    """An attack being resolved, target by target. `unaware`: nobody saw it come, so there is no Defense (WD-189).

    `shares`: what the powers that the attacker has switched on bring.
    """

    id: str
    kind: Literal["attack", "grapple"]
    actor: str
    weapon: Weapon
    close: bool
    spot: str
    unaware: bool
    blows: tuple[Blow, ...]
    shares: tuple[Share, ...] = ()


@dataclass(frozen=True, slots=True)
class Prompt:
    """A question about one combatant. `number`: the successes it is about; `exchange`: the attack it belongs to."""

    id: str
    ask: Ask
    who: str
    exchange: str
    number: int = 0
    weapon: str = ""

    @property
    def kind(self) -> str:
        """What is asked."""
        return self.ask

    @property
    def storyteller(self) -> bool:
        """Whether the Storyteller alone may answer: only she rules on mishaps (WD-207)."""
        return self.ask == "mishap"


@dataclass(frozen=True, slots=True)
class StoredDefense:
    """Successes stored when somebody made a defense: a challenger needs more (WD-111). `is_open`: all know how many."""

    id: str
    name: str
    maker: str
    successes: int
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class State(Roster[Combatant]):
    """The battle. `order`: ids in the order of action; `acting`: whose turn it is, or an empty string."""

    options: Options = field(default_factory=Options)
    phase: Phase = "setup"
    turn: int = 0
    combatants: tuple[Combatant, ...] = ()
    order: tuple[str, ...] = ()
    acting: str = ""
    exchange: Exchange | None = None
    prompt: Prompt | None = None
    defenses: tuple[StoredDefense, ...] = ()

    def in_order(self) -> list[Combatant]:
        """Combatants in the order of action."""
        by_id = {combatant.id: combatant for combatant in self.combatants}
        return [by_id[id] for id in self.order]


def list_defenses(state: State, seat: Seat) -> list[StoredDefense]:
    """The stored defenses that the seat may know of: those of whom it can see."""
    return [stored for stored in state.defenses if can_see(seat, state.get(stored.maker))]


def knows_score(state: State, stored: StoredDefense, seat: Seat) -> bool:
    """Whether the seat may know how many successes are stored."""
    return stored.is_open or seat.controls(state.get(stored.maker).character)
