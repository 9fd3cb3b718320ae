"""Motes between fights (3E-341, 3E-343)."""

MOTES_PER_HOUR, MOTES_PER_HOUR_OF_REST = 5, 10


def regain_motes(
    personal: int, peripheral: int, full: tuple[int, int], committed: int, hours: int, resting: bool = False
) -> tuple[int, int]:
    """Return the personal and the peripheral pool after some hours; the peripheral one refills first.

    `full` are the whole pools; committed motes take their place in the peripheral one.
    """
    gained = hours * (MOTES_PER_HOUR_OF_REST if resting else MOTES_PER_HOUR)
    to_peripheral = max(0, min(gained, full[1] - committed - peripheral))
    to_personal = max(0, min(gained - to_peripheral, full[0] - personal))
    return personal + to_personal, peripheral + to_peripheral
