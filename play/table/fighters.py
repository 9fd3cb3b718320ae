"""Who is in the fight of a table, and whether it has begun."""

from typing import Any

from campaigns.models import Character
from play.table.state import TableState
from rules.battle import STORYTELLER
from rules.system import System


def find_fighting_sheet(system: System, state: TableState, character: Character) -> Any:
    """Return the character's sheet in the fight; None where there is no fight or the character is not in it."""
    return None if state.battle is None else system.battle.sheet(state.battle, str(character.pk))


def bars_automatic(system: System, state: TableState, character: Character, *, apart: bool) -> bool:
    """Return whether the fight of the table bars a success without a roll (2E-212, 2E-669).

    `apart`: the Storyteller says that the roll is no part of the fight. A combatant's roll always is.
    """
    return state.battle is not None and not (apart and find_fighting_sheet(system, state, character) is None)


def is_running(system: System, state: TableState) -> bool:
    """Return whether the fight has begun. Call it where there is one."""
    return bool(system.battle.view(state.battle, STORYTELLER)["phase"] != "setup")
