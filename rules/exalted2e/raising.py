"""What a character's experience raises and buys (2E-450 to 2E-458), by the tables of `experience`."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from rules.battle import Json
from rules.codec import encode
from rules.errors import BadInput
from rules.exalted2e.experience import CAPS, MORTAL_ESSENCE, ExperienceSplat, Purchase, buy, raise_trait, splat_table
from rules.exalted2e.sheet.layout import layout
from rules.exalted2e.sheet.model import MAX_ROWS, Sheet
from rules.exalted2e.sheet.parse import specialty_dots
from rules.exalted2e.sheet.powers import POWERS
from rules.exalted2e.sheet.rows import Specialty, check_specialties, list_specialties
from rules.exalted2e.traits import ABILITIES, ALL_ABILITIES, MAX_SPECIALTIES, label
from rules.powers import Power, check_powers
from rules.raising import (
    DAY,
    GENERAL,
    Award,
    Bought,
    Good,
    Price,
    Raise,
    find_bought,
    find_good,
    find_raise,
)
from rules.sheets import with_spare
from rules.system import ExperienceRules, Trait

KINDS: Final = {"attributes": "attribute", "abilities": "ability", "virtues": "virtue"}
AWARDS: Final = (
    Award("stunt", "A stunt of three dice", 1, "2E-185"),
    Award("storyteller", "The Storyteller's award", 0, ""),
)
CHARM: Final = (("min_ability", 0, 10), ("min_essence", 1, 10))
CIRCLE: Final = (("circle", 1, 3),)
OWNERS: Final = tuple((name, label(name)) for name in ALL_ABILITIES)
SWAP: Final = Good(
    "specialty_swap", "Specialty in place of another", "2E-453", named="Specialty", belongs="In place of"
)
GOODS: Final = (
    Good("specialty", "Specialty", "2E-450", named="Specialty", belongs="Ability", traits=OWNERS),
    Good("charm", "Charm", "2E-450", CHARM, asks_favored=True, named="Charm"),
    Good("foreign_charm", "Charm of other beings", "2E-450", CHARM, named="Charm"),
    Good("spell", "Spell", "2E-450", CIRCLE, asks_favored=True, named="Spell"),
    Good("thaumaturgy", "Degree of Thaumaturgy", "2E-451", (("degree", 1, 3),), asks_favored=True, named="Art"),
)
MORTAL_GOODS: Final = (
    *(good for good in GOODS if good.key not in ("charm", "foreign_charm")),
    Good("charm", "Charm of sorcery", "2E-451", CIRCLE, asks_favored=True, named="Charm"),
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
    """What this character may buy whole; a specialty gives way to another where the Ability has no room (2E-453)."""
    splat = _table_of(sheet)
    if splat is None:
        return ()
    goods = MORTAL_GOODS if splat == "mortal" else GOODS
    full = tuple(
        (f"{row.ability}:{row.name}", f"{label(row.ability)}: {row.name}")
        for row in list_specialties(sheet.specialties)
        if specialty_dots(sheet, row.ability) == MAX_SPECIALTIES
    )
    return (*goods, replace(SWAP, traits=full)) if full else goods


def price_good(sheet: Sheet, key: str, figures: Mapping[str, int], favored: bool, options: Any) -> Price:
    """The price of something bought whole. Raises `BadInput`."""
    good = find_good(list_goods(sheet, options), key, dict(figures))
    return _price(buy(_table_of(sheet) or "solar", good.key, favored and good.asks_favored, **figures), options)


def put_good(sheet: Sheet, bought: Bought, options: Any) -> dict[str, Json]:
    """The sheet's JSON with what was bought: specialties in their place, the rest among the powers.

    Raises `BadInput`.
    """
    good = find_bought(list_goods(sheet, options), bought)
    data: dict[str, Json] = encode(sheet)
    if bought.key == "specialty":
        return {**data, "specialties": _add_specialty(sheet.specialties, bought.trait, bought.name)}
    if bought.key == "specialty_swap":
        owner, _, old = bought.trait.partition(":")
        return {**data, "specialties": _add_specialty(_less(sheet.specialties, owner, old), owner, bought.name)}
    powers = check_powers(POWERS, (*sheet.powers, Power(name=bought.name, text=good.label)))
    return {**data, "powers": encode(powers)}


def _add_specialty(known: tuple[Specialty, ...], owner: str, name: str) -> Json:
    """One dot more of a specialty, new or known. Raises `BadInput` where the Ability is full (2E-171)."""
    name = name.strip()
    rows = list(list_specialties(known))
    place = _find(rows, owner, name)
    if place is None:
        rows.append(Specialty(owner, name))
    else:
        rows[place] = replace(rows[place], dots=rows[place].dots + 1)
    check_specialties(tuple(rows))
    written: Json = encode(with_spare(rows, Specialty(), MAX_ROWS))
    return written


def _less(known: tuple[Specialty, ...], owner: str, name: str) -> tuple[Specialty, ...]:
    """The same with one dot less of a specialty, in the first row where it stands."""
    place = _find(known, owner, name)
    taken = ((row, row.dots - (number == place)) for number, row in enumerate(known))
    return tuple(replace(row, dots=dots) for row, dots in taken if dots)


def _find(rows: Sequence[Specialty], owner: str, name: str) -> int | None:
    wanted = (owner, name.strip().lower())
    return next((i for i, row in enumerate(rows) if (row.ability, row.name.strip().lower()) == wanted), None)


def _price(purchase: Purchase, options: Any) -> Price:
    training = tuple(one.days(options) * DAY for one in purchase.training)
    return Price(purchase.costs, training, purchase.why, (GENERAL,))


def _raise(sheet: Sheet, splat: ExperienceSplat, trait: Trait) -> Raise:
    kind = _kind(trait.key)
    rule = "2E-028" if kind in ("attribute", "ability") else "2E-458"
    cap = min(trait.high, CAPS[kind])
    if (splat, kind) == ("mortal", "essence"):
        cap, rule = MORTAL_ESSENCE, "2E-451"
    lifted = CAPS[kind] if sheet.being == "exalt" and kind in ("attribute", "ability") else 0
    return Raise(trait.key, trait.label, kind, int(str(trait.value)), cap, rule, lifted)


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


EXPERIENCE = ExperienceRules(
    {GENERAL: "Experience"},
    AWARDS,
    list_raises,
    price_raise,
    list_goods,
    price_good,
    put_good,
    at_once=lambda options: bool(options.parallel_training),
)
