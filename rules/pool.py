"""Numbers that explain themselves: base terms, the steps in order, the total."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypedDict

from rules.text import EMPTY, Text

BARE = Text("Dice pool")
"""The title of a pool that was given as a number of dice, without traits."""


class TermView(TypedDict):
    """One addend as a page shows it; see `Term`."""

    name: Text
    amount: int
    kind: str
    rule: str


class StepView(TypedDict):
    """One step of a sum as a page shows it; see `Step`."""

    name: Text
    rule: str
    terms: list[TermView]
    before: int
    after: int
    note: Text


@dataclass(frozen=True, slots=True)
class Term:
    """One named addend. `kind` is the book's category (attribute, ability, stunt, wound ...), `rule` the rule id."""

    name: Text
    amount: int
    kind: str
    rule: str


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a sum: its terms, and the running value before and after. A step without terms is kept."""

    name: Text
    rule: str
    terms: tuple[Term, ...]
    before: int
    after: int
    note: Text = EMPTY


@dataclass(frozen=True, slots=True)
class Breakdown:
    """A value and how it was calculated: a DV, a soak, an amount of damage, a cost."""

    title: Text
    steps: tuple[Step, ...]
    total: int
    note: Text = EMPTY

    def explain(self) -> list[StepView]:
        """Return the steps as JSON-safe data that a page can draw. The total is the last `after`."""
        return [
            {
                "name": step.name,
                "rule": step.rule,
                "terms": [
                    {"name": term.name, "amount": term.amount, "kind": term.kind, "rule": term.rule}
                    for term in step.terms
                ],
                "before": step.before,
                "after": step.after,
                "note": step.note,
            }
            for step in self.steps
        ]


@dataclass(frozen=True, slots=True)
class Pool(Breakdown):
    """Dice to roll. `total` is the number of dice and may be below 0. Successes are added or taken after the roll."""

    bonus_successes: int = 0
    external: int = 0
    can_roll: bool = True

    @property
    def dice(self) -> int:
        """The number of dice that are thrown, never below 0."""
        return max(0, self.total)


def add_step(name: Text, rule: str, terms: tuple[Term, ...], before: int, note: Text = EMPTY) -> Step:
    """Make a step that adds its terms to the running value."""
    return Step(name, rule, terms, before, before + sum(term.amount for term in terms), note)


def add_steps(*rows: tuple[Text, str, Iterable[Term]]) -> tuple[Step, ...]:
    """Make the steps of a sum from their names, rules and terms, each from the value after the step before."""
    steps: list[Step] = []
    for name, rule, terms in rows:
        steps.append(add_step(name, rule, tuple(terms), steps[-1].after if steps else 0))
    return tuple(steps)


def change(name: Text, amount: int, kind: str, rule: str) -> tuple[Term, ...]:
    """Return a term that changes a sum; empty for an amount of 0."""
    return (Term(name, amount, kind, rule),) if amount else ()


def sum_terms(title: Text, rule: str, terms: Iterable[Term], least: int | None = None) -> Breakdown:
    """Return the sum of the terms in one step, raised to `least` if it is lower."""
    step = add_step(title, rule, tuple(terms), 0)
    return Breakdown(title, (step,), step.after if least is None else max(least, step.after))
