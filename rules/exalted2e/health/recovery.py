"""Motes and Willpower coming back (chapter 18)."""

from typing import Final, Literal

RestMode = Literal["rest", "relax", "strenuous"]

_RATES: Final[dict[RestMode, int]] = {"rest": 4, "relax": 8, "strenuous": 0}


def motes_per_hour(mode: RestMode, hearthstone: int = 0, in_manse: bool = False) -> int:
    """Motes an hour gives back: 4 at rest, 8 relaxed or asleep, none in strenuous activity (2E-440).

    An attuned hearthstone adds twice its rating; inside its manse it is four times the rating instead (2E-441).
    """
    if mode == "strenuous":
        return 0
    return _RATES[mode] + hearthstone * (4 if in_manse else 2)


def regain_motes(current: int, capacity: int, gained: int) -> int:
    """Motes after `gained` more; what does not fit is lost (2E-201). `capacity` is without committed motes (2E-442)."""
    return max(current, min(capacity, current + gained))


def regain_willpower(current: int, permanent: int, gained: int) -> int:
    """Willpower points after `gained` more, up to the permanent rating (2E-443, 2E-201)."""
    return max(current, min(permanent, current + gained))


def spend_motes(cost: int, personal: int, peripheral: int, peripheral_first: bool = True) -> tuple[int, int] | None:
    """What is left of both pools after a cost; None if they do not hold it. The order is the player's (2E-442)."""
    if cost > personal + peripheral:
        return None
    if peripheral_first:
        taken = min(cost, peripheral)
        return personal - (cost - taken), peripheral - taken
    taken = min(cost, personal)
    return personal - taken, peripheral - (cost - taken)
