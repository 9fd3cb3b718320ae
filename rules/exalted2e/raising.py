"""Raising and buying traits with experience (2E-450 to 2E-458)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from rules.battle import Json
from rules.codec import encode
from rules.exalted2e.experience import CAPS, MORTAL_ESSENCE, ExperienceSplat, buy, raise_trait
from rules.exalted2e.sheet.model import Sheet
from rules.exalted2e.sheet.parse import specialty_dots
from rules.exalted2e.sheet.rows import Specialty, list_specialties
from rules.exalted2e.traits import ALL_ABILITIES, FAVORS, MAX_SPECIALTIES, label, list_favorable
from rules.powers import Power
from rules.raising import GIVEN, Award, BoughtGood, ExperienceRules, Good, Price, Raise, name_traits
from rules.sheets import Trait
from rules.text import EMPTY, Text

CHARM: Final = (("min_ability", 0, 10), ("min_essence", 1, 10))
CIRCLE: Final = (("circle", 1, 3),)
DEGREE: Final = (("degree", 1, 3),)
SPECIALTY: Final = Text("Specialty")
SWAP: Final = Good("specialty_swap", Text("Swap a specialty"), "2E-453", named=SPECIALTY, belongs=Text("Instead of"))
FREE_SWAP: Final = replace(
    SWAP,
    key="specialty_free_swap",
    label=Text("Specialty in place of another, free once a story"),
    once_a_story=True,
)
SOLD: Final = (
    Good("specialty", SPECIALTY, "2E-450", named=SPECIALTY, belongs=Text("Ability"), traits=name_traits(ALL_ABILITIES)),
    Good("charm", Text("Charm"), "2E-450", CHARM, asks_favored=True, named=Text("Charm")),
    Good("foreign_charm", Text("Charm of other beings"), "2E-450", CHARM, named=Text("Charm")),
    Good("spell", Text("Spell"), "2E-450", CIRCLE, asks_favored=True, named=Text("Spell")),
    Good("thaumaturgy", Text("Degree of Thaumaturgy"), "2E-451", DEGREE, asks_favored=True, named=Text("Art")),
)
SOLD_TO_MORTALS: Final = (
    *(good for good in SOLD if good.key not in ("charm", "foreign_charm")),
    Good("charm", Text("Charm of sorcery"), "2E-451", CIRCLE, asks_favored=True, named=Text("Charm")),
)


class Experience(ExperienceRules[Sheet]):
    """Experience. A being without a table, such as a spirit, raises and buys nothing."""

    awards = (Award("stunt", Text("A 3-die stunt"), 1, "2E-185"), GIVEN)
    kinds = {
        "attributes": "attribute",
        "abilities": "ability",
        "virtues": "virtue",
        "willpower": "willpower",
        "essence": "essence",
    }

    def find_kind(self, sheet: Sheet, path: str) -> str:
        """Return the table's name for a trait; a mortal raises Essence only once it is awakened."""
        splat, kind = _table_of(sheet), super().find_kind(sheet, path)
        asleep = (splat, kind) == ("mortal", "essence") and not sheet.awakened
        return "" if splat is None or asleep else kind

    def make_raise(self, sheet: Sheet, trait: Trait, kind: str) -> Raise:
        """Return the trait; for Exalted with the maximum that a higher Essence would allow (2E-028)."""
        lifted = CAPS[kind] if sheet.being == "exalt" and kind in ("attribute", "ability") else 0
        return replace(super().make_raise(sheet, trait, kind), lifted=lifted)

    def find_cap(self, sheet: Sheet, trait: Trait, kind: str) -> tuple[int, str]:
        """Return the maximum by the kind of trait and the Essence, and its rule (2E-028, 2E-458)."""
        if (_table_of(sheet), kind) == ("mortal", "essence"):
            return MORTAL_ESSENCE, "2E-451"
        return min(trait.high, CAPS[kind]), "2E-028" if kind in ("attribute", "ability") else "2E-458"

    def price_raise(self, sheet: Sheet, found: Raise, after: int, options: Any) -> Price:
        """Return the price in the table; favored traits cost less."""
        favored = is_favored(sheet, found.path)
        price = raise_trait(_table_of(sheet) or "solar", found.kind, found.value, after, favored).price(options)
        return replace(price, note=_find_unknown(sheet, found.path))

    def goods(self, sheet: Sheet, options: Any) -> tuple[Good, ...]:
        """Return what the table sells; with swaps of specialties where an Ability is full (2E-453)."""
        splat = _table_of(sheet)
        if splat is None:
            return ()
        goods = SOLD_TO_MORTALS if splat == "mortal" else SOLD
        full = tuple(
            (f"{row.ability}:{row.name}", Text("{ability}: {name}", ability=label(row.ability), name=row.name))
            for row in list_specialties(sheet.specialties)
            if specialty_dots(sheet, row.ability) == MAX_SPECIALTIES
        )
        return (*goods, *(replace(swap, traits=full) for swap in (SWAP, FREE_SWAP))) if full else goods

    def price_good(self, sheet: Sheet, good: Good, figures: Mapping[str, int], favored: bool, options: Any) -> Price:
        """Return the price in the table."""
        return buy(_table_of(sheet) or "solar", good.key, favored, **figures).price(options)

    def put_good(self, sheet: Sheet, good: Good, bought: BoughtGood) -> Mapping[str, Json]:
        """Return the specialties or the powers with what was bought."""
        if good.key == "specialty":
            return {"specialties": _add_specialty(sheet.specialties, bought.trait, bought.name)}
        if good.key in (SWAP.key, FREE_SWAP.key):
            owner, _, old = bought.trait.partition(":")
            return {"specialties": _add_specialty(_less(sheet.specialties, owner, old), owner, bought.name)}
        return {"powers": encode((*sheet.powers, Power(name=bought.name, text=good.label)))}

    def at_once(self, options: Any) -> bool:
        """Whether the option for parallel training is on (2E-457)."""
        return bool(options.parallel_training)


def _add_specialty(known: tuple[Specialty, ...], owner: str, name: str) -> Json:
    """Return the specialties with one dot more of one, new or known, as JSON."""
    name = name.strip()
    rows = list(list_specialties(known))
    place = _find(rows, owner, name)
    if place is None:
        rows.append(Specialty(owner, name))
    else:
        rows[place] = replace(rows[place], dots=rows[place].dots + 1)
    written: Json = encode(rows)
    return written


def _less(known: tuple[Specialty, ...], owner: str, name: str) -> tuple[Specialty, ...]:
    """Return the specialties with one dot less of one, in its first row."""
    place = _find(known, owner, name)
    taken = ((row, row.dots - (number == place)) for number, row in enumerate(known))
    return tuple(replace(row, dots=dots) for row, dots in taken if dots)


def _find(rows: Sequence[Specialty], owner: str, name: str) -> int | None:
    wanted = (owner, name.strip().lower())
    return next((i for i, row in enumerate(rows) if (row.ability, row.name.strip().lower()) == wanted), None)


def _table_of(sheet: Sheet) -> ExperienceSplat | None:
    if sheet.being in ("heroic_mortal", "mortal", "extra"):
        return "mortal"
    return None if sheet.splat == "spirit" else sheet.splat


def is_favored(sheet: Sheet, path: str) -> bool:
    """Return whether the sheet favors a trait, of those that this kind of Exalted can favor (2E-720, 2E-721)."""
    name = path.partition(".")[2]
    of_caste = FAVORS.get(sheet.splat, {}).get(sheet.caste, ())
    return name in list_favorable(sheet.splat) and (name in sheet.favored or name in of_caste)


def _find_unknown(sheet: Sheet, path: str) -> Text:
    """Return what the sheet does not say though the price depends on it, in a sentence; else empty."""
    favorable = path.partition(".")[2] in list_favorable(sheet.splat)
    castes = FAVORS.get(sheet.splat)
    if castes is None or not favorable or is_favored(sheet, path):
        return EMPTY
    if sheet.caste not in castes:
        return Text(
            "The sheet has no caste or aspect of a {splat}. Caste traits would cost less.", splat=label(sheet.splat)
        )
    return EMPTY if sheet.favored else Text("The sheet has no favored traits. They would cost less.")
