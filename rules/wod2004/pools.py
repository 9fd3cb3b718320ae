"""Dice pools: traits, then bonuses, then penalties. A total of 0 or less is a chance roll."""

from collections.abc import Iterable, Sequence
from typing import Final

from rules.errors import BadInput
from rules.pool import Pool, Step, Term, add_steps
from rules.text import Text
from rules.wod2004.traits import UNSKILLED

CHANCE: Final = Text("Chance roll")
MODIFIER_LIMIT: Final = 5
WILLPOWER_DICE: Final = 3


def build_pool(
    title: Text, traits: Sequence[Term], bonuses: Iterable[Term] = (), penalties: Iterable[Term] = ()
) -> Pool:
    """Return the sum of a pool in the book's order (WD-040, WD-041). Penalties are negative terms.

    There is no floor between the steps (WD-042). A total of 0 or less is a chance roll (WD-028): see `is_chance`.
    """
    steps = add_steps(
        (Text("Traits"), "WD-040", traits),
        (Text("Bonuses"), "WD-041", (term for term in bonuses if term.amount)),
        (Text("Penalties"), "WD-041", (term for term in penalties if term.amount)),
    )
    total = steps[-1].after
    if total <= 0:
        steps += (Step(CHANCE, "WD-028", (), total, total, Text("One die; only a 10 is a success.")),)
    return Pool(title, steps, total)


def is_chance(pool: Pool) -> bool:
    """Return whether the pool is a single chance die (WD-028)."""
    return pool.total <= 0


def trait(name: Text, dots: int) -> Term:
    """Return a trait of the base pool."""
    return Term(name, dots, "trait", "WD-040")


def skill_terms(name: Text, dots: int, category: str | None) -> tuple[list[Term], list[Term]]:
    """Return a Skill's dots, and the penalty for having none (WD-005, WD-006)."""
    penalties = []
    if dots == 0 and category is not None:
        penalties.append(Term(Text("Unskilled"), -UNSKILLED[category], "unskilled", "WD-005"))
    return [trait(name, dots)], penalties


def specialty_bonus() -> Term:
    """Return the die of a Specialty (WD-007)."""
    return Term(Text("Specialty"), 1, "specialty", "WD-007")


def willpower_bonus() -> Term:
    """Return the three dice of a Willpower point, which count before penalties (WD-050)."""
    return Term(Text("Willpower"), WILLPOWER_DICE, "willpower", "WD-050")


def wound_term(penalty: int) -> Term:
    """Return the wound penalty of an ordinary pool (WD-046)."""
    return Term(Text("Wounds"), penalty, "wound", "WD-046")


def circumstance(name: Text, amount: int, rule: str = "WD-043") -> Term:
    """Return one modifier of tools or circumstances. Raises `BadInput` beyond -5 to +5 (WD-043)."""
    if not -MODIFIER_LIMIT <= amount <= MODIFIER_LIMIT:
        sentence = Text("A modifier must be -{most} to +{most}, not {n}.", most=MODIFIER_LIMIT, n=amount)
        raise BadInput("modifier_range", sentence, rule="WD-043")
    return Term(name, amount, "circumstance", rule)


def trait_pool(
    attribute: int,
    skill: int | None,
    category: str | None = None,
    bonuses: Sequence[int] = (),
    penalties: Sequence[int] = (),
    *,
    willpower: bool = False,
    specialty: bool = False,
) -> Pool:
    """Return Attribute + Skill with bare modifiers. Penalties are positive numbers; `skill` None: no Skill is used."""
    base = [trait(Text("Attribute"), attribute)]
    minus = [circumstance(Text("Penalty"), -amount) for amount in penalties]
    if skill is not None:
        terms, unskilled = skill_terms(Text("Skill"), skill, category)
        base, minus = base + terms, unskilled + minus
    plus = [circumstance(Text("Bonus"), amount) for amount in bonuses]
    if specialty:
        plus.append(specialty_bonus())
    if willpower:
        plus.append(willpower_bonus())
    return build_pool(Text("Attribute + Skill"), base, plus, minus)
