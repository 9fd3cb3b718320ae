"""The state of a battle: combatants with their derived numbers and live values, the exchange, the prompts."""

from .board import State, amend, are_enemies, distance, embattling, is_defeated, open_opponents, put
from .exchange import Exchange, Incoming, Pending
from .fighters import BARE, SELF, Arm, Clinch, Combatant, Group, Modifier, Poison

__all__ = [
    "BARE",
    "SELF",
    "Arm",
    "Clinch",
    "Combatant",
    "Exchange",
    "Group",
    "Incoming",
    "Modifier",
    "Pending",
    "Poison",
    "State",
    "amend",
    "are_enemies",
    "distance",
    "embattling",
    "is_defeated",
    "open_opponents",
    "put",
]
