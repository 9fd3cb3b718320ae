"""Defense: what it takes from an attack, and how it falls (WD-011, WD-053, WD-054, WD-182 to WD-191, WD-206)."""

from typing import Final

from rules.pool import Breakdown, Step, Term, add_step, change, sum_terms
from rules.text import EMPTY, Text
from rules.wod2004.actions.willpower import RESISTANCE_BONUS

BEFORE: Final = Text("Earlier attacks")
WILLPOWER: Final = Text("Willpower")


def base_defense(dexterity: int, wits: int, bonus: int = 0, armor: int = 0) -> Breakdown:
    """Return the lower of Dexterity and Wits (WD-011), less armor's penalty (WD-206), at least 0."""
    name = Text("Dexterity (lower)") if dexterity <= wits else Text("Wits (lower)")
    terms = (
        Term(name, min(dexterity, wits), "trait", "WD-011"),
        *change(Text("Merits"), bonus, "merit", "WD-011"),
        *change(Text("Armor"), -abs(armor), "armor", "WD-206"),
    )
    return sum_terms(Text("Defense"), "WD-011", terms, least=0)


def defense_against(
    base: Breakdown,
    attacks_before: int = 0,
    *,
    dodging: bool = False,
    willpower: bool = False,
    guard: int = 0,
    denied: Text = EMPTY,
    powers: tuple[Term, ...] = (),
) -> Breakdown:
    """Return the Defense against one attack, after `attacks_before` earlier ones in this turn.

    `guard`: what a weapon adds, as a spear against bare hands. `denied`: why there is none (surprised, all-out ...).
    `powers`: what powers add in the end.
    """
    steps: list[Step] = list(base.steps)
    if denied:
        steps.append(Step(Text("No Defense"), "WD-189", (), base.total, 0, denied))
        return Breakdown(Text("Defense"), tuple(steps), 0)
    value = base.total

    def add(name: Text, rule: str, *terms: Term) -> None:
        nonlocal value
        steps.append(add_step(name, rule, terms, value))
        value = steps[-1].after

    if guard:
        add(Text("Weapon"), "WD-181", Term(Text("Reach"), guard, "weapon", "WD-181"))
    if dodging:
        add(Text("Dodge"), "WD-187", Term(Text("Doubled"), value, "dodge", "WD-187"))
    add(BEFORE, "WD-186", Term(BEFORE, -min(value, attacks_before), "attacks", "WD-186"))
    if willpower:  # added after doubling (WD-054), to what is left of the Defense
        add(WILLPOWER, "WD-053", Term(WILLPOWER, RESISTANCE_BONUS, "willpower", "WD-054"))
    if powers:
        add(Text("Powers"), "WD-182", *powers)
    return Breakdown(Text("Defense"), tuple(steps), value)


def applies(mode: str, *, close: bool) -> bool:
    """Return whether Defense counts against this mode; against firearms only at close range (WD-182, WD-183)."""
    return mode != "firearms" or close
