"""The moves that all games share: joining and leaving, hiding, rulings, powers, beginning and ending."""

from collections.abc import Mapping

from rules.battle.declare import Own, Seen, ask, move
from rules.battle.guards import MAX_NAME, MAX_REASON
from rules.battle.kinds import Move
from rules.battle.seats import Json

LOWEST, HIGHEST = -100, 999
"""The lowest and highest value that the Storyteller may set. Each number has narrower bounds of its own."""


@move(storyteller=True, in_setup=True, anytime=True)
class AddCombatant(Move):
    """The Storyteller adds a combatant. In a running battle, a late joiner rolls for her place at once.

    `character` is the key of a character, None for a copy of an extra. `npc`: the Storyteller plays it. The sheet is
    copied.
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
    """The Storyteller begins the battle: everybody rolls for a place (Join Battle, initiative)."""


@move(storyteller=True, in_setup=True, anytime=True)
class EndBattle(Move):
    """The Storyteller ends the battle."""


@move(in_setup=True, anytime=True)
class Leave(Move):
    """Leave the battle for good."""

    actor: Own


@move(in_setup=True, anytime=True)
class Reveal(Move):
    """Reveal a hidden combatant to all seats."""

    actor: Own


@move(storyteller=True, in_setup=True, anytime=True)
class Hide(Move):
    """The Storyteller hides a combatant from the other seats."""

    actor: Seen


@move(storyteller=True, in_setup=True, anytime=True)
class Override(Move):
    """The Storyteller sets a live number. The event keeps the old value, the new value and the reason."""

    actor: Seen
    what: str = ask("Number", high=40)
    value: int = ask("Is now", LOWEST, HIGHEST, help="Kept within what the number may be.")
    reason: str = ask("Why", high=MAX_REASON, required=False)


@move
class SwitchOn(Move):
    """Switch on a lasting power of the sheet. The power defines how long it lasts and what it costs."""

    actor: Own
    power: str


@move
class SwitchOff(Move):
    """Drop a lasting power."""

    actor: Own
    power: str


@move(in_setup=True, anytime=True)
class ChangeFigures(Move):
    """Set a character's figures to what a roll outside the fight's moves has left: points spent or regained.

    `figures` is {dotted sheet path: value}, as `TaskRules.cost` and `StuntRules.pay` return it. `bought`: a point of
    Willpower among them bought a bonus for the roll itself, not a power. No form asks for this move: the table makes it
    together with the roll.
    """

    character: str
    figures: Mapping[str, Json]
    bought: bool = False


SHARED = (
    AddCombatant, StartBattle, EndBattle, Leave, Reveal, Hide, Override, ChangeFigures,
)  # fmt: skip
"""The moves that the engine handles for every game. `SwitchOn` and `SwitchOff` are for games with lasting powers."""
