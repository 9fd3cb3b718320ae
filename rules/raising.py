"""Experience in words that every system shares: why it is earned, what it raises or buys, and what that costs."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rules.battle import Json
from rules.errors import BadInput
from rules.pool import Breakdown, Step, Term, add_step

DAY = 86_400
"""Seconds."""
WEEK = 7 * DAY
GENERAL = "experience"
"""The purse that every system has."""
MAX_NAME = 60
"""Characters of the name of what is bought."""


@dataclass(frozen=True, slots=True)
class Award:
    """A reason to earn experience. `points` is what the book gives for it, 0 where it names no number."""

    key: str
    label: str
    points: int
    rule: str
    purse: str = GENERAL


@dataclass(frozen=True, slots=True)
class Raise:
    """A trait that experience can raise: its dotted path in the sheet's JSON, its dots now and at most.

    `lifted`: what it goes up to once another trait lets it; 0 where nothing does.
    """

    path: str
    label: str
    kind: str
    value: int
    cap: int
    cap_rule: str
    lifted: int = 0


@dataclass(frozen=True, slots=True)
class Good:
    """Something bought whole. `figures` are the numbers that its price or training asks for, with their limits.

    `asks_favored`: whether it costs less where it is of the caste or favored. `named`: what its name is called on the
    form, empty for what has none. `belongs`: the same for the trait that it belongs to, one of `traits` (key, label).
    """

    key: str
    label: str
    rule: str
    figures: tuple[tuple[str, int, int], ...] = ()
    asks_favored: bool = False
    named: str = ""
    belongs: str = ""
    traits: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Bought:
    """A good as it is bought: the key, the figures, the trait that it belongs to, its name."""

    key: str
    figures: Mapping[str, int] = field(default_factory=dict)
    trait: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Price:
    """What is paid: per step, in order, its points and its seconds of training; `purses` may pay for it."""

    costs: tuple[int, ...]
    training: tuple[int, ...]
    why: Breakdown
    purses: tuple[str, ...] = (GENERAL,)

    @property
    def total(self) -> int:
        """Points in all."""
        return sum(self.costs)

    @property
    def seconds(self) -> int:
        """Seconds of in-world training in all: the steps follow one another."""
        return sum(self.training)


def find_raise(raises: Iterable[Raise], path: str, before: int, after: int) -> Raise:
    """The trait to be raised. Raises `BadInput` unless it goes up from where it stands to its cap or less."""
    found = next((one for one in raises if one.path == path), None)
    if found is None:
        raise BadInput("not_raised", f"Experience does not raise {path[:80]!r} on this sheet.", key=path[:80])
    if before != found.value:
        raise BadInput("moved_on", f"{found.label} stands at {found.value} now, not at {before}.", key=path)
    if after <= before:
        raise BadInput("bad_raise", f"{found.label} goes up from {before}, not to {after}.", key=path)
    if after > found.cap:
        sentence = f"{found.label} goes up to {found.cap}, not to {after} ({found.cap_rule})."
        raise BadInput("above_maximum", sentence, key=path, rule=found.cap_rule)
    return found


def find_good(goods: Iterable[Good], key: str, figures: dict[str, int]) -> Good:
    """The thing to be bought. Raises `BadInput` for an unknown one, and for figures that are not what it asks for."""
    known = {one.key: one for one in goods}
    if key not in known:
        raise BadInput("unknown_purchase", f"{key[:40]!r} cannot be bought here. Known: {', '.join(known)}.")
    good = known[key]
    foreign = [name for name in figures if name not in {name for name, _low, _high in good.figures}]
    if foreign:
        raise BadInput("unknown_key", f"{good.label} asks for no {foreign[0][:40]!r}.", key=foreign[0][:40])
    for name, low, high in good.figures:
        number = figures.get(name)
        if type(number) is not int or not low <= number <= high:
            sentence = f"{good.label} asks for {name.replace('_', ' ')}, {low} to {high}."
            raise BadInput("bad_figure", sentence, key=name)
    return good


def find_bought(goods: Iterable[Good], bought: Bought) -> Good:
    """The thing that was bought, as it may be written. Raises `BadInput` for a name or trait that it does not go by."""
    good = find_good(goods, bought.key, dict(bought.figures))
    if bool(good.traits) != bool(bought.trait) or (bought.trait and bought.trait not in dict(good.traits)):
        raise BadInput("bad_trait", f"{good.label}: choose from the list what it belongs to.", key="trait")
    if bool(good.named) != bool(bought.name.strip()):
        raise BadInput("bad_name", f"{good.label} asks for a name." if good.named else "It has no name.", key="name")
    if len(bought.name) > MAX_NAME or not bought.name.isprintable():
        raise BadInput("bad_name", f"A name has at most {MAX_NAME} plain characters.", key="name")
    return good


def price_steps(
    title: str, steps: Sequence[tuple[str, int, int]], rule: str, purses: tuple[str, ...] = (GENERAL,)
) -> Price:
    """A price out of steps of (name, points, seconds of training), all by one rule."""
    lines: list[Step] = []
    for name, cost, _seconds in steps:
        before = lines[-1].after if lines else 0
        lines.append(add_step(name, rule, (Term(name, cost, GENERAL, rule),), before))
    costs = tuple(cost for _name, cost, _seconds in steps)
    why = Breakdown(f"{title}: experience", tuple(lines), sum(costs))
    return Price(costs, tuple(seconds for _name, _cost, seconds in steps), why, purses)


def add_line(text: Json, line: str) -> str:
    """A text of the sheet with one more line."""
    return f"{str(text).rstrip()}\n{line}".lstrip()
