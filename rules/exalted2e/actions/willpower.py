"""Spending Willpower on a success or on a channeled Virtue (2E-160 to 2E-166)."""

from rules.errors import IllegalMove
from rules.exalted2e.sheet.model import Sheet
from rules.exalted2e.traits import VIRTUES, label
from rules.text import Text

NO_POINTS = Text("No Willpower points left.")


def channels_left(sheet: Sheet, virtue: str) -> int:
    """Return how often the Virtue can still be channeled in this story (2E-165)."""
    spent = sheet.channels[virtue]
    return sheet.virtue(virtue) - spent


def check_willpower(sheet: Sheet, virtue: str, points: int | None = None) -> None:
    """Raise `IllegalMove` unless a point of Willpower can be spent, on a channel if there is a `virtue`.

    `points` replaces the points of the sheet: in a battle the combatant has them, not the sheet.
    """
    if sheet.being == "extra":
        raise IllegalMove("extra_willpower", Text("Extras can’t spend Willpower."))
    if (sheet.willpower_points if points is None else points) < 1:
        raise IllegalMove("no_willpower", NO_POINTS)
    if virtue and virtue not in VIRTUES:
        values = {"name": repr(virtue[:20]), "text": ", ".join(VIRTUES)}
        raise IllegalMove("no_virtue", Text("There is no Virtue {name}. Choose one of {text}.", **values))
    if virtue and channels_left(sheet, virtue) < 1:
        sentence = Text("{trait} has already been channeled as often as this story allows.", trait=label(virtue))
        raise IllegalMove("no_channel", sentence)
