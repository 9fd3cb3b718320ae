"""Experience costs and training times (chapter 19). The Solar table fills what another splat's table lacks."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Literal

from rules.errors import BadInput
from rules.exalted2e.options import DEFAULTS, Options
from rules.exalted2e.traits import MAX_TRAIT, MAX_VIRTUE, MAX_WILLPOWER, label
from rules.raising import DAY, Price, price_steps
from rules.tables import load_table
from rules.text import Text, word

Unit = Literal["none", "days", "weeks", "months"]
ExperienceSplat = Literal["solar", "lunar", "sidereal", "dragon_blooded", "mortal"]

CAPS: Final = {
    "attribute": MAX_TRAIT,
    "ability": MAX_TRAIT,
    "essence": MAX_TRAIT,
    "virtue": MAX_VIRTUE,
    "willpower": MAX_WILLPOWER,
}
"""The highest rating of each kind of trait (2E-458); a character's own cap may be lower (2E-028)."""

MORTAL_ESSENCE = 3
LOW_ESSENCE = 3
"""Essence up to this result needs no training (2E-450)."""

DEGREES: Final = {"initiate": 1, "adept": 2, "master": 3}


@dataclass(frozen=True, slots=True)
class Training:
    """A time of training: `n` units; 0 of "none" where no training is needed."""

    n: int = 0
    unit: Unit = "none"

    def days(self, options: Options = DEFAULTS) -> int:
        """Return the training time in days (2E-019)."""
        return self.n * {"none": 0, "days": 1, "weeks": 7, "months": options.month_days}[self.unit]


@dataclass(frozen=True, slots=True)
class Purchase:
    """What is bought: the name, the experience points and the training of each step, in order."""

    title: Text
    rule: str
    steps: tuple[tuple[Text, int, Training], ...]

    def price(self, options: Options = DEFAULTS) -> Price:
        """Return the price; the training of the steps follows one another (2E-455)."""
        steps = [(name, cost, training.days(options) * DAY) for name, cost, training in self.steps]
        return price_steps(self.title, steps, self.rule)


def splat_table(splat: str) -> ExperienceSplat:
    """Return the table of experience costs for a splat or being. Raise `BadInput` if it has none."""
    key = re.sub(r"[ _-]", "", splat.lower())
    if key not in _TABLES:
        known = ", ".join(dict.fromkeys(_TABLES.values()))
        values = {"splat": repr(splat[:40]), "known": known}
        raise BadInput("unknown_splat", Text("There is no experience table for {splat}. Known: {known}.", **values))
    return _TABLES[key]


_TABLES: Final[Mapping[str, ExperienceSplat]] = {
    "solar": "solar",
    "lunar": "lunar",
    "sidereal": "sidereal",
    "dragonblooded": "dragon_blooded",
    "mortal": "mortal",
    "heroicmortal": "mortal",
}
"""Splat names without spaces, and the table of each."""


def raise_trait(splat: ExperienceSplat, trait: str, current: int, goal: int, favored: bool = False) -> Purchase:
    """Return the price of raising a trait; each dot costs by the rating before it (2E-450 to 2E-456).

    Raise `BadInput` for an unknown trait and for ratings out of bounds.
    """
    if trait not in CAPS:
        values = {"trait": repr(trait[:40]), "known": ", ".join(CAPS)}
        raise BadInput("unknown_trait", Text("There is no trait {trait}. Known: {known}.", **values))
    cap = MORTAL_ESSENCE if (splat, trait) == ("mortal", "essence") else CAPS[trait]
    name = label(trait)
    if not 0 <= current < goal <= cap:
        sentence = Text(
            "{trait} can be raised from 0 or more to at most {cap}, not from {current} to {goal}.",
            trait=name,
            cap=cap,
            current=current,
            goal=goal,
        )
        raise BadInput("bad_raise", sentence)
    rows = _table("raise", splat).get(trait) or _table("raise", "solar")[trait]
    steps = (
        (Text("{trait} {n}", trait=name, n=rating + 1), *_raise_once(rows, trait, rating, favored))
        for rating in range(current, goal)
    )
    return Purchase(name, _rule(splat), tuple(steps))


def buy(splat: ExperienceSplat, what: str, favored: bool = False, **figures: int) -> Purchase:
    """Return the price of a specialty, a paid swap of one, a Charm, a foreign Charm, a spell or a degree.

    `figures` determine the training: min_ability, min_essence, circle, degree (1 to 3). Raise `BadInput` if one is
    missing or the splat cannot buy this.
    """
    rows = {**_table("buy", "solar"), **_table("buy", splat)}
    if what not in rows or (splat, what) == ("mortal", "foreign_charm"):
        values = {"what": repr(what[:40]), "known": ", ".join(rows)}
        raise BadInput("unknown_purchase", Text("{what} can’t be bought here. Known: {known}.", **values))
    row, column = rows[what], 0 if favored else 1
    cost = row["cost"][column]
    parts = row["of"][column] if "of" in row else ()
    missing = [part for part in parts if part not in figures]
    if missing:
        sentence = Text("{missing} is missing: the training depends on it.", missing=repr(missing[0]))
        raise BadInput("missing_key", sentence, key=missing[0])
    n = row.get("flat", 0) + row.get("each", 1) * sum(figures[part] for part in parts)
    name = word(what.replace("_", " ").capitalize())
    return Purchase(name, _rule(splat), ((name, cost, Training(n, row["unit"][column])),))


def _raise_once(rows: Mapping[str, Any], trait: str, rating: int, favored: bool) -> tuple[int, Training]:
    if rating == 0 and "new" in rows:
        column = "new"
    elif trait == "essence" and rating + 1 <= LOW_ESSENCE and "low" in rows:
        column = "low"
    else:
        column = "favored" if favored and "favored" in rows else "other"
    row = rows[column]
    cost = row.get("cost", rating * row.get("times", 0) - row.get("less", 0))
    n = row.get("flat", rating * row.get("each", 0))
    return cost, Training(n, row["unit"]) if n else Training()


def _rule(splat: str) -> str:
    return "2E-451" if splat == "mortal" else "2E-450" if splat == "solar" else "2E-454"


@cache
def _table(table: str, splat: str) -> Mapping[str, Any]:
    rows: Mapping[str, Any] = load_table("exalted2e", "experience")[table].get(splat, {})
    return rows
