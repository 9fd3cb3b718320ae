"""A move while it is carried out: the state so far, the events so far, the dice."""

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypedDict, TypeVar

from rules.battle.declare import Move
from rules.battle.kinds import Event
from rules.battle.roster import Roster, audience_of, private_to
from rules.battle.seats import Audience, Seat
from rules.dice import Roller, roll_among
from rules.odds import WeighedRoll
from rules.outlook import Outlook

S = TypeVar("S", bound=Roster[Any])


class ActorFields(TypedDict):
    """The fields of every event about one combatant, with who may see it."""

    actor: str
    actor_name: str
    owner: str | None
    audience: Audience


class TargetFields(ActorFields):
    """The fields of every event that one combatant directs at another."""

    target: str
    target_name: str


class Play(Generic[S]):
    """Collects events and applies each at once, so that what follows sees the state after it.

    `battle` is the game's `Battle`, `seat` the seat that makes the move. `asks` is False if all choices are given
    beforehand: then no one is prompted.
    """

    def __init__(self, battle: Any, state: S, seat: Seat, roller: Roller, *, asks: bool = True) -> None:
        self.battle = battle
        self.state = state
        self.seat = seat
        self.roller = roller
        self.asks = asks
        self.events: list[Event] = []

    def dice(self, *combatants: Any) -> Roller:
        """Return the roller for dice that all see who may know of these combatants.

        With `roller` itself, only the Storyteller can prove afterwards how they fell.
        """
        return roll_among(self.roller, audience_of(*combatants))

    def secret_dice(self) -> Roller:
        """Return the roller for dice that only the Storyteller sees."""
        return roll_among(self.roller, ())

    def own_dice(self, actor: Any) -> Roller:
        """Return the roller for dice that only the Storyteller and the combatant's player see."""
        return roll_among(self.roller, private_to(actor))

    def emit(self, *events: Event) -> None:
        """Add events in order, and move on to the state after them."""
        for event in events:
            signed = self.battle.sign(self.state, event)
            self.events.append(signed)
            self.state = self.battle.apply(self.state, signed)


def about(actor: Any, *others: Any) -> ActorFields:
    """Return the fields of an event about `actor` for all who may know of all these combatants."""
    return {**in_the_open(actor), "audience": audience_of(actor, *others)}


def at(actor: Any, target: Any) -> TargetFields:
    """Return the fields of an event that `actor` directs at `target`."""
    return {**about(actor, target), "target": target.id, "target_name": target.name}


def in_private(actor: Any) -> ActorFields:
    """Return the fields of an event about `actor` for the Storyteller and the combatant's player only."""
    return {**in_the_open(actor), "audience": private_to(actor)}


def in_the_open(actor: Any) -> ActorFields:
    """Return the fields of an event about `actor` for everyone, even if it was hidden."""
    return {"actor": actor.id, "actor_name": actor.name, "owner": actor.character, "audience": None}


Handler = Callable[[Play[Any], Any], None]
"""Carries out one kind of move: takes the play and the move. Raises `IllegalMove` or `BadInput`."""
Handlers = Mapping[type[Move], Handler]
Weigher = Callable[[Play[Any], Any], WeighedRoll | None]
"""Returns the roll of one kind of move, as far as the seat may know it; None if nothing is rolled. Raises as above."""
Weighers = Mapping[type[Move], Weigher]
Foreseer = Callable[[Play[Any], Any], Outlook | None]
"""Returns what the alternatives to a move would bring; None if nothing can be said. Raises as above."""
Foreseers = Mapping[type[Move], Foreseer]
