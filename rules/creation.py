"""Creating a character with the book's budget, in terms that all systems share: dots to spend and dots spent."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules.errors import BadInput
from rules.text import EMPTY, Text, word


@dataclass(frozen=True, slots=True)
class Line:
    """One part of a budget, in dots. It needs `least` to `most`; either is None if the sources give no number.

    `each`: the bonus points that a dot above `most` costs, None if such dots cannot be bought. `step`: the matter of
    the sheet in which the dots are (`rules.sheets.steps`); empty for one that concerns all.
    """

    title: Text
    spent: int
    rule: str
    least: int | None = None
    most: int | None = None
    each: int | None = None
    step: str = ""

    @property
    def over(self) -> int:
        """Dots above the budget."""
        return 0 if self.most is None else max(0, self.spent - self.most)

    @property
    def missing(self) -> int:
        """Dots that are still to be spent."""
        return 0 if self.least is None else max(0, self.least - self.spent)

    @property
    def cost(self) -> int:
        """Bonus points that the dots above the budget cost."""
        return self.over * (self.each or 0)

    @property
    def is_free(self) -> bool:
        """Whether the sources give no number for this part at all."""
        return self.least is None and self.most is None

    @property
    def asked(self) -> Text:
        """The required dots in words: "7", "5 or more", "7 or less"."""
        if self.least == self.most:
            return word(str(self.least or 0))
        if self.least is None:
            return Text("{n} or less", n=self.most)
        return Text("{n} or more", n=self.least)

    @property
    def fault(self) -> Text:
        """What is wrong with this part, as a sentence. Empty if nothing is, or if bonus points pay for it."""
        values = {"title": self.title, "spent": self.spent, "rule": self.rule}
        if self.missing:
            return Text(
                "{title}: {n} dot left ({spent} of {of}, {rule}).",
                "{title}: {n} dots left ({spent} of {of}, {rule}).",
                n=self.missing,
                of=self.least,
                **values,
            )
        if self.over and self.each is None:
            return Text(
                "{title}: {n} dot too many ({spent} of {of}, {rule}).",
                "{title}: {n} dots too many ({spent} of {of}, {rule}).",
                n=self.over,
                of=self.most,
                **values,
            )
        return EMPTY


@dataclass(frozen=True, slots=True)
class Bonus:
    """Bonus points on top of the budget, under the book's name for them."""

    title: Text
    points: int
    rule: str


@dataclass(frozen=True, slots=True)
class Creation:
    """A sheet compared with the budget of its book.

    `wants`: sentences about what a new character needs apart from dots. `note`: what the sources leave open. `counted`:
    how the dots of the lines are counted.
    """

    lines: tuple[Line, ...] = ()
    bonus: Bonus | None = None
    wants: tuple[Text, ...] = ()
    note: Text = EMPTY
    counted: Text = EMPTY

    @property
    def bonus_spent(self) -> int:
        """Bonus points that the dots above the budget cost."""
        return sum(line.cost for line in self.lines)

    @property
    def bonus_left(self) -> int:
        """Bonus points still to be spent; negative if too many are spent."""
        return self.bonus.points - self.bonus_spent if self.bonus else 0

    @property
    def faults(self) -> tuple[Text, ...]:
        """What is over or missing, in the order of the lines. Empty for a finished character."""
        return (*filter(None, (line.fault for line in self.lines)), *self._bonus_fault(), *self.wants)

    def _bonus_fault(self) -> tuple[Text, ...]:
        if not self.bonus or not self.bonus_left:
            return ()
        values = {
            "title": self.bonus.title,
            "spent": self.bonus_spent,
            "of": self.bonus.points,
            "rule": self.bonus.rule,
        }
        if self.bonus_left < 0:
            return (Text("{title}: {n} too many ({spent} of {of}, {rule}).", n=-self.bonus_left, **values),)
        return (Text("{title}: {n} left to spend ({spent} of {of}, {rule}).", n=self.bonus_left, **values),)


def share_out(
    titles: Mapping[Any, Text],
    spent: Mapping[str, int],
    shares: Iterable[int],
    rule: str,
    each: int | None = None,
    *,
    step: str = "",
) -> tuple[Line, ...]:
    """Return a line for each group of dots.

    The group with the most dots gets the largest share, and so on. This leaves the fewest dots over.
    """
    ranked = sorted(spent, key=lambda group: -spent[group])
    given = dict(zip(ranked, sorted(shares, reverse=True), strict=True))
    return tuple(Line(titles[group], spent[group], rule, given[group], given[group], each, step) for group in spent)


MAX_DOTS = 200
MAX_EACH = 20
MAX_POINTS = 200


@dataclass(frozen=True, slots=True)
class HouseBudget:
    """The Storyteller's numbers for parts for which the sources name none, by the English titles of their lines.

    `dots`: what a new character spends there. `each`: the bonus points that a dot above costs. `points`: bonus points.
    """

    dots: Mapping[str, int] = field(default_factory=dict)
    each: Mapping[str, int] = field(default_factory=dict)
    points: int = 0


def check_house_budget(budget: HouseBudget) -> HouseBudget:
    """Return the budget. Raises `BadInput` for a number out of bounds."""
    kinds = ((budget.dots, 0, MAX_DOTS), (budget.each, 1, MAX_EACH), ({"points": budget.points}, 0, MAX_POINTS))
    for numbers, low, high in kinds:
        for key, number in numbers.items():
            if not low <= number <= high:
                values = {"key": repr(key[:40]), "low": low, "high": high, "value": number}
                raise BadInput(
                    "out_of_range", Text("{key} must be {low} to {high}, not {value}.", **values), key=key[:40]
                )
    return budget


def with_house_budget(creation: Creation, budget: HouseBudget, shared: Collection[str] = ()) -> Creation:
    """Return the comparison with the Storyteller's numbers in the lines that have none.

    `shared`: the titles of lines that share their numbers: the one with the most dots gets the largest.
    """
    open_lines = [line for line in creation.lines if line.is_free and str(line.title) in budget.dots]
    given = {str(line.title): budget.dots[str(line.title)] for line in open_lines}
    ranked = sorted((line for line in open_lines if line.title in shared), key=lambda line: -line.spent)
    shares = sorted((given[str(line.title)] for line in ranked), reverse=True)
    given |= {str(line.title): share for line, share in zip(ranked, shares, strict=True)}
    lines = tuple(_give(line, given, budget.each) if line in open_lines else line for line in creation.lines)
    if not open_lines:
        return creation
    bonus = Bonus(Text("Bonus points"), budget.points, Text("the Storyteller")) if budget.points else creation.bonus
    return replace(creation, lines=lines, bonus=bonus, note=EMPTY)


def _give(line: Line, given: Mapping[str, int], each: Mapping[str, int]) -> Line:
    dots = given[str(line.title)]
    return replace(line, least=dots, most=dots, each=each.get(str(line.title)))
