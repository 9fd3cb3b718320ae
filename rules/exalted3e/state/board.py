"""The whole battle, distances and sides."""

from dataclasses import dataclass

from rules.battle.roster import Phase, Roster
from rules.exalted3e.health import is_incapacitated
from rules.exalted3e.options import Options
from rules.exalted3e.state.exchange import Blow, Departure, Exchange, Pending
from rules.exalted3e.state.fighters import Combatant

DEFAULTS = Options()


@dataclass(frozen=True, slots=True)
class State(Roster[Combatant]):
    """A whole battle.

    `tick` is the current tick, `due` the combatants who still act on it, in order, `current` the combatant whose turn
    is open, and `stack` the combatants whose turns a Shift interrupted. While a counterattack runs as the `exchange`,
    the attack it answers is `interrupted`; then `blow` keeps the counterattack until that attack's damage is rolled
    (3E-297). `departure` is a contested disengage. `serial` counts the events.
    """

    options: Options = DEFAULTS
    phase: Phase = "setup"
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

    @property
    def blocking(self) -> tuple[Pending, ...]:
        """The prompts that block every move except their answers."""
        return tuple(prompt for prompt in self.pending if prompt.blocking)


def distance(one: Combatant, other: Combatant) -> int:
    """Return the range bands between two combatants (3E-204)."""
    return abs(one.position - other.position)


def are_enemies(one: Combatant, other: Combatant) -> bool:
    """Return whether two combatants stand on different sides."""
    return one.side != other.side


def open_opponents(state: State, actor: Combatant) -> tuple[Combatant, ...]:
    """Return the enemies who still fight and are not in hiding; hidden ones neither embattle nor contest."""
    return tuple(c for c in state.combatants if are_enemies(c, actor) and c.is_in_play and not c.hidden)


def embattling(state: State, actor: Combatant) -> tuple[Combatant, ...]:
    """Return the opponents at close range (3E-205)."""
    return tuple(c for c in open_opponents(state, actor) if distance(c, actor) == 0)


def is_defeated(combatant: Combatant) -> bool:
    """Return whether the combatant's track is full: its health levels, or the Magnitude of a group without Size."""
    if combatant.group:
        return combatant.group.size == 0 and combatant.group.damage >= combatant.group.maximum
    return is_incapacitated(combatant.health)


def is_falling(combatant: Combatant) -> bool:
    """Return whether the combatant goes out as the tick ends; the Storyteller may have changed its wounds."""
    return combatant.is_in_play and bool(combatant.falls) and (combatant.falls == "defeated" or is_defeated(combatant))


def is_attacking(state: State, id: str) -> bool:
    """Return whether the combatant is attacker, target or guardian in a running attack."""
    running = [exchange for exchange in (state.exchange, state.interrupted) if exchange is not None]
    return any(id in (exchange.attacker, exchange.target, exchange.guard) for exchange in running)
