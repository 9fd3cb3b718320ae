"""Mental Defense Values of the sheet (2E-512, 2E-513)."""

from rules.exalted2e.defense import compute_mdv
from rules.exalted2e.options import DEFAULTS, Options
from rules.exalted2e.sheet.model import Sheet
from rules.exalted2e.sheet.parse import specialty_dots
from rules.exalted2e.traits import label
from rules.pool import Breakdown, Step, Term, add_step
from rules.text import Text


def parry_mdv(sheet: Sheet, attribute: str, ability: str) -> Breakdown:
    """Return half of Charisma or Manipulation with Investigation, Performance or Presence and a specialty (2E-512)."""
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
