"""Who asks, and who may see."""

from dataclasses import dataclass
from typing import Any

Json = Any
"""A JSON-safe value: None, bool, int, float, str, list or dict of them."""

Audience = tuple[str, ...] | None
"""Who may see something: None is everyone; a tuple is the Storyteller and the owners of these characters."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who is asking: the Storyteller, or a person who plays these characters, or (neither) a spectator."""

    storyteller: bool = False
    characters: frozenset[str] = frozenset()

    def controls(self, character: str | None) -> bool:
        """Whether this seat may act for the character. Combatants of nobody (None) are the Storyteller's."""
        return self.storyteller or (character is not None and character in self.characters)

    def may_see(self, audience: Audience) -> bool:
        """Whether something meant for `audience` may reach this seat."""
        return audience is None or self.storyteller or not self.characters.isdisjoint(audience)


STORYTELLER = Seat(storyteller=True)
