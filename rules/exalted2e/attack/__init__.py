"""The attack: its ten steps (`steps`), and the figures that a battle brings to them (`figures`)."""

from rules.exalted2e.attack.steps import (
    KNOCKDOWN_DIFFICULTY,
    STEPS,
    Exchange,
    Injury,
    apply_soak,
    check_automatic_miss,
    check_injury,
    find_raw_damage,
    get_range_penalty,
    reroll_attack,
    reroll_defense,
    resolve,
    roll_attack,
    roll_damage,
    roll_levels,
    subtract_penalties,
)

__all__ = [
    "KNOCKDOWN_DIFFICULTY",
    "STEPS",
    "Exchange",
    "Injury",
    "apply_soak",
    "check_automatic_miss",
    "check_injury",
    "find_raw_damage",
    "get_range_penalty",
    "reroll_attack",
    "reroll_defense",
    "resolve",
    "roll_attack",
    "roll_damage",
    "roll_levels",
    "subtract_penalties",
]
