"""Bodies: the health track and its marks, healing, fatigue and hardship, motes and Willpower (chapters 16 to 18)."""

from rules.exalted2e.health.fatigue import (
    armor_check_hours,
    exertion_penalty,
    hunger_penalty,
    is_starved,
    rest_fatigue,
    sleep_penalty,
    thirst_penalty,
)
from rules.exalted2e.health.healing import HealMode, heal, hours_per_level
from rules.exalted2e.health.recovery import RestMode, motes_per_hour, regain_motes, regain_willpower, spend_motes
from rules.exalted2e.health.track import (
    DYING_TICKS,
    MARKS,
    TRACKS,
    Condition,
    Damage,
    Health,
    Level,
    bleed,
    check_health,
    levels,
    lose_dying_levels,
    mark,
    stabilize,
)

__all__ = [
    "DYING_TICKS",
    "MARKS",
    "TRACKS",
    "Condition",
    "Damage",
    "HealMode",
    "Health",
    "Level",
    "RestMode",
    "armor_check_hours",
    "bleed",
    "check_health",
    "exertion_penalty",
    "heal",
    "hours_per_level",
    "hunger_penalty",
    "is_starved",
    "levels",
    "lose_dying_levels",
    "mark",
    "motes_per_hour",
    "regain_motes",
    "regain_willpower",
    "rest_fatigue",
    "sleep_penalty",
    "spend_motes",
    "stabilize",
    "thirst_penalty",
]
