"""The battle: combatants in their order, the turn, the attack being resolved and the question that is open."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from rules.battle import Audience, Seat
from rules.pool import Term
from rules.powers import Share
from rules.wod2004.options import Options
from rules.wod2004.sheet.equipment import Weapon
from rules.wod2004.state.combatant import Combatant

Phase = Literal["setup", "running", "ended"]
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
    """A question to one combatant. `number`: the successes it is about; `exchange`: the attack it belongs to."""

    id: str
    ask: Ask
    who: str
    exchange: str
    number: int = 0
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class StoredDefense:
    """Successes stored when somebody made a defense: a challenger needs more (WD-111). `is_open`: all know how many."""

    id: str
    name: str
    maker: str
    successes: int
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class State:
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

    def find(self, id: str) -> Combatant | None:
        """The combatant of this id."""
        return next((combatant for combatant in self.combatants if combatant.id == id), None)

    def get(self, id: str) -> Combatant:
        """The combatant of an id that the rules themselves have written."""
        found = self.find(id)
        if found is None:
            raise KeyError(id)
        return found

    def in_order(self) -> Iterable[Combatant]:
        """Combatants in the order of action."""
        by_id = {combatant.id: combatant for combatant in self.combatants}
        return [by_id[id] for id in self.order]

    def change(self, id: str, **values: Any) -> "State":
        """The state with some values of one combatant replaced."""
        changed = tuple(replace(c, **values) if c.id == id else c for c in self.combatants)
        return replace(self, combatants=changed)


def is_visible(combatant: Combatant, seat: Seat) -> bool:
    """Whether the seat may know of the combatant."""
    return not combatant.hidden or seat.controls(combatant.character)


def audience_of(*combatants: Combatant) -> Audience:
    """Who may hear of something that all of these take part in: everyone, unless someone is hidden."""
    owners = {combatant.character for combatant in combatants if combatant.hidden}
    if not owners:
        return None
    owner = owners.pop()
    return (owner,) if owner is not None and not owners else ()


def list_defenses(state: State, seat: Seat) -> list[StoredDefense]:
    """The stored defenses that the seat may know of: those of whom it can see."""
    return [stored for stored in state.defenses if is_visible(state.get(stored.maker), seat)]


def knows_score(state: State, stored: StoredDefense, seat: Seat) -> bool:
    """Whether the seat may know how many successes are stored."""
    return stored.is_open or seat.controls(state.get(stored.maker).character)
