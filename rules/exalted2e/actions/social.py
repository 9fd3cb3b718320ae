"""Social combat, as far as the sources give figures (chapter 24); it runs in long ticks."""

from dataclasses import dataclass
from typing import Final

from rules.exalted2e.defense import compute_mdv
from rules.exalted2e.options import DEFAULTS, Options
from rules.exalted2e.sheet.model import Sheet
from rules.exalted2e.sheet.parse import specialty_dots
from rules.exalted2e.traits import label
from rules.pool import Breakdown, Step, Term, add_step

MAX_APPEARANCE_EDGE = 3
MAX_DRAIN_PER_SCENE = 2
"""Willpower that natural influence can take from one in a scene (2E-515)."""


@dataclass(frozen=True, slots=True)
class SocialAction:
    """One action of the table (2E-511): Speed in long ticks, DV penalty (None: special), Rate of an attack."""

    name: str
    speed: int
    dv: int | None
    rate: int = 0


ACTIONS: Final[dict[str, SocialAction]] = {
    "presence": SocialAction("Presence attack", 4, 2, 2),
    "investigation": SocialAction("Investigation attack", 5, 2, 2),
    "performance": SocialAction("Performance attack", 6, 2, 1),
    "monologue": SocialAction("Monologue or study", 3, 2),
    "guard": SocialAction("Guard", 3, 0),
    "coordinate": SocialAction("Coordinate", 5, 2),
    "move": SocialAction("Move", 0, 0),
    "dash": SocialAction("Dash", 3, 3),
    "miscellaneous": SocialAction("Miscellaneous", 5, 2),
    "inactive": SocialAction("Inactive", 3, None),
}


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


def mdv_modifier(appearance_edge: int, intimacy: int = 0, virtue: int = 0, motivation: int = 0) -> tuple[Term, ...]:
    """What bends an MDV (2E-514): the defender's edge in Appearance up to 3; and 1 where an Intimacy is offended,
    2 a Virtue of 3 or more, 3 the Motivation. Give 1 for against, -1 for in favor, 0 for neither."""
    edge = max(-MAX_APPEARANCE_EDGE, min(MAX_APPEARANCE_EDGE, appearance_edge))
    named = (("Appearance", edge), ("Intimacy", intimacy), ("Virtue", 2 * virtue), ("Motivation", 3 * motivation))
    return tuple(Term(name, amount, "social", "2E-514") for name, amount in named if amount)


def may_resist(against_motivation: bool, willpower_points: int, drained: int) -> bool:
    """Whether a hit can be resisted for a point of Willpower (2E-515); past two in a scene it need not be paid."""
    return against_motivation or willpower_points > 0 or drained >= MAX_DRAIN_PER_SCENE


def intimacy_scenes(conviction: int) -> int:
    """Scenes that building an Intimacy takes (2E-516)."""
    return conviction


def _halved(title: str, terms: tuple[Term, ...], half: int, rule: str) -> Breakdown:
    step = add_step("Traits", "2E-512", terms, 0)
    return Breakdown(title, (step, Step("Half", rule, (), step.after, half)), half)
