"""Experience in terms that all systems share: why it is earned, what it raises or buys, and what that costs."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar

from rules.battle import Json
from rules.codec import encode
from rules.errors import BadInput
from rules.names import is_line
from rules.pool import Breakdown, Step, Term, add_step
from rules.sheets.page import MAX_NAME, Trait, label
from rules.sheets.rules import SheetRules
from rules.text import EMPTY, Text, word

S = TypeVar("S")

DAY = 86_400
"""In seconds."""
WEEK = 7 * DAY
GENERAL = "experience"
"""The key of the purse that every system has."""


@dataclass(frozen=True, slots=True)
class Award:
    """A reason to earn experience. `points` is what the book gives for it, 0 if the book names no number."""

    key: str
    label: Text
    points: int
    rule: str
    purse: str = GENERAL


@dataclass(frozen=True, slots=True)
class Raise:
    """A trait that experience can raise: its dotted path in the sheet's JSON, its dots now (`value`) and its `cap`.

    `lifted`: the cap if another trait is raised first; 0 if no other trait limits this one.
    """

    path: str
    label: Text
    kind: str
    value: int
    cap: int
    cap_rule: str
    lifted: int = 0


@dataclass(frozen=True, slots=True)
class Good:
    """Something that is bought whole. `figures` are the numbers that its price or training depends on, with limits.

    `asks_favored`: whether it costs less if it is of the caste or favored. `named`: the form's label for its name,
    empty if it has no name. `belongs`: the form's label for the trait that it belongs to, which is one of `traits`
    (key, label). `once_a_story`: a character gets it once in each story.
    """

    key: str
    label: Text
    rule: str
    figures: tuple[tuple[str, int, int], ...] = ()
    asks_favored: bool = False
    named: Text = EMPTY
    belongs: Text = EMPTY
    traits: tuple[tuple[str, Text], ...] = ()
    once_a_story: bool = False


@dataclass(frozen=True, slots=True)
class BoughtGood:
    """One purchase of a good: its key, figures, the trait that it belongs to, and its name."""

    key: str
    figures: Mapping[str, int] = field(default_factory=dict)
    trait: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Price:
    """A price: the points and seconds of training of each step, in order. `purses` may pay for it.

    `note`: what the price depends on and the sheet does not say, in a sentence.
    """

    costs: tuple[int, ...]
    training: tuple[int, ...]
    why: Breakdown
    purses: tuple[str, ...] = (GENERAL,)
    note: Text = EMPTY

    @property
    def total(self) -> int:
        """Points in total."""
        return sum(self.costs)

    @property
    def seconds(self) -> int:
        """Seconds of in-world training in total: the steps follow one another."""
        return sum(self.training)


MINIMA: Mapping[str, Text] = {"min_ability": Text("minimum ability"), "min_essence": Text("minimum Essence")}


def name_figure(key: str) -> Text:
    """Return the name of a good's figure: "minimum Essence", "rating"."""
    return MINIMA.get(key) or word(key.replace("_", " "))


def find_raise(raises: Iterable[Raise], path: str, before: int, after: int) -> Raise:
    """Return the trait at this path. Raises `BadInput` unless it stands at `before` and may be raised to `after`."""
    found = next((candidate for candidate in raises if candidate.path == path), None)
    if found is None:
        raise BadInput(
            "not_raised", Text("Experience can’t raise {path} on this sheet.", path=repr(path[:80])), key=path[:80]
        )
    check_standing(found.label, found.value, before, path)
    if after <= before:
        raise BadInput(
            "bad_raise",
            Text(
                "{label} can only go up from {before}, not to {after}.", label=found.label, before=before, after=after
            ),
            key=path,
        )
    if after > found.cap:
        values = {"label": found.label, "cap": found.cap, "after": after, "rule": found.cap_rule}
        sentence = Text("{label} can go up to {cap}, not {after} ({rule}).", **values)
        raise BadInput("above_maximum", sentence, key=path, rule=found.cap_rule)
    return found


def check_standing(label: str, value: int | str, before: int, key: str = "before") -> None:
    """Raise `BadInput` unless what is raised stands at the rating that it is raised from."""
    if str(value) != str(before):
        values = {"label": label, "value": value, "before": before}
        raise BadInput("moved_on", Text("{label} is now {value}, not {before}.", **values), key=key)


def find_good(goods: Iterable[Good], key: str, figures: dict[str, int]) -> Good:
    """Return the good with this key. Raises `BadInput` for an unknown good, and for figures that do not fit it."""
    known = {good.key: good for good in goods}
    if key not in known:
        raise BadInput(
            "unknown_purchase",
            Text("{key} can’t be bought here. Known: {known}.", key=repr(key[:40]), known=", ".join(known)),
        )
    good = known[key]
    foreign = [name for name in figures if name not in {name for name, _low, _high in good.figures}]
    if foreign:
        raise BadInput(
            "unknown_key",
            Text("{label} can’t have {foreign}.", label=good.label, foreign=repr(foreign[0][:40])),
            key=foreign[0][:40],
        )
    for name, low, high in good.figures:
        number = figures.get(name)
        if type(number) is not int or not low <= number <= high:
            values = {"label": good.label, "figure": name_figure(name), "low": low, "high": high}
            sentence = Text("{label} needs {figure}, {low} to {high}.", **values)
            raise BadInput("bad_figure", sentence, key=name)
    return good


def find_bought(goods: Iterable[Good], bought: BoughtGood) -> Good:
    """Return the good of a purchase. Raises `BadInput` for figures, a name or a trait that do not fit it."""
    good = find_good(goods, bought.key, dict(bought.figures))
    if bool(good.traits) != bool(bought.trait) or (bought.trait and bought.trait not in dict(good.traits)):
        raise BadInput(
            "bad_trait", Text("{label}: choose from the list where it belongs.", label=good.label), key="trait"
        )
    if bool(good.named) != bool(bought.name.strip()):
        raise BadInput(
            "bad_name",
            Text("{label} needs a name.", label=good.label) if good.named else Text("It needs a name."),
            key="name",
        )
    if len(bought.name) > MAX_NAME or not is_line(bought.name):
        raise BadInput("bad_name", Text("A name can have at most {n} plain characters.", n=MAX_NAME), key="name")
    return good


def price_steps(
    title: Text, steps: Sequence[tuple[Text, int, int]], rule: str, purses: tuple[str, ...] = (GENERAL,)
) -> Price:
    """Return the price of steps (name, points, seconds of training) that all follow one rule."""
    lines: list[Step] = []
    for name, cost, _seconds in steps:
        before = lines[-1].after if lines else 0
        lines.append(add_step(name, rule, (Term(name, cost, GENERAL, rule),), before))
    costs = tuple(cost for _name, cost, _seconds in steps)
    why = Breakdown(Text("{title}: experience", title=title), tuple(lines), sum(costs))
    return Price(costs, tuple(seconds for _name, _cost, seconds in steps), why, purses)


def name_traits(keys: Iterable[str]) -> tuple[tuple[str, Text], ...]:
    """Return the traits with their labels, for a good that belongs to one of them."""
    return tuple((key, label(key)) for key in keys)


DOTS = (("before", 0, 4), ("after", 1, 5))
"""The figures of a good that has a rating."""
GIVEN = Award("storyteller", Text("The Storyteller’s award"), 0, "")
"""The award that the Storyteller gives freely."""


class ExperienceRules(ABC, Generic[S]):
    """What experience raises and buys in one book.

    A game sets `purses` (key to label), `awards` (the book's reasons, in its order), `sold` (what is bought whole) and
    `kinds` (the price list's word for a trait, by the first part of its path), and defines the abstract methods.
    """

    purses: ClassVar[Mapping[str, Text]] = {GENERAL: Text("Experience")}
    awards: ClassVar[tuple[Award, ...]]
    sold: ClassVar[tuple[Good, ...]] = ()
    kinds: ClassVar[Mapping[str, str]]

    def __init__(self, sheets: SheetRules) -> None:
        self.sheets = sheets

    def raises(self, sheet: S, options: Any) -> tuple[Raise, ...]:
        """Return the traits that experience raises: the dots of the page that have a price."""
        return tuple(
            self.make_raise(sheet, trait, kind)
            for section in self.sheets.layout(sheet)
            if not section.scene
            for trait in section.traits
            if trait.kind == "dots" and (kind := self.find_kind(sheet, trait.key))
        )

    def find_kind(self, sheet: S, path: str) -> str:
        """Return the price list's word for a trait, or an empty string if it has no price."""
        return self.kinds.get(path.partition(".")[0], "")

    def make_raise(self, sheet: S, trait: Trait, kind: str) -> Raise:
        """Return a trait of the page as a trait to raise."""
        cap, rule = self.find_cap(sheet, trait, kind)
        return Raise(trait.key, trait.label, kind, int(str(trait.value)), cap, rule)

    @abstractmethod
    def find_cap(self, sheet: S, trait: Trait, kind: str) -> tuple[int, str]:
        """Return the most dots that experience raises a trait to, and the rule for that."""

    def price(self, sheet: S, path: str, before: int, after: int, options: Any) -> Price:
        """Return the price of raising a trait dot by dot. Raises `BadInput` for what the book does not sell."""
        found = find_raise(self.raises(sheet, options), path, before, after)
        return self.price_raise(sheet, found, after, options)

    @abstractmethod
    def price_raise(self, sheet: S, found: Raise, after: int, options: Any) -> Price:
        """Return the price of raising this trait from its present dots to `after`."""

    def goods(self, sheet: S, options: Any) -> tuple[Good, ...]:
        """Return the things that this character may buy whole."""
        return self.sold

    def buy(self, sheet: S, key: str, figures: Mapping[str, int], favored: bool, options: Any) -> Price:
        """Return the price of something bought whole. Raises `BadInput` for what the book does not sell."""
        good = find_good(self.goods(sheet, options), key, dict(figures))
        if good.figures == DOTS:
            rating = Raise(key, good.label, key, figures["before"], DOTS[1][2], good.rule)
            find_raise((rating,), key, figures["before"], figures["after"])
        return self.price_good(sheet, good, figures, favored and good.asks_favored, options)

    @abstractmethod
    def price_good(self, sheet: S, good: Good, figures: Mapping[str, int], favored: bool, options: Any) -> Price:
        """Return the price of this good with these figures."""

    def put(self, sheet: S, bought: BoughtGood, options: Any) -> dict[str, Json]:
        """Return the JSON of the sheet with the purchase on it. Raises `BadInput` if it does not fit."""
        good = find_bought(self.goods(sheet, options), bought)
        data: dict[str, Json] = encode(sheet)
        written: dict[str, Json] = encode(self.sheets.parse({**data, **self.put_good(sheet, good, bought)}))
        return written

    @abstractmethod
    def put_good(self, sheet: S, good: Good, bought: BoughtGood) -> Mapping[str, Json]:
        """Return the changes of the sheet's JSON for this purchase, by key. Raises `BadInput` if it does not fit."""

    def at_once(self, options: Any) -> bool:
        """Return whether a character may train several traits at a time; if not, one training follows the other."""
        return True

    def allows(self, sheet: S, spent: Mapping[str, int]) -> Text:
        """Return in a sentence what else the experience spent so far (by purse) allows; empty for nothing."""
        return EMPTY
