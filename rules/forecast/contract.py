"""What a game supplies for forecasts: a fast simulator, and its tactics as moves of the real battle."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import attrgetter
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

from rules.battle.declare import Move
from rules.battle.engine import Battle
from rules.battle.roster import Roster
from rules.dice import Roller
from rules.forecast.dice import Dice, Key
from rules.forecast.tactics import TACTICS, Tactic
from rules.text import EMPTY, Text
from rules.view import BoxView

S = TypeVar("S", bound=Roster[Any])
Plans = Mapping[str, Tactic]
"""The tactic of each side, by its name."""


class Outcome(NamedTuple):
    """How one fight ended. The tuples are in the order of `state.combatants`.

    `time`: as `Battle.count_time` returned it when at most one side was left standing, or at the end of an undecided
    fight. `fates`: a key of `Forecaster.fates`, empty for those who stand.
    `wounds`: health levels of bashing, lethal and aggravated harm. `points`: what is left in each of
    `Forecaster.purses`.
    """

    time: int
    fates: tuple[str, ...]
    wounds: tuple[tuple[int, int, int], ...]
    points: tuple[tuple[int, ...], ...]


Fight = Callable[[Dice, int], Outcome]
"""Plays one whole fight with these dice. It ends as soon as someone must choose and at most one side stands, or the
time is past the limit, the second argument. It can be called any number of times."""


class Duel(Protocol):
    """A fight of two that is played step by step, so that `rules.forecast.exact` can count out all its ways."""

    time: int
    is_over: bool

    def begin(self) -> bool:
        """Begin it. Return whether it is over."""

    def play_step(self) -> bool:
        """Play the next turn of one of them. Return whether it is over."""

    def save(self) -> Hashable:
        """Return the position: how both stand, without the time, but with how long the fight has been decided."""

    def load(self, position: Any) -> None:
        """Go back to a position, at time 0."""

    def get_outcome(self) -> Outcome:
        """Return how it stands."""


Opening = Callable[[Dice, int], Duel]
"""Begins a duel with these dice and this limit."""


@dataclass(frozen=True, slots=True)
class Purse:
    """Points that are spent in a fight: the name, and how to read what a combatant has left."""

    name: Text
    read: Callable[[Any], int]


WILLPOWER = Purse(Text("Willpower"), attrgetter("willpower"))
MOTES = Purse(Text("Personal motes"), attrgetter("personal")), Purse(Text("Peripheral motes"), attrgetter("peripheral"))


@dataclass(frozen=True, slots=True)
class Lever(Generic[S]):
    """One number of a combatant that might be one point higher, and the state in which it is."""

    actor: str
    name: Text
    state: S


class Forecaster(ABC, Generic[S]):
    """How one game plays whole fights quickly."""

    battle: Battle[S, Any]
    """The real battle, by which the simulator is checked."""
    fates: ClassVar[Mapping[str, Text]]
    """How a combatant can be out of the fight, each with the word for it."""
    purses: ClassVar[tuple[Purse, ...]] = (WILLPOWER,)
    tactics: ClassVar[Mapping[str, Tactic]] = TACTICS
    """The tactics of the game, by their keys."""
    shown: ClassVar[tuple[str, ...]] = ()
    """The fields of a combatant that everyone at the table sees, in addition to its id, name and side
    (`rules.forecast.seats`)."""
    limit: ClassVar[int]
    """The time after which a fight counts as undecided."""

    @abstractmethod
    def count(self, time: int) -> Text:
        """Return an amount of the game's time in words: "4 turns"."""

    def why_not(self, state: S) -> Text:
        """Return why there is no forecast from this state, or an empty text: what the simulator does not know of.

        A player gets the reason for the state with only her own combatants in it (`rules.forecast.seen`).
        """
        return EMPTY

    def open_duel(self, state: S, plans: Plans) -> Opening | None:
        """Return the duel from this state step by step, or None where it has too many positions to be counted out."""
        return None

    def is_amid(self, state: S) -> bool:
        """Return whether something is under way that the real battle ends before the simulator takes over.

        By default that is an open prompt. A game may name more, as declarations that are not all made.
        """
        return bool(self.battle.prompts(state))

    @abstractmethod
    def prepare(self, state: S, plans: Plans) -> Fight:
        """Return the simulator of the fights that begin in this state, in setup or running, and not `is_amid`."""

    @abstractmethod
    def throw(self, key: Key, roller: Roller) -> int:
        """Roll by a key with the dice of the rules. See `rules.forecast.dice.Throw`."""

    @abstractmethod
    def spread(self, key: Key) -> Iterable[tuple[int, Fraction]]:
        """Return the results of a key with their exact chances. See `rules.forecast.dice.Spread`."""

    @abstractmethod
    def choose(self, state: S, plans: Plans) -> Move:
        """Return the Storyteller's next move by the tactics in a running battle: an answer, an action, an end of turn.

        It is never asked when the fight is over.
        """

    def act(self, state: S, actor: Any, tactic: Tactic) -> Move:
        """Return what a combatant does by a tactic, in its turn. It is asked for any who may act now."""
        return self.choose(state, {actor.side: tactic})

    @abstractmethod
    def fate(self, actor: Any) -> str:
        """Return how a combatant is out of the fight, empty if it stands."""

    @abstractmethod
    def wounds(self, actor: Any) -> tuple[int, int, int]:
        """Return the health levels of bashing, lethal and aggravated harm."""

    @abstractmethod
    def with_health(self, actor: Any, boxes: Sequence[BoxView]) -> Any:
        """Return a real combatant with as many health boxes and as many wounds as a view shows."""

    def raise_numbers(self, actor: Any) -> Iterable[tuple[Text, Any]]:
        """Return each number of a combatant that counts in a fight, with the combatant who has one point more of it."""
        return ()

    def levers(self, state: S) -> Sequence[Lever[S]]:
        """Return the numbers of all who stand that a forecast tries one point higher."""
        return [
            Lever(combatant.id, name, state.put(higher))
            for combatant in state.combatants
            if not self.fate(combatant)
            for name, higher in self.raise_numbers(combatant)
        ]

    def compute_outcome(self, state: S) -> Outcome:
        """Return the outcome of a fight that ended in this state of the real battle."""
        everyone = state.combatants
        return Outcome(
            self.battle.count_time(state),
            tuple(map(self.fate, everyone)),
            tuple(map(self.wounds, everyone)),
            tuple(tuple(purse.read(combatant) for purse in self.purses) for combatant in everyone),
        )

    def is_decided(self, state: S) -> bool:
        """Return whether at most one side stands."""
        return len({combatant.side for combatant in state.combatants if not self.fate(combatant)}) < 2

    def is_over(self, state: S, limit: int) -> bool:
        """Return whether at most one side stands, or the time is past the limit."""
        return self.is_decided(state) or self.battle.count_time(state) > limit
