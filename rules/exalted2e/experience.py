"""Experience costs and training times (chapter 19). What a splat's table lacks, it has from the Solar one."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

from rules.errors import BadInput
from rules.exalted2e.options import DEFAULTS, Options
from rules.exalted2e.traits import MAX_TRAIT, MAX_VIRTUE, MAX_WILLPOWER
from rules.pool import Breakdown, Step, Term, add_step

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
    """A time of training: `n` of a unit; `{0, "none"}` where there is none."""

    n: int = 0
    unit: Unit = "none"

    def days(self, options: Options = DEFAULTS) -> int:
        """The same in days (2E-019)."""
        return self.n * {"none": 0, "days": 1, "weeks": 7, "months": options.month_days}[self.unit]


@dataclass(frozen=True, slots=True)
class Purchase:
    """What something costs: per step its experience and its training, in the order in which they are bought."""

    costs: tuple[int, ...]
    training: tuple[Training, ...]
    why: Breakdown

    @property
    def cost(self) -> int:
        """Experience points in all."""
        return sum(self.costs)

    def days(self, options: Options = DEFAULTS) -> int:
        """Days of training in all: the steps follow one another (2E-455)."""
        return sum(training.days(options) for training in self.training)


def splat_table(splat: str) -> ExperienceSplat:
    """The table of experience costs for a splat or being. Raises `BadInput` for one without a table."""
    word = re.sub(r"[ _-]", "", splat.lower())
    if word not in _TABLES:
        known = ", ".join(dict.fromkeys(_TABLES.values()))
        raise BadInput("unknown_splat", f"There is no experience table for {splat[:40]!r}. Known: {known}.")
    return _TABLES[word]


_TABLES: Final[Mapping[str, ExperienceSplat]] = {
    "solar": "solar",
    "lunar": "lunar",
    "sidereal": "sidereal",
    "dragonblooded": "dragon_blooded",
    "mortal": "mortal",
    "heroicmortal": "mortal",
}
"""The table of each splat, its name written in one word."""


def raise_trait(splat: ExperienceSplat, trait: str, current: int, goal: int, favored: bool = False) -> Purchase:
    """Raise a trait dot by dot, each at the cost of the rating before it (2E-450 to 2E-456)."""
    if trait not in CAPS:
        raise BadInput("unknown_trait", f"There is no trait {trait[:40]!r}. Known: {', '.join(CAPS)}.")
    cap = MORTAL_ESSENCE if (splat, trait) == ("mortal", "essence") else CAPS[trait]
    if not 0 <= current < goal <= cap:
        raise BadInput(
            "bad_raise", f"{trait.title()} goes up from 0 or more to at most {cap}, not {current} to {goal}."
        )
    rows = _rows("raise", splat, trait)
    steps = [_raise_once(rows, trait, rating, favored) for rating in range(current, goal)]
    names = [f"{trait.title()} {rating + 1}" for rating in range(current, goal)]
    costs = tuple(cost for cost, _ in steps)
    return Purchase(costs, tuple(training for _, training in steps), _explain(trait.title(), splat, names, costs))


def buy(splat: ExperienceSplat, what: str, favored: bool = False, **figures: int) -> Purchase:
    """Buy something whole: a specialty (or a paid swap of one), a Charm, a foreign Charm, a spell, a degree.

    `figures` are what its training is reckoned from: min_ability, min_essence, circle, degree (1 to 3).
    """
    rows = {**_table("buy", "solar"), **_table("buy", splat)}
    if what not in rows or (splat, what) == ("mortal", "foreign_charm"):
        raise BadInput("unknown_purchase", f"{what[:40]!r} cannot be bought here. Known: {', '.join(rows)}.")
    row, column = rows[what], 0 if favored else 1
    cost = row["cost"][column]
    parts = row["of"][column] if "of" in row else ()
    missing = [part for part in parts if part not in figures]
    if missing:
        raise BadInput("missing_key", f"{missing[0]!r} is missing: the training depends on it.", key=missing[0])
    n = row.get("flat", 0) + row.get("each", 1) * sum(figures[part] for part in parts)
    name = what.replace("_", " ").capitalize()
    return Purchase((cost,), (Training(n, row["unit"][column]),), _explain(name, splat, [name], (cost,)))


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


def _explain(title: str, splat: str, names: list[str], costs: tuple[int, ...]) -> Breakdown:
    rule = "2E-451" if splat == "mortal" else "2E-450" if splat == "solar" else "2E-454"
    steps: list[Step] = []
    for name, cost in zip(names, costs, strict=True):
        before = steps[-1].after if steps else 0
        steps.append(add_step(name, rule, (Term(name, cost, "experience", rule),), before))
    return Breakdown(f"{title}: experience", tuple(steps), sum(costs))


def _rows(table: str, splat: str, trait: str) -> Mapping[str, Any]:
    rows: Mapping[str, Any] = _table(table, splat).get(trait) or _table(table, "solar")[trait]
    return rows


@cache
def _table(table: str, splat: str) -> Mapping[str, Any]:
    with (Path(__file__).parent / "data" / "experience.toml").open("rb") as stream:
        rows: Mapping[str, Any] = tomllib.load(stream)[table].get(splat, {})
    return rows
