"""The moves that every system's battle takes: coming and going, hiding, ruling, powers, beginning and ending."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.battle import Json, Move


@dataclass(frozen=True, slots=True)
class AddCombatant(Move):
    """The Storyteller brings somebody in; once the battle runs, a late joiner rolls for her place at once.

    `character` is the key of a character of the record, None for a copy of an extra. `npc`: the Storyteller plays it.
    The sheet is copied.
    """

    id: str
    name: str
    side: str
    character: str | None
    sheet: Mapping[str, Json]
    hidden: bool = False
    npc: bool = False


@dataclass(frozen=True, slots=True)
class StartBattle(Move):
    """The Storyteller has everybody roll for their place (Join Battle, initiative), and begins."""


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
    """The Storyteller sets a live number; what it was, is and why are kept in the event."""

    actor: str
    what: str
    value: int
    reason: str


@dataclass(frozen=True, slots=True)
class SwitchOn(Move):
    """Switch on a power of the sheet that lasts; how long, and what it takes meanwhile, the power says."""

    actor: str
    power: str


@dataclass(frozen=True, slots=True)
class SwitchOff(Move):
    """Drop a power that lasts."""

    actor: str
    power: str


@dataclass(frozen=True, slots=True)
class ChangeFigures(Move):
    """Bring the figures of a character to what a roll beside the fight's own moves has left: points spent or regained.

    `figures` is {dotted sheet path: value}, as `TaskRules.cost` and `StuntRules.pay` give it. `bought`: a point of
    Willpower among them went into the roll itself, and not into a power. No form asks for this move: the table makes
    it together with the roll.
    """

    character: str
    figures: Mapping[str, Json]
    bought: bool = False
