"""The Storyteller's moves that say where combatants are (2E-340, 2E-346 to 2E-354, 2E-667)."""

from rules.battle.declare import RulingMove, Seen, ask
from rules.exalted2e.moves.aids import MAX_YARDS


class SetDistance(RulingMove, in_setup=True, anytime=True):
    """Say how far one combatant is from another."""

    target: Seen = ask("Other combatant")
    yards: int = ask("Distance in yards", 0, MAX_YARDS)
