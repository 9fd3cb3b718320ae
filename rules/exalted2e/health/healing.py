"""Natural healing by rest and activity (chapter 17)."""

from dataclasses import replace
from fractions import Fraction
from typing import Final, Literal

from rules.exalted2e.health.track import Damage, Health, Level, levels
from rules.exalted2e.options import DEFAULTS, Options
from rules.exalted2e.traits import Being, is_magical

HealMode = Literal["rest", "active"]

BASHING_HOURS: Final = {True: 3, False: 12}
"""Hours of rest per bashing level: by whether the being is magical (2E-420)."""

_EXALT: Final[dict[Level, tuple[int, int | None]]] = {
    0: (6, 12),
    1: (48, 96),
    2: (96, 192),
    4: (168, 336),
    None: (168, None),
}
_MORTAL: Final[dict[Level, tuple[int, int | None]]] = {0: (24, 48), 1: (168, 336), 2: (336, 672)}
"""Hours per lethal or aggravated level, resting and active; -4 and Incapacitated take a mortal a month (2E-421)."""


def hours_per_level(
    being: Being, damage: Damage, level: Level, mode: HealMode, options: Options = DEFAULTS
) -> int | None:
    """Return the hours to heal one mark in a box of this wound penalty; None: it does not heal this way."""
    magical = is_magical(being)
    if damage == "B":
        return BASHING_HOURS[magical] if mode == "rest" else None
    if level == 3:
        level = 2  # an extra's -3 box heals as a -2 box (2E-426)
    month = (options.month_days * 24, None)
    rest, active = _EXALT[level] if magical else _MORTAL.get(level, month)
    return rest if mode == "rest" else active


def heal(
    health: Health, being: Being, rest_hours: int, active_hours: int = 0, options: Options = DEFAULTS
) -> tuple[Health, int]:
    """Return the body after rest and then activity, and how many levels have healed (2E-424, 2E-425).

    The dying and the dead do not heal by themselves (2E-409).
    """
    if health.state in ("dying", "dead"):
        return health, 0
    before = health.boxes.count(".")
    health, _left = _pass(health, being, "rest", Fraction(rest_hours), options)
    health, _left = _pass(health, being, "active", Fraction(active_hours), options)
    return health, health.boxes.count(".") - before


def heal_active_day(
    health: Health, being: Being, hours: int, sleep: int, options: Options = DEFAULTS
) -> tuple[Health, int]:
    """Return the body after a day of activity with hours of sleep in it, and how many levels have healed.

    The table's hours of activity have their nights in them: bashing wounds heal in these nights alone (2E-420), and
    the hours that they take are not there for graver wounds.
    """
    if health.state in ("dying", "dead"):
        return health, 0
    before = health.boxes.count(".")
    health, left = _pass(health, being, "rest", Fraction(sleep), options, only="B")
    health, _left = _pass(health, being, "active", hours - sleep + left, options)
    return health, health.boxes.count(".") - before


def _pass(
    health: Health, being: Being, mode: HealMode, hours: Fraction, options: Options, *, only: str = "BLA"
) -> tuple[Health, Fraction]:
    """Return the body after these hours, and how many of them are left. `only`: the marks that may heal."""
    while hours > 0 and (box := len(health.boxes) - health.boxes.count(".") - 1) >= 0:
        if _damage(health.boxes[box]) not in only:
            break
        needed = hours_per_level(being, _damage(health.boxes[box]), levels(health.track)[box], mode, options)
        if needed is None:
            break
        progress = {index: Fraction(share, whole) for index, share, whole in health.healing}
        done = progress.pop(box, Fraction(0))
        missing = (1 - done) * needed
        if hours < missing:
            progress[box] = done + hours / needed
            return replace(health, healing=_written(progress)), Fraction(0)
        hours -= missing
        boxes = health.boxes[:box] + "." + health.boxes[box + 1 :]
        health = replace(health, boxes=boxes, healing=_written(progress), unconscious=False)
    return health, hours


def _damage(box: str) -> Damage:
    return "B" if box == "B" else "A" if box == "A" else "L"


def _written(progress: dict[int, Fraction]) -> tuple[tuple[int, int, int], ...]:
    return tuple((box, share.numerator, share.denominator) for box, share in sorted(progress.items()))
