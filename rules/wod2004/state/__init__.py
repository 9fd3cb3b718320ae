"""The state of a battle: frozen, JSON-safe, changed by events alone."""

from rules.wod2004.state.battle import (
    Ask,
    Blow,
    Exchange,
    Phase,
    Prompt,
    State,
    StoredDefense,
    audience_of,
    is_visible,
    knows_score,
    list_defenses,
)
from rules.wod2004.state.combatant import Combatant

__all__ = [
    "Ask",
    "Blow",
    "Combatant",
    "Exchange",
    "Phase",
    "Prompt",
    "State",
    "StoredDefense",
    "audience_of",
    "is_visible",
    "knows_score",
    "list_defenses",
]
