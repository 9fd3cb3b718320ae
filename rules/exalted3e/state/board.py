"""The whole battle, and who stands where to whom."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal

from rules.errors import BadInput

from ..health import is_incapacitated
from ..options import Options
from .exchange import Blow, Departure, Exchange, Pending
from .fighters import Combatant

DEFAULTS = Options()


@dataclass(frozen=True, slots=True)
class State:
    """A whole battle. `tick` is the running tick, `due` who still acts on it, in order, `current` whose turn is open,
    `stack` whose turns were interrupted by a Shift. While a counterattack runs as the `exchange`, the attack it answers
    is `interrupted`; its `blow` waits for that attack's damage to be rolled (3E-297). `departure` is a disengage that
    is being contested."""

    options: Options = DEFAULTS
    phase: Literal["setup", "running", "ended"] = "setup"
    round: int = 0
    tick: int | None = None
    combatants: tuple[Combatant, ...] = ()
    due: tuple[str, ...] = ()
    ties_settled: bool = True
    tie_answers: tuple[tuple[str, bool], ...] = ()
    current: str | None = None
    stack: tuple[str, ...] = ()
    exchange: Exchange | None = None
    interrupted: Exchange | None = None
    blow: Blow | None = None
    departure: Departure | None = None
    pending: tuple[Pending, ...] = ()
    difficult_terrain: bool = False
    serial: int = 0

    def get(self, id: str) -> Combatant:
        """The combatant of this id. Raises `BadInput` for a stranger."""
        found = self.find(id)
        if found is None:
            raise BadInput("unknown_combatant", f"There is no {id[:40]!r} in this battle.", id=id[:40])
        return found

    def find(self, id: str | None) -> Combatant | None:
        """The combatant of this id, or None."""
        return next((combatant for combatant in self.combatants if combatant.id == id), None)

    def find_pending(self, id: str) -> Pending | None:
        """The open prompt of this id, or None."""
        return next((pending for pending in self.pending if pending.id == id), None)


def put(state: State, id: str, **changes: Any) -> State:
    """The state with some values of one combatant replaced."""
    return amend(state, id, lambda combatant: replace(combatant, **changes))


def amend(state: State, id: str, change: Callable[[Combatant], Combatant]) -> State:
    """The state with one combatant changed."""
    return replace(state, combatants=tuple(change(c) if c.id == id else c for c in state.combatants))


def distance(one: Combatant, other: Combatant) -> int:
    """Range bands between two (3E-204)."""
    return abs(one.position - other.position)


def are_enemies(one: Combatant, other: Combatant) -> bool:
    """Whether two stand on different sides."""
    return one.side != other.side


def open_opponents(state: State, actor: Combatant) -> tuple[Combatant, ...]:
    """Enemies still fighting who are not in hiding; a hidden one neither embattles nor contests."""
    return tuple(c for c in state.combatants if are_enemies(c, actor) and c.is_in_play and not c.hidden)


def embattling(state: State, actor: Combatant) -> tuple[Combatant, ...]:
    """The opponents at close range (3E-205)."""
    return tuple(c for c in open_opponents(state, actor) if distance(c, actor) == 0)


def is_defeated(combatant: Combatant) -> bool:
    """Whether its track is full: of health levels, or of a group without Size."""
    if combatant.group:
        return combatant.group.size == 0 and combatant.group.damage >= combatant.group.maximum
    return is_incapacitated(combatant.health)


def is_falling(combatant: Combatant) -> bool:
    """Whether it goes out as the tick ends; the Storyteller may have set its wounds meanwhile."""
    return combatant.is_in_play and bool(combatant.falls) and (combatant.falls == "defeated" or is_defeated(combatant))


def is_attacking(state: State, id: str) -> bool:
    """Whether it is part of a running attack: makes it, is its target, or stands before the target."""
    running = [exchange for exchange in (state.exchange, state.interrupted) if exchange is not None]
    return any(id in (exchange.attacker, exchange.target, exchange.guard) for exchange in running)
