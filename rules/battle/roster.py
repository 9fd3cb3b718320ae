"""The combatants of a battle, and who may know of them."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Generic, Literal, Protocol, Self, TypeVar

from rules.battle.seats import Audience, Seat
from rules.errors import IllegalMove
from rules.text import Text

Phase = Literal["setup", "running", "ended"]


class Fighter(Protocol):
    """What the combatants of all games share. `character` is None for the Storyteller's own combatants."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def side(self) -> str: ...
    @property
    def character(self) -> str | None: ...
    @property
    def hidden(self) -> bool: ...


C = TypeVar("C", bound=Fighter)


class Roster(Generic[C]):
    """The part of a battle's state with its combatants. The states of all games subclass it."""

    __slots__ = ()

    @property
    def combatants(self) -> tuple[C, ...]:
        """All combatants, in the order in which they came."""
        raise NotImplementedError

    @property
    def phase(self) -> Phase:
        """Whether the battle is in setup, running, or over."""
        raise NotImplementedError

    def find(self, id: str | None) -> C | None:
        """Return the combatant with this id, or None."""
        return next((combatant for combatant in self.combatants if combatant.id == id), None)

    def get(self, id: str) -> C:
        """Return the combatant with an id that the rules themselves have written. Raises `KeyError` for any other."""
        found = self.find(id)
        if found is None:
            raise KeyError(id)
        return found

    def put(self, *changed: C) -> Self:
        """Return the state with these combatants in place of those with their ids."""
        by_id = {combatant.id: combatant for combatant in changed}
        return self._replace(tuple(by_id.get(combatant.id, combatant) for combatant in self.combatants))

    def change(self, id: str, **values: Any) -> Self:
        """Return the state with some values of one combatant replaced."""
        changed = (replace(combatant, **values) if combatant.id == id else combatant for combatant in self.combatants)  # type: ignore[type-var]
        return self._replace(tuple(changed))

    def _replace(self, combatants: tuple[C, ...]) -> Self:
        return replace(self, combatants=combatants)  # type: ignore[type-var]


def can_see(seat: Seat, actor: Fighter) -> bool:
    """Return whether the seat may know that the combatant is there."""
    return not actor.hidden or seat.controls(actor.character)


def audience_of(*combatants: Fighter) -> Audience:
    """Return who may know of something that involves all of these: everyone, unless one of them is hidden."""
    owners = {combatant.character for combatant in combatants if combatant.hidden}
    if not owners:
        return None
    owner = owners.pop()
    return (owner,) if owner is not None and not owners else ()


def private_to(actor: Fighter) -> Audience:
    """Return the audience of what only the Storyteller and the combatant's player may know."""
    return () if actor.character is None else (actor.character,)


def find_seen(state: Roster[C], seat: Seat, id: object) -> C:
    """Return the combatant with this id. Raises the same `IllegalMove` for unknown ids and for hidden combatants."""
    found = state.find(id) if isinstance(id, str) else None
    if found is None or not can_see(seat, found):
        raise IllegalMove("unknown_combatant", Text("No one here has that ID. Choose from the list."))
    return found


def find_own(state: Roster[C], seat: Seat, id: object) -> C:
    """Return the combatant with this id if the seat may act for it. Raises `IllegalMove`."""
    found = find_seen(state, seat, id)
    if not seat.controls(found.character):
        raise IllegalMove("not_yours", Text("You can’t act for {name}.", name=found.name))
    return found


def own_sides(state: Roster[C], seat: Seat) -> frozenset[str]:
    """Return the sides of the seat's characters."""
    return frozenset(combatant.side for combatant in state.combatants if combatant.character in seat.characters)


def home_side(combatants: Iterable[Fighter]) -> frozenset[str]:
    """Return the side drawn as its own for a seat without characters: the first that has a character."""
    return frozenset([combatant.side for combatant in combatants if combatant.character is not None][:1])
