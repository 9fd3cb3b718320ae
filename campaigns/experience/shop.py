"""What a character may buy, as pages show it: traits, goods, and a price with its steps."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from campaigns.core.refusals import Refused
from campaigns.experience.forms import GOOD, WishForm
from campaigns.experience.ledger import load_balances
from campaigns.experience.proposals import Quote, quote, waiting_steps
from campaigns.experience.training import trained_sheet
from campaigns.models import Character, Proposal
from rules import get_system
from rules.codec import decode, encode
from rules.errors import RulesError
from rules.planning import RaisePath, find_way
from rules.raising import GENERAL, Good, Price, Raise, name_figure
from rules.text import EMPTY, Text, word


@dataclass(frozen=True, slots=True)
class Offer:
    """A trait that can be raised, with the price of its next dot.

    `waiting`: the proposal for this trait that is under way. Until it is done no other dot is for sale.
    """

    step: Raise
    next: Price | None
    wanted: int = 0
    waiting: Proposal | None = None

    @property
    def dots(self) -> range:
        """The dots that the character has."""
        return range(1, self.step.value + 1)

    @property
    def more(self) -> range:
        """The dots that may be bought."""
        return range(0) if self.waiting else range(self.step.value + 1, self.step.cap + 1)

    @property
    def all(self) -> range:
        """The dots that a plan may aim at: up to the cap, or one more if another trait may lift it."""
        return range(self.step.value + 1, self.step.cap + (self.step.lifted > self.step.cap) + 1)

    @property
    def has_many(self) -> bool:
        """Whether its dots need a line of their own on a phone."""
        return self.step.cap > 6


@dataclass(frozen=True, slots=True)
class ShopSection:
    """A section of the sheet with the traits that can be raised in it."""

    title: str
    offers: tuple[Offer, ...]

    @property
    def is_wanted(self) -> bool:
        """Whether a dot of it was chosen."""
        return any(offer.wanted for offer in self.offers)


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a price."""

    name: Text
    points: int
    seconds: int
    rule: str


@dataclass(frozen=True, slots=True)
class PricedWish:
    """The price of what was chosen, or the sentence that refuses it. `good` is set if a good was chosen."""

    sent: WishForm
    quote: Quote | None = None
    refusal: Text = EMPTY
    good: Good | None = None
    purses: Mapping[str, str] = field(default_factory=dict)

    @property
    def steps(self) -> list[Step]:
        """The lines of the price."""
        if self.quote is None:
            return []
        price = self.quote.price
        lines = zip(price.why.steps, price.costs, price.training, strict=True)
        return [Step(step.name, cost, seconds, step.rule) for step, cost, seconds in lines]

    @property
    def payment(self) -> list[tuple[int, str]]:
        """How it would be paid: points and purse."""
        paid = (self.quote.payment or {}) if self.quote else {}
        return [(points, self.purses[purse]) for purse, points in paid.items()]

    @property
    def choices(self) -> list[tuple[str, str]]:
        """The purses that may pay, if there is a choice."""
        known = [(purse, self.purses[purse]) for purse in self.quote.price.purses] if self.quote else []
        return known if len(known) > 1 else []

    @property
    def figures(self) -> list[tuple[str, Text, int, int, int]]:
        """The numbers that the good asks for: name, words, lowest, highest, value."""
        known = self.good.figures if self.good else ()
        values = self.sent.wish.figures
        return [(name, name_figure(name), low, high, values.get(name, low)) for name, low, high in known]

    @property
    def has_terms(self) -> bool:
        """Whether something on the form changes the price."""
        return bool(self.figures or self.choices or (self.good and self.good.asks_favored))

    @property
    def shown(self) -> str:
        """The price and training on the page. The form sends them back, to detect that they have changed."""
        return f"{self.quote.price.total}:{self.quote.price.seconds}" if self.quote else ""


@dataclass(frozen=True, slots=True)
class Shop:
    """Everything that a character may buy."""

    character: Character
    raises: Mapping[str, Raise]
    goods: tuple[Good, ...]
    purses: Mapping[str, str]
    _sheet: Any
    _options: Any
    _waiting: Mapping[str, Proposal]

    @classmethod
    def of(cls, character: Character) -> "Shop":
        """Return the character's shop now. What is proposed or in training is not for sale."""
        return cls._of(character, character.parsed_sheet(), {step.path: step for step in waiting_steps(character)})

    @classmethod
    def after_training(cls, character: Character) -> "Shop":
        """Return the shop as it will be after the current trainings, to plan from there."""
        return cls._of(character, get_system(character.series.system).sheets.parse(trained_sheet(character)), {})

    @classmethod
    def _of(cls, character: Character, sheet: Any, waiting: Mapping[str, Proposal]) -> "Shop":
        system = get_system(character.series.system)
        options: Any = decode(system.options, character.series.options)
        raises = {step.path: step for step in system.experience.raises(sheet, options)}
        goods, purses = system.experience.goods(sheet, options), system.experience.purses
        return cls(character, raises, goods, purses, sheet, options, waiting)

    def sections(self, wanted: Mapping[str, int] | None = None) -> list[ShopSection]:
        """Return the traits by section of the sheet. `wanted`: the dots that were chosen, by path."""
        system, wanted = get_system(self.character.series.system), wanted or {}
        sections = []
        for section in system.sheets.layout(self._sheet):
            found = [self.raises[trait.key] for trait in section.traits if trait.key in self.raises]
            offers = tuple(
                Offer(step, self._next(step), wanted.get(step.path, 0), self._waiting.get(step.path)) for step in found
            )
            if offers:
                sections.append(ShopSection(section.title, offers))
        return sections

    def price(self, sent: WishForm) -> PricedWish:
        """Return the price of what was chosen."""
        goods = {f"{GOOD}:{good.key}": good for good in self.goods}
        good = goods.get(sent.what)
        if good and not sent.wish.figures:
            first = {name: max(low, 1 if name == "after" else 0) for name, low, _high in good.figures}
            sent = replace(sent, wish=replace(sent.wish, figures=first))
        priced = PricedWish(sent, good=good, purses=self.purses)
        try:
            return replace(priced, quote=quote(self.character, sent.wish))
        except (RulesError, Refused) as refusal:
            return replace(priced, refusal=word(refusal.sentence))

    def plan(self, goals: Mapping[str, int]) -> "Plan":
        """Return the way to these goals, and the points that it lacks."""
        system = get_system(self.character.series.system)
        try:
            path = find_way(system, encode(self._sheet), goals, self._options)
        except RulesError as refusal:
            return Plan(refusal=refusal.sentence)
        return Plan(path, _missing(path, self.balances))

    @property
    def balances(self) -> Mapping[str, int]:
        """The points in the purses."""
        return load_balances(self.character)

    def _next(self, step: Raise) -> Price | None:
        if step.value >= step.cap:
            return None
        rules = get_system(self.character.series.system).experience
        return rules.price(self._sheet, step.path, step.value, step.value + 1, self._options)


@dataclass(frozen=True, slots=True)
class Plan:
    """A way to some goals with the points that it lacks, or the sentence that says why there is none."""

    path: RaisePath | None = None
    missing: int = 0
    refusal: Text = EMPTY


def _missing(path: RaisePath, balances: Mapping[str, int]) -> int:
    """Return the points that no purse covers. Each leg is paid from the restricted purses first."""
    left, missing = dict(balances), 0
    for leg in path.legs:
        rest = leg.price.total
        for purse in sorted(leg.price.purses, key=lambda purse: purse == GENERAL):
            paid = min(rest, left.get(purse, 0))
            left[purse] = left.get(purse, 0) - paid
            rest -= paid
        missing += rest
    return missing
