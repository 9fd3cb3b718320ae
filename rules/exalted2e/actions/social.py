"""Mental Defense Values, as the sheet shows them (2E-512, 2E-513)."""

from rules.exalted2e.defense import compute_mdv
from rules.exalted2e.options import DEFAULTS, Options
from rules.exalted2e.sheet.model import Sheet
from rules.exalted2e.sheet.parse import specialty_dots
from rules.exalted2e.traits import label
from rules.pool import Breakdown, Step, Term, add_step


def parry_mdv(sheet: Sheet, attribute: str, ability: str) -> Breakdown:
    """Half of Charisma or Manipulation with Investigation, Performance or Presence and a specialty (2E-512)."""
    terms = (
        Term(label(attribute), sheet.attribute(attribute), "attribute", "2E-512"),
        Term(label(ability), sheet.ability(ability), "ability", "2E-512"),
        Term("Specialty", specialty_dots(sheet, ability), "specialty", "2E-512"),
    )
    return _halved("Parry MDV", terms, compute_mdv("parry", (term.amount for term in terms), sheet.being), "2E-131")


def dodge_mdv(sheet: Sheet, options: Options = DEFAULTS) -> Breakdown:
    """Half of Willpower, Integrity, Essence and a specialty; three sources round it down for all (2E-512, 2E-513)."""
    terms = (
        Term("Willpower", sheet.willpower, "willpower", "2E-512"),
        Term("Integrity", sheet.abilities.integrity, "ability", "2E-512"),
        Term("Essence", sheet.essence, "essence", "2E-512"),
        Term("Specialty", specialty_dots(sheet, "integrity"), "specialty", "2E-512"),
    )
    half = compute_mdv("dodge", (term.amount for term in terms), sheet.being, options)
    return _halved("Dodge MDV", terms, half, "2E-513" if options.dodge_mdv_round_down else "2E-131")


def _halved(title: str, terms: tuple[Term, ...], half: int, rule: str) -> Breakdown:
    step = add_step("Traits", "2E-512", terms, 0)
    return Breakdown(title, (step, Step("Half", rule, (), step.after, half)), half)
