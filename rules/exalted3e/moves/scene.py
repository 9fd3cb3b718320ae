"""Coming, going, beginning and ending."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.battle import Json, Move


@dataclass(frozen=True, slots=True)
class AddCombatant(Move):
    """Bring someone to the battle; once it runs, Join Battle is rolled at once (3E-059)."""

    id: str
    name: str
    side: str
    character: str | None
    sheet: Mapping[str, Json]
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class StartBattle(Move):
    """Call Join Battle for everyone (3E-039)."""


@dataclass(frozen=True, slots=True)
class EndBattle(Move):
    """End it (3E-053)."""


@dataclass(frozen=True, slots=True)
class Leave(Move):
    """Take someone out of the battle."""

    actor: str


@dataclass(frozen=True, slots=True)
class Reveal(Move):
    """Bring someone out of hiding."""

    actor: str


@dataclass(frozen=True, slots=True)
class Hide(Move):
    """Put someone into hiding."""

    actor: str
