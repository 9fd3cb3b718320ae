"""Spending Willpower: a success, or a Virtue's dice, one of them per action (2E-160 to 2E-166)."""

from rules.errors import IllegalMove
from rules.exalted2e.sheet.model import Sheet
from rules.exalted2e.traits import VIRTUES, label
from rules.pool import Term


def willpower_success() -> Term:
    """One bonus success for a point of Willpower (2E-160)."""
    return Term("Willpower", 1, "willpower", "2E-160")


def virtue_dice(sheet: Sheet, virtue: str) -> Term:
    """The dice of a channeled Virtue (2E-161)."""
    return Term(label(virtue), sheet.virtue(virtue), "virtue", "2E-161")


def channels_left(sheet: Sheet, virtue: str) -> int:
    """How often the Virtue can still be channeled in this story (2E-165)."""
    spent: int = getattr(sheet.channels, virtue)
    return sheet.virtue(virtue) - spent


def check_willpower(sheet: Sheet, virtue: str, points: int | None = None) -> None:
    """Refuse a point of Willpower, spent for a success or (with `virtue`) for a channel, that cannot be spent.

    `points` replaces the points on the sheet where a battle holds the living number.
    """
    if sheet.being == "extra":
        raise IllegalMove("extra_willpower", "Extras do not spend Willpower.")
    if (sheet.willpower_points if points is None else points) < 1:
        raise IllegalMove("no_willpower", "No Willpower points are left.")
    if virtue and virtue not in VIRTUES:
        raise IllegalMove("no_virtue", f"There is no Virtue {virtue[:20]!r}. Choose one of {', '.join(VIRTUES)}.")
    if virtue and channels_left(sheet, virtue) < 1:
        raise IllegalMove("no_channel", f"{label(virtue)} has been channeled as often as this story allows.")
