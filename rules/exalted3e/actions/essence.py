"""Motes and anima between fights (3E-341, 3E-343, 3E-344)."""

FADING = (0, 30, 15, 15)
"""Minutes until glowing, burning and bonfire fade by a level; dim does not."""
MOTES_PER_HOUR, MOTES_PER_HOUR_OF_REST = 5, 10


def fade_anima(level: int, minutes: int) -> int:
    """The anima level (0 dim, 1 glowing, 2 burning, 3 bonfire) after so many minutes."""
    while level and minutes >= FADING[level]:
        minutes -= FADING[level]
        level -= 1
    return level


def regain_motes(
    personal: int, peripheral: int, full: tuple[int, int], committed: int, hours: int, resting: bool = False
) -> tuple[int, int]:
    """Both pools after so many hours: peripheral refills first, committed motes are no free space.

    `full` are the whole pools; what is committed comes off the peripheral one.
    """
    gained = hours * (MOTES_PER_HOUR_OF_REST if resting else MOTES_PER_HOUR)
    to_peripheral = max(0, min(gained, full[1] - committed - peripheral))
    to_personal = max(0, min(gained - to_peripheral, full[0] - personal))
    return personal + to_personal, peripheral + to_peripheral
