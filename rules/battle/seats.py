"""Seats: who asks, and who may see what."""

from dataclasses import dataclass, field
from typing import Any, Literal

Json = Any
"""A JSON-safe value: None, bool, int, float, str, list or dict of them."""

Audience = tuple[str, ...] | None
"""Who may see something: None is everyone; a tuple is the Storyteller and the owners of these characters."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """How a series takes the numbers that players propose (2E-674).

    `how`: "ask", all of them wait; "usual", small ones count at once; "trusting", all of them do. `stunt`, `dice` and
    `difficulty` bound a small one: the rating of a stunt, dice, and steps of a difficulty.
    """

    how: Literal["ask", "usual", "trusting"] = "ask"
    stunt: int = 3
    dice: int = 3
    difficulty: int = 1


ASK = Numbers()
STUNTS = frozenset({"stunt", "stunts"})
"""The fields of moves that hold the rating of a stunt, or several."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who asks: the Storyteller, the player of these characters, or (neither of the two) a spectator.

    `numbers`: what of a player's proposals counts at once (`rules.battle.sources`). `granted`: the fields of the
    present move that the Storyteller has ruled on.
    """

    storyteller: bool = False
    characters: frozenset[str] = frozenset()
    numbers: Numbers = field(default=ASK, compare=False, metadata={"stored": False})
    granted: frozenset[str] = field(default=frozenset(), compare=False, metadata={"stored": False})

    def controls(self, character: str | None) -> bool:
        """Return whether this seat may act for the character. Only the Storyteller may act for None."""
        return self.storyteller or (character is not None and character in self.characters)

    def rates(self, rating: int) -> bool:
        """Return whether a stunt that this seat describes with such a rating needs no answer of the Storyteller's."""
        if self.storyteller or not self.granted.isdisjoint(STUNTS):
            return True
        if not rating:  # the player leaves it to the Storyteller
            return False
        return self.numbers.how == "trusting" or (self.numbers.how == "usual" and rating <= self.numbers.stunt)

    def may_see(self, audience: Audience) -> bool:
        """Return whether this seat may see what is meant for `audience`."""
        return audience is None or self.storyteller or not self.characters.isdisjoint(audience)


@dataclass(frozen=True, slots=True)
class RecordedSeat(Seat):
    """The seat of a move that is played again: it was allowed when it was made, whatever is asked of seats now."""


STORYTELLER = Seat(storyteller=True)
