"""The state of a battle: combatants with their derived numbers and live values, the exchange, the prompts."""

from .board import State, amend, are_enemies, distance, embattling, is_attacking, is_defeated, open_opponents, put
from .exchange import Backing, Blow, Departure, Exchange, Incoming, Pending
from .fighters import BARE, SELF, Applies, Arm, Clinch, Combatant, Group, Modifier, Poison, guard_modifiers

__all__ = [
    "BARE",
    "SELF",
    "Applies",
    "Arm",
    "Backing",
    "Blow",
    "Clinch",
    "Combatant",
    "Departure",
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
    "guard_modifiers",
    "is_attacking",
    "is_defeated",
    "open_opponents",
    "put",
]
