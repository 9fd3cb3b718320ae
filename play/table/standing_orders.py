"""What people leave ahead in a fight by post: standing orders, and declarations that lie face down.

All of it is read by its owner alone; the Storyteller's is that of the combatants whom no player plays. It stands in the
table's state, so that it survives restarts and goes with a rewind.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from play.table.lines import make_line
from rules.battle import Event, Json, Seat
from rules.battle.standing_orders import StandingOrder, say
from rules.system import System
from rules.text import EMPTY, Text, join
from rules.view import EventView


@dataclass(frozen=True, slots=True)
class Laid:
    """A move of the battle that `actor` will make as its turn comes. `what` are its words.

    `ends`: the turn is ended after it. `turned`: it was shown together with those of others, and is now carried out.
    `for_turn`: the turn or tick outside which it is not made; −1 for the next turn, whenever it comes. `owner`: who
    had the character when it was laid, as the key of the person; empty if no player, None where that is not known.
    """

    actor: str
    move: Mapping[str, Json]
    what: Text
    ends: bool = False
    turned: bool = False
    for_turn: int = -1
    owner: str | None = None


@dataclass(frozen=True, slots=True)
class AheadEvent(Event):
    """Something that was left ahead, or came of it.

    `name`: of the combatant. `person`: who did it by hand, as the key of the person; empty if it happened by itself.
    """

    name: str = field(default="", kw_only=True)
    person: str = field(default="", kw_only=True)


@dataclass(frozen=True, slots=True)
class StandingGiven(AheadEvent):
    """A standing order was given."""

    order: StandingOrder


@dataclass(frozen=True, slots=True)
class StandingFollowed(AheadEvent):
    """A standing order acts. `is_over`: it does so no more. What it does are the next entries."""

    order: StandingOrder
    is_over: bool


@dataclass(frozen=True, slots=True)
class StandingEnded(AheadEvent):
    """A standing order is withdrawn. `why`: what withdrew it; empty if its owner did."""

    order: StandingOrder
    why: Text = EMPTY


@dataclass(frozen=True, slots=True)
class MoveLaid(AheadEvent):
    """A declaration was laid face down. One of the same combatant that lay there is taken back."""

    laid: Laid


@dataclass(frozen=True, slots=True)
class MoveTakenBack(AheadEvent):
    """A declaration was taken back. `why`: what speaks against it now; empty if its owner did it."""

    laid: Laid
    why: Text = EMPTY


@dataclass(frozen=True, slots=True)
class MovesTurned(AheadEvent):
    """The declarations of these combatants are shown together. The log tells what they do, one after the other."""

    actors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MoveTaken(AheadEvent):
    """A declaration is carried out. `then`: what is laid in its place; None for nothing."""

    actor: str
    then: Laid | None = None


AHEAD_EVENTS = (StandingGiven, StandingFollowed, StandingEnded, MoveLaid, MoveTakenBack, MovesTurned, MoveTaken)


@dataclass(frozen=True, slots=True)
class LeftAhead:
    """The standing orders, as they were given, and the declarations that lie face down, one for each combatant."""

    orders: tuple[StandingOrder, ...] = ()
    laid: tuple[Laid, ...] = ()

    def find_laid(self, actor: str) -> Laid | None:
        """Return the declaration of this combatant, or None."""
        return next((planned for planned in self.laid if planned.actor == actor), None)

    def find_order(self, id: str) -> StandingOrder | None:
        """Return the standing order of this id, or None."""
        return next((order for order in self.orders if order.id == id), None)

    def list_orders(self, actor: str) -> tuple[StandingOrder, ...]:
        """Return the standing orders of this combatant."""
        return tuple(order for order in self.orders if order.actor == actor)


NOTHING = LeftAhead()


Owners = Mapping[str, str]
"""By the key of a character that a player has: the key of that person."""


def has_changed_hands(state: Any, left: StandingOrder | Laid, owners: Owners) -> bool:
    """Return whether a character has lost its player, or found another, since something was left ahead for it.

    What a player has left is nobody else's to read or do.
    """
    combatant = state.find(left.actor)
    return combatant is not None and left.owner not in (None, owners.get(combatant.character, ""))


def without_former(ahead: LeftAhead, state: Any, owners: Owners) -> LeftAhead:
    """Return what is left ahead in a battle without what former players left, which the next command ends."""
    orders = (order for order in ahead.orders if not has_changed_hands(state, order, owners))
    laid = (planned for planned in ahead.laid if not has_changed_hands(state, planned, owners))
    return LeftAhead(tuple(orders), tuple(laid))


def apply_ahead(ahead: LeftAhead, event: AheadEvent) -> LeftAhead:
    """Return what is left ahead after one of these events."""
    match event:
        case StandingGiven(order=order):
            return replace(ahead, orders=(*ahead.orders, order))
        case StandingEnded(order=order) | StandingFollowed(order=order, is_over=True):
            return replace(ahead, orders=tuple(other for other in ahead.orders if other.id != order.id))
        case StandingFollowed(order=order):
            return replace(ahead, orders=tuple(order if other.id == order.id else other for other in ahead.orders))
        case MoveLaid(laid=laid):
            return _put(ahead, laid.actor, laid)
        case MoveTakenBack(laid=laid):
            return _put(ahead, laid.actor)
        case MoveTaken(actor=actor, then=then):
            return _put(ahead, actor, then)
        case MovesTurned(actors=actors):
            turned = (replace(planned, turned=True) if planned.actor in actors else planned for planned in ahead.laid)
            return replace(ahead, laid=tuple(turned))
    return ahead


def _put(ahead: LeftAhead, actor: str, laid: Laid | None = None) -> LeftAhead:
    others = tuple(planned for planned in ahead.laid if planned.actor != actor)
    return replace(ahead, laid=(*others, laid) if laid else others)


def view_ahead(system: System, event: AheadEvent, seat: Seat) -> EventView | None:
    """Return the line for those who play the combatant. The Storyteller does not read of what players leave."""
    line = EMPTY if seat.storyteller and event.audience else _say(system, event, seat)
    return make_line(type(event).__name__, line, secret=True) if line else None


def _say(system: System, event: AheadEvent, seat: Seat) -> Text:
    """Return the line: in the second person for who did it, or whose it is; for a stand-in (or for the player, of what
    the stand-in did) with the combatant's name.
    """
    match event:
        case StandingGiven(order=order):
            what = say(system.battle, order)
            if _is_own(event, order, seat):
                return Text("You planned: {what}", what=what)
            return Text("Planned for {who}: {what}", who=event.name, what=what)
        case StandingFollowed(order=order):
            if _is_own(event, order, seat):
                return Text("By your standing order: {what}.", what=order.what)
            return Text("By the standing order for {who}: {what}.", who=event.name, what=order.what)
        case StandingEnded(order=order, why=why):
            ended = Text("{who}’s standing order is canceled: {what}.", who=event.name, what=order.what)
            if _is_own(event, order, seat):
                ended = Text("Your standing order is canceled: {what}.", what=order.what)
            return join(" ", (ended, Text("Why: {why}.", why=why) if why else EMPTY))
    return _say_face_down(event, seat)


def _say_face_down(event: AheadEvent, seat: Seat) -> Text:
    """Return the line of a declaration that lies face down; empty for other events."""
    match event:
        case MoveLaid(laid=laid):
            if _is_own(event, laid, seat):
                return Text("You set face down: {what}.", what=laid.what)
            return Text("Set face down for {who}: {what}.", who=event.name, what=laid.what)
        case MoveTakenBack(laid=laid, why=why):
            taken = Text("Face-down move for {who} taken back: {what}.", who=event.name, what=laid.what)
            if _is_own(event, laid, seat):
                taken = Text("You take back your face-down move: {what}.", what=laid.what)
            return join(" ", (taken, why))
    return EMPTY


def _is_own(event: AheadEvent, left: StandingOrder | Laid, seat: Seat) -> bool:
    """Return whether the seat's person did it, or has left what acts or ends by itself. What older versions wrote does
    not name who did it, and was shown to no one else.
    """
    person = event.person or left.owner
    return not person or person in seat.characters
