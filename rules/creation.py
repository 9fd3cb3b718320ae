"""A new character by the book's budget, in words that every system shares: what there is to spend, what is spent."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """One part of a budget, in dots. It asks for `least` to `most`, either None where the sources name no number.

    `each`: the bonus points that a dot above `most` costs, None where none can be bought.
    """

    title: str
    spent: int
    least: int | None
    most: int | None
    rule: str
    each: int | None = None

    @property
    def over(self) -> int:
        """Dots above what the budget gives."""
        return 0 if self.most is None else max(0, self.spent - self.most)

    @property
    def missing(self) -> int:
        """Dots that are still to be spent."""
        return 0 if self.least is None else max(0, self.least - self.spent)

    @property
    def cost(self) -> int:
        """Bonus points that the dots above it cost."""
        return self.over * (self.each or 0)

    @property
    def is_free(self) -> bool:
        """Whether the sources give no number for it at all."""
        return self.least is None and self.most is None

    @property
    def asked(self) -> str:
        """What it asks for: "7", "5 or more", "7 or less"."""
        if self.least == self.most:
            return str(self.least or 0)
        return f"{self.most} or less" if self.least is None else f"{self.least} or more"

    @property
    def fault(self) -> str:
        """What is wrong with it, in a sentence; nothing where all is well or bonus points pay."""
        if self.missing:
            verb = "is" if self.missing == 1 else "are"
            return f"{self.title}: {_dots(self.missing)} {verb} missing ({self.spent} of {self.least}, {self.rule})."
        if self.over and self.each is None:
            return f"{self.title}: {_dots(self.over)} too many ({self.spent} of {self.most}, {self.rule})."
        return ""


@dataclass(frozen=True, slots=True)
class Bonus:
    """Points beside the budget, under the book's name for them."""

    title: str
    points: int
    rule: str


@dataclass(frozen=True, slots=True)
class Creation:
    """A sheet held against the budget of its book.

    `wants`: sentences about what a new character must have beside dots. `note`: what the sources leave free.
    """

    lines: tuple[Line, ...] = ()
    bonus: Bonus | None = None
    wants: tuple[str, ...] = ()
    note: str = ""

    @property
    def bonus_spent(self) -> int:
        """Bonus points that the dots above the budget cost."""
        return sum(line.cost for line in self.lines)

    @property
    def bonus_left(self) -> int:
        """Bonus points still to be spent; below 0 where too many are."""
        return self.bonus.points - self.bonus_spent if self.bonus else 0

    @property
    def faults(self) -> tuple[str, ...]:
        """What is over or missing, in the order of the lines; nothing for a character that is ready."""
        return (*filter(None, (line.fault for line in self.lines)), *self._bonus_fault(), *self.wants)

    def _bonus_fault(self) -> tuple[str, ...]:
        if not self.bonus or not self.bonus_left:
            return ()
        of = f"({self.bonus_spent} of {self.bonus.points}, {self.bonus.rule})"
        many = f"{-self.bonus_left} too many" if self.bonus_left < 0 else f"{self.bonus_left} left to spend"
        return (f"{self.bonus.title}: {many} {of}.",)


def share_out(spent: dict[str, int], shares: list[int] | tuple[int, ...]) -> dict[str, int]:
    """Give the largest share to the group with the most dots, and so on: the way that leaves the least over."""
    ranked = sorted(spent, key=lambda name: -spent[name])
    given = dict(zip(ranked, sorted(shares, reverse=True), strict=True))
    return {name: given[name] for name in spent}


def _dots(count: int) -> str:
    return f"{count} dot" if count == 1 else f"{count} dots"
