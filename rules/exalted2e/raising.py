"""What a character's experience raises and buys (2E-450 to 2E-458), by the tables of `experience`."""

from collections.abc import Mapping
from typing import Any, Final

from rules.errors import BadInput
from rules.exalted2e.experience import CAPS, MORTAL_ESSENCE, ExperienceSplat, Purchase, buy, raise_trait, splat_table
from rules.exalted2e.sheet.layout import layout
from rules.exalted2e.sheet.model import Sheet
from rules.exalted2e.traits import ABILITIES
from rules.raising import DAY, GENERAL, Award, Good, Price, Raise, find_good, find_raise
from rules.system import ExperienceRules, Trait

KINDS: Final = {"attributes": "attribute", "abilities": "ability", "virtues": "virtue"}
AWARDS: Final = (
    Award("stunt", "A stunt of three dice", 1, "2E-185"),
    Award("storyteller", "The Storyteller's award", 0, ""),
)
CHARM: Final = (("min_ability", 0, 10), ("min_essence", 1, 10))
CIRCLE: Final = (("circle", 1, 3),)
GOODS: Final = (
    Good("specialty", "Specialty", "2E-450"),
    Good("specialty_swap", "Specialty in place of another", "2E-453"),
    Good("charm", "Charm", "2E-450", CHARM, asks_favored=True),
    Good("foreign_charm", "Charm of other beings", "2E-450", CHARM),
    Good("spell", "Spell", "2E-450", CIRCLE, asks_favored=True),
    Good("thaumaturgy", "Degree of Thaumaturgy", "2E-451", (("degree", 1, 3),), asks_favored=True),
)
MORTAL_GOODS: Final = (
    *(good for good in GOODS if good.key not in ("charm", "foreign_charm")),
    Good("charm", "Charm of sorcery", "2E-451", CIRCLE, asks_favored=True),
)


def list_raises(sheet: Sheet, options: Any) -> tuple[Raise, ...]:
    """The traits that experience raises; none for a being without a table, such as a spirit."""
    splat = _table_of(sheet)
    if splat is None:
        return ()
    return tuple(
        _raise(sheet, splat, trait)
        for section in layout(sheet)
        for trait in section.traits
        if (kind := _kind(trait.key)) and (kind != "essence" or splat != "mortal" or sheet.awakened)
    )


def price_raise(sheet: Sheet, path: str, before: int, after: int, options: Any) -> Price:
    """The price of raising a trait dot by dot. Raises `BadInput`."""
    found = find_raise(list_raises(sheet, options), path, before, after)
    return _price(
        raise_trait(_table_of(sheet) or "solar", found.kind, before, after, _is_favored(sheet, path)), options
    )


def list_goods(sheet: Sheet, options: Any) -> tuple[Good, ...]:
    """What this character may buy whole."""
    splat = _table_of(sheet)
    return () if splat is None else MORTAL_GOODS if splat == "mortal" else GOODS


def price_good(sheet: Sheet, key: str, figures: Mapping[str, int], favored: bool, options: Any) -> Price:
    """The price of something bought whole. Raises `BadInput`."""
    good = find_good(list_goods(sheet, options), key, dict(figures))
    return _price(buy(_table_of(sheet) or "solar", good.key, favored and good.asks_favored, **figures), options)


def _price(purchase: Purchase, options: Any) -> Price:
    training = tuple(one.days(options) * DAY for one in purchase.training)
    return Price(purchase.costs, training, purchase.why, (GENERAL,))


def _raise(sheet: Sheet, splat: ExperienceSplat, trait: Trait) -> Raise:
    kind = _kind(trait.key)
    rule = "2E-028" if kind in ("attribute", "ability") else "2E-458"
    cap = min(trait.high, CAPS[kind])
    if (splat, kind) == ("mortal", "essence"):
        cap, rule = MORTAL_ESSENCE, "2E-451"
    return Raise(trait.key, trait.label, kind, int(str(trait.value)), cap, rule)


def _kind(path: str) -> str:
    return path if path in ("willpower", "essence") else KINDS.get(path.partition(".")[0], "")


def _table_of(sheet: Sheet) -> ExperienceSplat | None:
    if sheet.being in ("heroic_mortal", "mortal", "extra"):
        return "mortal"
    try:
        return splat_table(sheet.splat)
    except BadInput:
        return None


def _is_favored(sheet: Sheet, path: str) -> bool:
    name = path.partition(".")[2]
    return name in sheet.favored or name in ABILITIES.get(sheet.caste, ())


EXPERIENCE = ExperienceRules({GENERAL: "Experience"}, AWARDS, list_raises, price_raise, list_goods, price_good)
