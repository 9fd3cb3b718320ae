"""Battles for the files: random ones in which everything happens that can happen, and scripted ones for the rest."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, get_args, get_type_hints

from rules.battle import STORYTELLER, Event, Seat, fold
from rules.codec import decode, encode
from rules.dice import RecordingRoller, Roller
from rules.errors import RulesError
from rules.laws import ADA, BEN, SPECTATOR, Trial
from rules.settings import option_fields
from rules.system import System
from tests.earlier.sheets import FULL, make_powers, make_sheets

SEATS = {"storyteller": STORYTELLER, "ada": ADA, "ben": BEN, "spectator": SPECTATOR}
STEPS = 90
"""Moves of a random battle at most."""
POOL, MOST = 48, 600
"""Random battles of which the best are kept; more where a kind has not come up, but not more than so many."""
EAGER = {"Attack", "AnswerClash", "Grapple"}
"""Moves that are taken more often than others, for much follows from them."""


@dataclass(frozen=True, slots=True)
class Step:
    """One accepted move: who made it, the faces that fell, and the events that came of it; all as JSON."""

    seat: Mapping[str, Any]
    move: Mapping[str, Any]
    dice: Sequence[int]
    events: Sequence[Mapping[str, Any]]

    @property
    def kinds(self) -> set[str]:
        """The kinds of its move and its events."""
        return {f"move {self.move['kind']}", *(f"event {event['kind']}" for event in self.events)}


@dataclass
class Log:
    """A battle from its first state to its last, as it is written down."""

    system: System
    state: Any
    steps: list[Step] = field(default_factory=list)
    befores: list[Any] = field(default_factory=list)
    """The state before each step."""
    pauses: list[int] = field(default_factory=list)
    """The steps before which the state is kept too."""

    def take(self, move: Mapping[str, Any], roller: Roller, seat: Seat = STORYTELLER) -> None:
        """Make a move and write it down. Raises `RulesError`, and then nothing has happened."""
        rules, rolled = self.system.battle, RecordingRoller(roller)
        parsed = rules.moves.decode(move)
        events: list[Event] = list(rules.decide(self.state, seat, parsed, rolled))
        self.befores.append(self.state)
        self.state = fold(rules.apply, self.state, events)
        told = [rules.events.encode(event) for event in events]
        self.steps.append(Step(encode(seat), rules.moves.encode(parsed), rolled.faces, told))

    def write(self) -> dict[str, Any]:
        """The JSON that is kept; `pauses`: states in the middle, by how many steps lie before them."""
        rules = self.system.battle
        return {
            "start": encode(self.befores[0]),
            "steps": [encode(step) for step in self.steps],
            "pauses": {str(n): encode(self.befores[n]) for n in self.pauses},
            "state": encode(self.state),
            "says": describe(self.system, self.state),
            "outcome": encode(rules.outcome(self.state)),
        }


def describe(system: System, state: Any) -> dict[str, Any]:
    """What the rules say of a state, but for its words: whom each seat sees, who is asked, time and experience."""
    rules = system.battle
    boards = {name: rules.view(state, seat) for name, seat in SEATS.items()}
    return {
        "seen": {name: sorted(who["id"] for who in board["combatants"]) for name, board in boards.items()},
        "asked": {name: [[one["id"], one["who"]] for one in board["pending"]] for name, board in boards.items()},
        "acting": sorted(who["id"] for who in boards["storyteller"]["combatants"] if who["acts_now"]),
        "elapsed": rules.elapsed(state),
        "earned": encode(rules.earned(state)),
    }


class Player(Trial):
    """Plays at random without checking the laws, which others do, and writes down what happens."""

    def __init__(self, system: System, seed: int, wanted: Mapping[str, int]) -> None:
        self.wanted = wanted
        self.options = vary_options(system) if seed % 3 == 2 else system.options()
        super().__init__(system, seed, choose_sheets(system, seed))

    def run(self) -> Log:
        """Play until the battle has ended or is long enough."""
        while len(self.log.steps) < STEPS and self.board["phase"] != "ended":
            self._spend() if self.random.random() < 0.04 else self.take_offer()
        return self.log

    def _begin(self) -> None:
        self.log = Log(self.system, self.rules.start(self.options))
        super()._begin()

    def _take_state(self, state: Any) -> None:
        self.state = self.log.state
        self.board = self.rules.view(self.state, STORYTELLER)

    def _plant(self, sheet: dict[str, Any], mark: str) -> dict[str, Any]:
        return sheet

    def _weight(self, offer: Any) -> float:
        usual = super()._weight(offer)
        return 1.0 if usual and (offer.move in EAGER or not self.wanted.get(f"move {offer.move}")) else usual * 0.6

    def must(self, seat: Seat, move: Mapping[str, Any], why: str = "") -> None:
        """Make the move; an offer whose choices contradict each other is left alone."""
        if move["kind"] == "EndBattle" and len(self.log.steps) < STEPS / 2:
            return
        try:
            self.log.take(move, self.roller, seat)
        except RulesError:
            return
        self._take_state(None)


def choose_sheets(system: System, seed: int) -> list[dict[str, Any]]:
    """What the fighters of a battle have: the sheets of all archetypes, or of two, with powers or without."""
    sheets = make_sheets(system)
    full, blank = sheets.pop(FULL), list(sheets.values())
    gifted = [{**sheet, "powers": make_powers(system)} for sheet in blank]
    pairs = [blank[seed % len(blank)], gifted[(seed // 2) % len(gifted)], full]
    return [[*blank, full], [*gifted, full], pairs][seed % 3]


def vary_options(system: System) -> Any:
    """Options of which each has another value than its default."""
    usual, hints = system.options(), get_type_hints(system.options)
    values: dict[str, Any] = {}
    for one in option_fields(system.options, usual):
        value = getattr(usual, one.name)
        others = {"choice": get_args(hints[one.name]), "flag": (not value,)}.get(one.kind, (one.high, one.low))
        values[one.name] = next(other for other in others if other != value)
    return decode(system.options, values)


def make_battles(system: System, scripted: Sequence[Log] = ()) -> list[Log]:
    """Battles that hold every kind of move and event: what is missing is said in the `AssertionError`."""
    every = {f"move {kind}" for kind in system.battle.moves.classes}
    every |= {f"event {kind}" for kind in system.battle.events.classes}
    found = Counter(kind for log in scripted for step in log.steps for kind in step.kinds)
    pool: list[Log] = []
    while len(pool) < POOL or (every - found.keys() and len(pool) < MOST):
        pool.append(Player(system, len(pool), found).run())
        found.update(kind for step in pool[-1].steps for kind in step.kinds)
    kept = choose([*scripted, *pool])
    missing = every - {kind for log in kept for step in log.steps for kind in step.kinds}
    assert not missing, f"{system.key}: no battle has {sorted(missing)}"
    pause_at_prompts(kept)
    return kept


def choose(pool: Sequence[Log]) -> list[Log]:
    """The few battles that hold all that is in the pool, each cut off after the last thing that it is kept for."""
    kept: list[Log] = []
    known: set[str] = set()
    left = list(pool)
    while left:
        best = max(left, key=lambda log: len({kind for step in log.steps for kind in step.kinds} - known))
        news = {kind for step in best.steps for kind in step.kinds} - known
        if not news:
            break
        kept.append(cut(best, news))
        known |= news
        left.remove(best)
    return kept


def cut(log: Log, news: set[str]) -> Log:
    """The battle up to the step in which the last of these kinds comes for the first time."""
    firsts = {kind: n for n, step in reversed([*enumerate(log.steps)]) for kind in step.kinds & news}
    length = max(firsts.values()) + 1
    return Log(log.system, [*log.befores, log.state][length], log.steps[:length], log.befores[:length])


def pause_at_prompts(logs: Iterable[Log]) -> None:
    """Have the state kept that is there before each kind of prompt is answered for the first time."""
    answered: set[str] = set()
    for log in logs:
        for number, step in enumerate(log.steps):
            if "prompt" in step.move and step.move["kind"] not in answered:
                answered.add(step.move["kind"])
                log.pauses.append(number)
