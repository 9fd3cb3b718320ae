"""Values derived from the traits, each with its sum (WD-008 to WD-013)."""

from typing import Final

from rules.pool import Breakdown, Term, add_step, sum_terms
from rules.text import Text
from rules.wod2004.defense import base_defense
from rules.wod2004.health import wound_state
from rules.wod2004.options import DEFAULTS, Options
from rules.wod2004.sheet.model import Sheet
from rules.wod2004.timing import initiative_modifier, speed
from rules.wounds import CAPITALS, STROKES, rewrite_track

MAX_WILLPOWER: Final = 10


def health_of(stamina: int, size: int, bonus: int = 0) -> Breakdown:
    """Return Stamina + Size (WD-009), at least 1."""
    terms = [Term(Text("Stamina"), stamina, "trait", "WD-009"), Term(Text("Size"), size, "trait", "WD-008")]
    if bonus:
        terms.append(Term(Text("Merits"), bonus, "merit", "WD-009"))
    return sum_terms(Text("Health"), "WD-009", terms, least=1)


def willpower_of(resolve: int, composure: int, lost: int = 0) -> Breakdown:
    """Return Resolve + Composure less sacrificed dots, at most 10 (WD-010)."""
    terms = [Term(Text("Resolve"), resolve, "trait", "WD-010"), Term(Text("Composure"), composure, "trait", "WD-010")]
    if lost:
        terms.append(Term(Text("Sacrificed"), -lost, "lost", "WD-230"))
    step = add_step(Text("Willpower"), "WD-010", tuple(terms), 0)
    return Breakdown(Text("Willpower"), (step,), min(MAX_WILLPOWER, max(0, step.after)))


def health(sheet: Sheet, options: Options = DEFAULTS) -> Breakdown:
    """Return the number of Health boxes; nameless extras have a fixed number (WD-225)."""
    if sheet.extra:
        terms = (Term(Text("Extra"), options.extra_health, "extra", "WD-225"),)
        return sum_terms(Text("Health"), "WD-225", terms)
    return health_of(sheet.attributes["stamina"], sheet.size, sheet.health_bonus)


def willpower(sheet: Sheet) -> Breakdown:
    """Return the dots of Willpower."""
    return willpower_of(sheet.attributes["resolve"], sheet.attributes["composure"], sheet.willpower_lost)


def defense(sheet: Sheet) -> Breakdown:
    """Return the Defense before any attack, in the armor worn."""
    return base_defense(
        sheet.attributes["dexterity"], sheet.attributes["wits"], sheet.defense_bonus, sheet.suit().defense
    )


def initiative(sheet: Sheet) -> Breakdown:
    """Return the Initiative modifier."""
    return initiative_modifier(sheet.attributes["dexterity"], sheet.attributes["composure"], sheet.initiative_bonus)


def sheet_speed(sheet: Sheet) -> Breakdown:
    """Return the yards per turn in the armor worn."""
    return speed(
        sheet.attributes["strength"],
        sheet.attributes["dexterity"],
        sheet.species_factor,
        sheet.speed_bonus,
        sheet.suit().speed,
    )


def derived(sheet: Sheet) -> tuple[Breakdown, ...]:
    """Return all derived values in the printed order."""
    return health(sheet), willpower(sheet), defense(sheet), initiative(sheet), sheet_speed(sheet)


def fight(sheet: Sheet) -> tuple[Breakdown, ...]:
    """Return what a fight needs of them."""
    return defense(sheet), initiative(sheet), sheet_speed(sheet), health(sheet)


def track_of(sheet: Sheet) -> str:
    """Return the sheet's boxes as a track of wounds ("X//")."""
    return rewrite_track(sheet.health, STROKES)


def find_fate(sheet: Sheet) -> str:
    """Return the fate that counts: dying, and death of aggravated wounds, is what the boxes say (WD-176, WD-177)."""
    state = wound_state(track_of(sheet), health(sheet).total)
    if state in ("dying", "dead"):
        return "dead" if sheet.fate == "dead" else state
    return "" if sheet.fate == "dying" else sheet.fate


def boxes_of(track: str, boxes: int) -> str:
    """Return a track of wounds as the sheet's boxes, one mark for each box."""
    return rewrite_track(track, CAPITALS).ljust(boxes, ".")
