"""The battle: combatants in their order, the turn, the attack being resolved and the open prompt."""

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
class AttackLine:
    """One attack on one target before the defender's answer: the pool's terms without Defense and armor."""

    target: str
    traits: tuple[Term, ...]
    bonuses: tuple[Term, ...]
    penalties: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Exchange:
    """An attack being resolved, target by target. `unaware`: no one saw it coming, so there is no Defense (WD-189).

    `shares`: what the attacker's powers add.
    """

    id: str
    kind: Literal["attack", "grapple"]
    actor: str
    weapon: Weapon
    close: bool
    spot: str
    unaware: bool
    blows: tuple[AttackLine, ...]
    shares: tuple[Share, ...] = ()


@dataclass(frozen=True, slots=True)
class Prompt:
    """A question about a combatant. `number`: the successes it is about; `exchange`: the attack that it belongs to."""

    id: str
    ask: Ask
    who: str
    exchange: str
    number: int = 0
    weapon: str = ""

    @property
    def kind(self) -> str:
        """The kind of the question."""
        return self.ask

    @property
    def storyteller(self) -> bool:
        """Whether only the Storyteller may answer: she rules on mishaps (WD-207)."""
        return self.ask == "mishap"


@dataclass(frozen=True, slots=True)
class StoredDefense:
    """Stored successes of a defense; a challenger needs more (WD-111). `is_open`: all seats know the number."""

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
        """Return the combatants in the order of action."""
        by_id = {combatant.id: combatant for combatant in self.combatants}
        return [by_id[id] for id in self.order]


def list_defenses(state: State, seat: Seat) -> list[StoredDefense]:
    """Return the stored defenses whose makers the seat can see."""
    return [stored for stored in state.defenses if can_see(seat, state.get(stored.maker))]


def knows_score(state: State, stored: StoredDefense, seat: Seat) -> bool:
    """Return whether the seat may know how many successes are stored."""
    return stored.is_open or seat.controls(state.get(stored.maker).character)
