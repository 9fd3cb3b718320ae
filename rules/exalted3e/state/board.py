"""The whole battle, distances and sides."""

from dataclasses import dataclass

from rules.battle.roster import Phase, Roster
from rules.exalted3e.health import is_incapacitated
from rules.exalted3e.options import Options
from rules.exalted3e.state.combatant import Combatant
from rules.exalted3e.state.exchange import Departure, Exchange, Pending, ResolvedAttack, WaitingStunt
from rules.exalted3e.traits import COVERS
from rules.lru_cache import cached_by_identity

DEFAULTS = Options()


@dataclass(frozen=True, slots=True)
class PlaceCover:
    """Cover of one level that a place has, and how hard it is to reach (3E-226)."""

    at: int
    level: str
    difficulty: int


@dataclass(frozen=True, slots=True)
class State(Roster[Combatant]):
    """A whole battle.

    `tick` is the current tick, `due` the combatants who still act on it, in order, `current` the combatant whose turn
    is open, and `stack` the combatants whose turns a Shift interrupted. While a counterattack runs as the `exchange`,
    the attack it answers is `interrupted`; then `blow` keeps the counterattack until that attack's damage is rolled
    (3E-297). `departure` is a contested disengage. `told` is a stunt that waits to be rated. `serial` counts
    the events. `rough` are the stretches of difficult terrain, each named by its lower end; `difficult_terrain` is the
    whole field. `covers` is the cover that the Storyteller has ruled for a place.
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
    blow: ResolvedAttack | None = None
    departure: Departure | None = None
    pending: tuple[Pending, ...] = ()
    told: WaitingStunt | None = None
    difficult_terrain: bool = False
    rough: tuple[int, ...] = ()
    covers: tuple[PlaceCover, ...] = ()
    serial: int = 0

    @property
    def blocking(self) -> tuple[Pending, ...]:
        """The prompts that block every move except their answers."""
        return tuple(prompt for prompt in self.pending if prompt.blocking)


def distance(actor: Combatant, other: Combatant) -> int:
    """Return the range bands between two combatants (3E-204)."""
    return abs(actor.position - other.position)


def is_rough(state: State, at: int, step: int) -> bool:
    """Return whether the ground of one step (+1 or -1) from a place is difficult terrain (3E-237, 3E-239)."""
    return state.difficult_terrain or (at if step > 0 else at - 1) in state.rough


def list_stretches(at: int, to: int) -> tuple[int, ...]:
    """Return the stretches between two places, each by its lower end."""
    return tuple(range(min(at, to), max(at, to)))


def is_rough_between(state: State, actor: Combatant, other: Combatant) -> bool:
    """Return whether difficult terrain lies between two combatants (3E-238)."""
    stretches = list_stretches(actor.position, other.position)
    return state.difficult_terrain or any(stretch in state.rough for stretch in stretches)


def find_cover_difficulty(state: State, at: int, level: str) -> int | None:
    """Return how hard it is to reach cover of a level at a place; None if the Storyteller has not ruled it.

    Cover of a higher level gives that of a lower one too.
    """
    known = {cover.level: cover.difficulty for cover in state.covers if cover.at == at}
    if level in known:
        return known[level]
    higher = [known[name] for name in COVERS[COVERS.index(level) :] if name in known]
    return min(higher, default=None)


def cover_against(target: Combatant, attacker: Combatant | None) -> str:
    """Return the cover of a combatant against another one: none against those who are behind it (3E-229)."""
    return "none" if attacker is not None and attacker.id in target.cover_open else target.cover


def are_enemies(actor: Combatant, other: Combatant) -> bool:
    """Return whether two combatants stand on different sides."""
    return actor.side != other.side


@cached_by_identity(64)
def open_opponents(state: State, actor: Combatant) -> tuple[Combatant, ...]:
    """Return the enemies who still fight and are not in hiding; hidden ones neither embattle nor contest."""
    return tuple(c for c in state.combatants if are_enemies(c, actor) and c.is_in_play and not c.hidden)


def embattling(state: State, actor: Combatant) -> tuple[Combatant, ...]:
    """Return the opponents at close range (3E-205)."""
    return tuple(c for c in open_opponents(state, actor) if distance(c, actor) == 0)


def is_defeated(actor: Combatant) -> bool:
    """Return whether the combatant's track is full: its health levels, or the Magnitude of a group without Size."""
    if actor.group:
        return actor.group.size == 0 and actor.group.damage >= actor.group.maximum
    return is_incapacitated(actor.health)


def is_falling(actor: Combatant) -> bool:
    """Return whether the combatant goes out as the tick ends; the Storyteller may have changed its wounds."""
    return actor.is_in_play and bool(actor.falls) and (actor.falls == "defeated" or is_defeated(actor))


def is_attacking(state: State, id: str) -> bool:
    """Return whether the combatant is attacker, target or guardian in a running attack."""
    running = [exchange for exchange in (state.exchange, state.interrupted) if exchange is not None]
    return any(id in (exchange.attacker, exchange.target, exchange.guard) for exchange in running)
