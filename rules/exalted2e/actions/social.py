"""Mental Defense Values, what changes them, and what resisting costs (2E-512 to 2E-516)."""

from typing import Final

from rules.exalted2e.defense import compute_mdv
from rules.exalted2e.options import DEFAULTS, Options
from rules.exalted2e.sheet.model import Sheet
from rules.exalted2e.sheet.parse import specialty_dots
from rules.exalted2e.sheet.ready import give_value
from rules.exalted2e.sheet.rows import Intimacy
from rules.exalted2e.state.debate import Leaning
from rules.exalted2e.traits import label
from rules.pool import Breakdown, Step, Term, add_step, change
from rules.text import Text

ATTRIBUTES: Final = ("charisma", "manipulation")
ABILITIES: Final = ("presence", "investigation", "performance")
"""What a debater attacks and parries with (2E-511, 2E-512)."""
MAX_APPEARANCE: Final = 3
INTIMACY, VIRTUE, MOTIVATION = 1, 2, 3
"""What each adds to an MDV that the words go against, or takes from one that they favor (2E-514)."""


def parry_mdv(sheet: Sheet, attribute: str, ability: str) -> Breakdown:
    """Return half of Charisma or Manipulation with Investigation, Performance or Presence and a specialty (2E-512)."""
    if sheet.ready.used:
        return give_value(Text("Parry MDV"), sheet.ready.parry_mdv, "2E-512")
    terms = (
        Term(label(attribute), sheet.attribute(attribute), "attribute", "2E-512"),
        Term(label(ability), sheet.ability(ability), "ability", "2E-512"),
        Term(Text("Specialty"), specialty_dots(sheet, ability), "specialty", "2E-512"),
    )
    return _halved(
        Text("Parry MDV"), terms, compute_mdv("parry", (term.amount for term in terms), sheet.being), "2E-131"
    )


def dodge_mdv(sheet: Sheet, options: Options = DEFAULTS) -> Breakdown:
    """Return half of Willpower, Integrity, Essence and a specialty; an option rounds it down (2E-512, 2E-513)."""
    if sheet.ready.used:
        return give_value(Text("Dodge MDV"), sheet.ready.dodge_mdv, "2E-513")
    terms = (
        Term(Text("Willpower"), sheet.willpower, "willpower", "2E-512"),
        Term(Text("Integrity"), sheet.abilities["integrity"], "ability", "2E-512"),
        Term(Text("Essence"), sheet.essence, "essence", "2E-512"),
        Term(Text("Specialty"), specialty_dots(sheet, "integrity"), "specialty", "2E-512"),
    )
    half = compute_mdv("dodge", (term.amount for term in terms), sheet.being, options)
    return _halved(Text("Dodge MDV"), terms, half, "2E-513" if options.dodge_mdv_round_down else "2E-131")


def _halved(title: Text, terms: tuple[Term, ...], half: int, rule: str) -> Breakdown:
    step = add_step(Text("Traits"), "2E-512", terms, 0)
    return Breakdown(title, (step, Step(Text("Half"), rule, (), step.after, half)), half)


def best_parry_mdv(sheet: Sheet) -> Breakdown:
    """Return the highest Parry MDV of the sheet (2E-512)."""
    pairs = ((attribute, ability) for attribute in ATTRIBUTES for ability in ABILITIES)
    return max((parry_mdv(sheet, *pair) for pair in pairs), key=lambda mdv: mdv.total)


def list_modifiers(own: int, other: int, leaning: Leaning) -> tuple[Term, ...]:
    """Return what changes an MDV: the difference in Appearance, up to 3, and how the words stand (2E-514).

    `own` and `other`: the Appearance of the target and of the attacker.
    """
    edge = max(-MAX_APPEARANCE, min(MAX_APPEARANCE, own - other))
    return (
        *change(Text("Appearance"), edge, "social", "2E-514"),
        *change(Text("Intimacy"), INTIMACY * leaning.intimacy, "social", "2E-514"),
        *change(Text("Virtue"), VIRTUE * leaning.virtue, "social", "2E-514"),
        *change(Text("Motivation"), MOTIVATION * leaning.motivation, "social", "2E-514"),
        *change(Text("Storyteller’s ruling"), leaning.other, "other", "2E-003"),
    )


def find_price(drained: int, limit: int) -> int:
    """Return the Willpower that resisting costs: 1, and nothing once the scene has drained the limit (2E-515)."""
    return 1 if drained < limit else 0


def may_resist(being: str, points: int, price: int, *, must: bool) -> bool:
    """Return whether a target may resist. What is against the Motivation is resisted by all, if need be for nothing.

    Extras spend Willpower only for their Motivation (2E-480, 2E-515).
    """
    return must or (being != "extra" and points >= price) or price == 0


def work_on(held: tuple[Intimacy, ...], text: str, conviction: int, *, builds: bool) -> tuple[Intimacy, ...]:
    """Return the Intimacies after a scene of building or eroding one, which takes as many as Conviction (2E-516)."""
    old = next((intimacy for intimacy in held if intimacy.text.strip().casefold() == text.strip().casefold()), None)
    if old is None:
        return (Intimacy(text.strip(), conviction - 1), *held) if builds else held
    scenes = max(0, old.scenes - 1) if builds else old.scenes + 1
    kept = () if scenes >= conviction and not builds else (Intimacy(old.text, scenes),)
    return tuple(new for intimacy in held for new in (kept if intimacy is old else (intimacy,)))
