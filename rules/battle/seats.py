"""Seats: who asks, and who may see what."""

from dataclasses import dataclass
from typing import Any

Json = Any
"""A JSON-safe value: None, bool, int, float, str, list or dict of them."""

Audience = tuple[str, ...] | None
"""Who may see something: None is everyone; a tuple is the Storyteller and the owners of these characters."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who asks: the Storyteller, the player of these characters, or (neither of the two) a spectator."""

    storyteller: bool = False
    characters: frozenset[str] = frozenset()

    def controls(self, character: str | None) -> bool:
        """Return whether this seat may act for the character. Only the Storyteller may act for None."""
        return self.storyteller or (character is not None and character in self.characters)

    def may_see(self, audience: Audience) -> bool:
        """Return whether this seat may see what is meant for `audience`."""
        return audience is None or self.storyteller or not self.characters.isdisjoint(audience)


@dataclass(frozen=True, slots=True)
class RecordedSeat(Seat):
    """The seat of a move that is played again: it was allowed when it was made, whatever is asked of seats now."""


STORYTELLER = Seat(storyteller=True)
