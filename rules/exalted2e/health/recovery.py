"""Regaining and spending motes and Willpower (chapter 18), and rest from fatigue (2E-430)."""

from typing import Final, Literal

RestMode = Literal["rest", "relax", "strenuous"]

_RATES: Final[dict[RestMode, int]] = {"rest": 4, "relax": 8, "strenuous": 0}
HOURS_PER_POINT: Final = 8
"""Hours of rest that remove a point of fatigue."""


def motes_per_hour(mode: RestMode, hearthstone: int = 0, in_manse: bool = False) -> int:
    """Return the motes regained per hour: 4 at rest, 8 relaxed or asleep, 0 in strenuous activity (2E-440).

    An attuned hearthstone adds twice its rating, inside its manse four times (2E-441).
    """
    if mode == "strenuous":
        return 0
    return _RATES[mode] + hearthstone * (4 if in_manse else 2)


def regain(current: int, most: int, gained: int) -> int:
    """Return motes or Willpower points after a gain; what is above `most` is lost (2E-201, 2E-443)."""
    return max(current, min(most, current + gained))


def regain_motes(personal: int, peripheral: int, room: tuple[int, int], gained: int) -> tuple[int, int]:
    """Return the Personal and Peripheral motes after a gain, Peripheral first. `room`: see `mote_room` (2E-442)."""
    filled = regain(peripheral, room[1], gained)
    return regain(personal, room[0], gained - (filled - peripheral)), filled


def spend_motes(cost: int, personal: int, peripheral: int, peripheral_first: bool = True) -> tuple[int, int] | None:
    """Return the Personal and Peripheral motes left after a cost; None if there are too few (2E-442)."""
    if cost > personal + peripheral:
        return None
    if peripheral_first:
        taken = min(cost, peripheral)
        return personal - (cost - taken), peripheral - taken
    taken = min(cost, personal)
    return personal - taken, peripheral - (cost - taken)


def rest_fatigue(penalty: int, rest_hours: int) -> int:
    """Return the fatigue left after rest (2E-430)."""
    return max(0, penalty - rest_hours // HOURS_PER_POINT)
