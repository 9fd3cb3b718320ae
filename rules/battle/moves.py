"""The moves that all games share: joining and leaving, hiding, rulings, powers, beginning and ending."""

from collections.abc import Mapping

from rules.battle.declare import Move, OwnMove, RulingMove, ask
from rules.battle.guards import MAX_NAME, MAX_REASON
from rules.battle.seats import Json

LOWEST, HIGHEST = -100, 999
"""The lowest and highest value that the Storyteller may set. Each number has narrower bounds of its own."""


class AddCombatant(Move, storyteller=True, in_setup=True, anytime=True):
    """The Storyteller adds a combatant. In a running battle, a late joiner rolls for her place at once.

    `character` is the key of a character, None for a copy of an extra. `npc`: the Storyteller plays it. The sheet is
    copied.
    """

    id: str
    name: str = ask("Name", high=MAX_NAME)
    side: str = ask("Side", high=MAX_NAME)
    character: str | None
    sheet: Mapping[str, Json]
    hidden: bool = False
    npc: bool = False


class StartBattle(Move, storyteller=True, in_setup=True, anytime=True):
    """The Storyteller begins the battle: everyone rolls for a place (Join Battle, initiative)."""


class EndBattle(Move, storyteller=True, in_setup=True, anytime=True, rank="rare"):
    """The Storyteller ends the battle."""


class Leave(OwnMove, in_setup=True, anytime=True, rank="rare"):
    """Leave the battle for good."""


class Reveal(OwnMove, in_setup=True, anytime=True, rank="sometimes"):
    """Reveal a hidden combatant to all seats."""


class Hide(RulingMove, in_setup=True, anytime=True, rank="rare"):
    """The Storyteller hides a combatant from the other seats."""


class Override(RulingMove, in_setup=True, anytime=True, rank="sometimes"):
    """The Storyteller sets a live number. The event keeps the old value, the new value and the reason."""

    what: str = ask("Number", high=40)
    value: int = ask("New value", LOWEST, HIGHEST)
    reason: str = ask("Reason", high=MAX_REASON, required=False, default="")


class SwitchOn(OwnMove, rank="sometimes"):
    """Switch on a lasting power of the sheet. The power defines how long it lasts and what it costs."""

    power: str


class SwitchOff(OwnMove, rank="sometimes"):
    """Drop a lasting power."""

    power: str


class ChangeFigures(Move, in_setup=True, anytime=True):
    """Set a character's figures to what a roll outside the fight's moves has left: points spent or regained.

    `figures` is {dotted sheet path: value}, as `TaskRules.cost` and `StuntRules.pay` return it. `bought`: a point of
    Willpower among them bought a bonus for the roll itself, not a power. No form asks for this move: the table makes it
    together with the roll.
    """

    character: str
    figures: Mapping[str, Json]
    bought: bool = False


SHARED = (AddCombatant, StartBattle, EndBattle, Leave, Reveal, Hide, Override, ChangeFigures)
"""The moves that the engine handles for every game. `SwitchOn` and `SwitchOff` are for games with lasting powers."""
