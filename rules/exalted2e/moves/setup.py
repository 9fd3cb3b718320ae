"""Who is in the battle, and the Storyteller's rulings."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.battle import Json, Move


@dataclass(frozen=True, slots=True)
class AddCombatant(Move):
    """The Storyteller puts somebody into the battle; once it runs she joins late (2E-263)."""

    id: str
    name: str
    side: str
    character: str | None
    sheet: Mapping[str, Json]
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class StartBattle(Move):
    """Roll Join Battle for all and begin on tick 0 (2E-260, 2E-261)."""


@dataclass(frozen=True, slots=True)
class EndBattle(Move):
    """The Storyteller ends the battle."""


@dataclass(frozen=True, slots=True)
class Leave(Move):
    """Leave the battle for good."""

    actor: str


@dataclass(frozen=True, slots=True)
class Reveal(Move):
    """The Storyteller shows a hidden combatant to all."""

    actor: str


@dataclass(frozen=True, slots=True)
class Hide(Move):
    """The Storyteller hides a combatant from the other seats."""

    actor: str


@dataclass(frozen=True, slots=True)
class Override(Move):
    """The Storyteller sets a live number; what it was, is and why are kept (2E-003)."""

    actor: str
    what: str
    value: int
    reason: str
