"""The live numbers that the Storyteller may set."""

from collections.abc import Mapping
from dataclasses import replace

from rules.v20da.health.blood import blood_maximum
from rules.v20da.health.levels import BOXES, MARKS, read_track, settle, sort_track
from rules.v20da.state.model import Combatant

NUMBERS: Mapping[str, tuple[str, int, int]] = {
    "initiative": ("Initiative", -20, 60),
    "willpower": ("Willpower points", 0, 10),
    "blood": ("Blood", 0, 50),
    "bashing": ("Bashing levels", 0, BOXES),
    "lethal": ("Lethal levels", 0, BOXES),
    "aggravated": ("Aggravated levels", 0, BOXES),
    "armor": ("Armor class", 0, 5),
    "cover": ("Cover (light, good, superior)", 0, 3),
    "exposed": ("Attacked from flank or rear", 0, 2),
    "distance": ("Beyond a missile's range", 0, 1),
    "opponents": ("Opponents around", 1, 9),
    "blind": ("Blind", 0, 1),
    "dice": ("Dice on all rolls", -10, 10),
    "difficulty": ("Difficulty of all rolls", -8, 8),
}
"""Each number with its label and bounds."""

PRIVATE = ("willpower", "blood", "armor", "dice", "difficulty")
"""Numbers that only the Storyteller and the owner hear of."""

LOWEST = min(low for _, low, _ in NUMBERS.values())
HIGHEST = max(high for _, _, high in NUMBERS.values())


def get_number(combatant: Combatant, what: str) -> int:
    """The number as it stands."""
    if what in MARKS:
        return combatant.health.track.count(MARKS[what])
    owner = combatant if what in ("initiative", "willpower", "blood", "armor") else combatant.circumstances
    return getattr(owner, what) or 0


def bound_number(combatant: Combatant, what: str, value: int) -> int:
    """The value, or the nearest that this number can have for this combatant."""
    _, low, high = NUMBERS[what]
    if what in MARKS:
        high = BOXES - len(combatant.health.track) + get_number(combatant, what)
    elif what == "willpower":
        high = combatant.sheet.willpower
    elif what == "blood":
        high = blood_maximum(combatant.sheet.generation) if combatant.sheet.is_vampire else 10
    return min(high, max(low, value))


def set_number(combatant: Combatant, what: str, value: int) -> Combatant:
    """The combatant with the number set; a changed track says anew whether it is Incapacitated."""
    if what in MARKS:
        mark = MARKS[what]
        track = sort_track(combatant.health.track.replace(mark, "") + mark * value)
        health = settle(read_track(combatant.sheet.being, track), combatant.blood)
        return replace(combatant, health=health, grace=None)
    if what == "initiative":
        return replace(combatant, initiative=value)
    if what == "willpower":
        return replace(combatant, willpower=value)
    if what == "blood":
        return replace(combatant, blood=value, health=settle(combatant.health, value))
    if what == "armor":
        return replace(combatant, armor=value)
    return replace(combatant, circumstances=replace(combatant.circumstances, **{what: value}))
