"""The moves that every game's battle takes: coming and going, hiding, ruling, powers, beginning and ending."""

from collections.abc import Mapping

from rules.battle.declare import Own, Seen, ask, move
from rules.battle.guards import MAX_NAME, MAX_REASON
from rules.battle.kinds import Move
from rules.battle.seats import Json

LOWEST, HIGHEST = -100, 999
"""Between these lies whatever the Storyteller sets; each number has narrower bounds of its own."""


@move(storyteller=True, in_setup=True, anytime=True)
class AddCombatant(Move):
    """The Storyteller brings somebody in; once the battle runs, a late joiner rolls for her place at once.

    `character` is the key of a character of the record, None for a copy of an extra. `npc`: the Storyteller plays it.
    The sheet is copied.
    """

    id: str
    name: str = ask("The name", high=MAX_NAME)
    side: str = ask("The side", high=MAX_NAME)
    character: str | None
    sheet: Mapping[str, Json]
    hidden: bool = False
    npc: bool = False


@move(storyteller=True, in_setup=True, anytime=True)
class StartBattle(Move):
    """The Storyteller has everybody roll for their place (Join Battle, initiative), and begins."""


@move(storyteller=True, in_setup=True, anytime=True)
class EndBattle(Move):
    """The Storyteller ends the battle."""


@move(in_setup=True, anytime=True)
class Leave(Move):
    """Leave the battle for good."""

    actor: Own


@move(in_setup=True, anytime=True)
class Reveal(Move):
    """Show a hidden combatant to all."""

    actor: Own


@move(storyteller=True, in_setup=True, anytime=True)
class Hide(Move):
    """The Storyteller hides a combatant from the other seats."""

    actor: Seen


@move(storyteller=True, in_setup=True, anytime=True)
class Override(Move):
    """The Storyteller sets a live number; what it was, is and why are kept in the event."""

    actor: Seen
    what: str = ask("Number", high=40)
    value: int = ask("Is now", LOWEST, HIGHEST, help="Kept within what the number may be.")
    reason: str = ask("Why", high=MAX_REASON, required=False)


@move
class SwitchOn(Move):
    """Switch on a power of the sheet that lasts; how long, and what it takes meanwhile, the power says."""

    actor: Own
    power: str


@move
class SwitchOff(Move):
    """Drop a power that lasts."""

    actor: Own
    power: str


@move(in_setup=True, anytime=True)
class ChangeFigures(Move):
    """Bring the figures of a character to what a roll beside the fight's own moves has left: points spent or regained.

    `figures` is {dotted sheet path: value}, as `TaskRules.cost` and `StuntRules.pay` give it. `bought`: a point of
    Willpower among them went into the roll itself, and not into a power. No form asks for this move: the table makes
    it together with the roll.
    """

    character: str
    figures: Mapping[str, Json]
    bought: bool = False


SHARED = (
    AddCombatant, StartBattle, EndBattle, Leave, Reveal, Hide, Override, ChangeFigures,
)  # fmt: skip
"""What the engine carries out for every game; `SwitchOn` and `SwitchOff` are for games that know lasting powers."""
