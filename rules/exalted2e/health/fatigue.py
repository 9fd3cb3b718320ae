"""Fatigue and hardship: internal penalties from wear, work and want (2E-430 to 2E-433). Penalties are positive."""

HOURS_PER_POINT = 8
ARMOR_HOURS = 4
MAX_SLEEPLESS = 3


def rest_fatigue(penalty: int, rest_hours: int) -> int:
    """Return the fatigue left after rest: 8 hours remove a point (2E-430)."""
    return max(0, penalty - rest_hours // HOURS_PER_POINT)


def armor_check_hours(hot: bool = False, exerting: bool = False, cool: bool = False) -> int:
    """Return the hours between checks against the fatigue of armor (2E-431).

    They are 4, halved by heat, halved by exertion, doubled by cool weather. The roll is Stamina + Resistance at the
    armor's fatigue value.
    """
    return ARMOR_HOURS * (2 if cool else 1) // (2 if hot else 1) // (2 if exerting else 1)


def exertion_penalty(hours: int, stamina: int, resistance: int) -> int:
    """Return a point per hour of exertion beyond Stamina + Resistance; an hour of rest removes one (2E-432)."""
    return max(0, hours - stamina - resistance)


def hunger_penalty(days: int, stamina: int, resistance: int) -> int:
    """Return a point per day without food beyond half of Stamina + Resistance, rounded up (2E-433)."""
    return max(0, days - -(-(stamina + resistance) // 2))


def is_starved(days: int, stamina: int, resistance: int) -> bool:
    """Whether hunger has killed: its penalty exceeds Stamina + Resistance (2E-433)."""
    return hunger_penalty(days, stamina, resistance) > stamina + resistance


def thirst_penalty(days: int) -> int:
    """Return a point per day without water after the first (2E-433)."""
    return max(0, days - 1)


def sleep_penalty(days: int) -> int:
    """Return a die per day without sleep after the first, at most three (2E-433)."""
    return min(MAX_SLEEPLESS, max(0, days - 1))
