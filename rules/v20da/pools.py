"""Dice pools, each as a breakdown."""

from rules.pool import Pool, Term, add_steps, change
from rules.text import Text
from rules.v20da.sheet.model import Sheet
from rules.v20da.traits import ATTRIBUTES, TABLES, look_up


def trait_terms(sheet: Sheet, *traits: str) -> tuple[Term, ...]:
    """Return one term for each trait. Willpower, Road, Virtues and Disciplines are traits too (V20-020, 021)."""
    return tuple(Term(sheet.label(trait), rating(sheet, trait), kind_of(trait), "V20-020") for trait in traits)


def rating(sheet: Sheet, trait: str) -> int:
    """Return the rating that a trait rolls. Willpower rolls its permanent rating (V20-009)."""
    if trait in ("willpower", "road"):
        return int(getattr(sheet, trait))
    if trait in sheet.virtues:
        return sheet.virtues[trait]
    return sheet.disciplines[trait] if trait in sheet.disciplines else sheet.dots(trait)


def kind_of(trait: str) -> str:
    """Return the category of a trait, for the page."""
    if trait in ATTRIBUTES:
        return "attribute"
    return trait if trait in ("willpower", "road") else "ability"


def armor_penalty(armor: int) -> int:
    """Return what armor of this class takes from Dexterity pools, 0 or negative (V20-158, 170)."""
    return -int(look_up("armor", armor)[1]) if armor else 0


def armor_rating(armor: int) -> int:
    """Return the soak dice of armor of this class (V20-170)."""
    return int(TABLES["armor"][str(armor)][0]) if armor else 0


def build_pool(
    title: Text, traits: tuple[Term, ...], extra: tuple[Term, ...] = (), armor: int = 0, wounds: int = 0, place: int = 0
) -> Pool:
    """Add up a pool in the book's order: traits, circumstances, armor, wounds, place in a multiple action."""
    later = (Term(Text("Action {n}", n=place), -place, "multiple", "V20-051"),) if place else ()
    steps = add_steps(
        (Text("Traits"), "V20-020", traits),
        (Text("Circumstances"), "V20-022", extra),
        (Text("Armor"), "V20-158", change(Text("Armor"), armor, "armor", "V20-158")),
        (Text("Wounds"), "V20-183", change(Text("Wounds"), wounds, "wound", "V20-183")),
        (Text("Multiple actions"), "V20-051", later),
    )
    total = steps[-1].after
    return Pool(title, steps, total, can_roll=total > 0)


def action_pool(
    sheet: Sheet,
    title: Text,
    traits: tuple[str, ...],
    extra: tuple[Term, ...] = (),
    armor: int | None = None,
    wounds: int = 0,
    place: int = 0,
) -> Pool:
    """Return the pool of an action. Armor, by default the sheet's, weighs on Dexterity alone (V20-158)."""
    worn = armor_penalty(sheet.armor if armor is None else armor) if "dexterity" in traits else 0
    return build_pool(title, trait_terms(sheet, *traits), extra, worn, wounds, place)


def initiative_rating(sheet: Sheet) -> int:
    """Return Dexterity + Wits (V20-140)."""
    return sheet.dots("dexterity") + sheet.dots("wits")
