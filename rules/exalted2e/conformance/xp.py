"""Vectors of kind xp: what raising and buying costs."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.battle import Json
from rules.codec import encode
from rules.dice import Roller
from rules.exalted2e.conformance.given import Result, dispatch, one_of, read
from rules.exalted2e.experience import DEGREES, buy, raise_trait, splat_table


@dataclass(frozen=True, slots=True)
class Raise:
    """Keys of op raise."""

    splat: str
    trait: str
    from_: int
    to: int
    favored: bool = False


@dataclass(frozen=True, slots=True)
class Buy:
    """Keys of op buy."""

    splat: str
    what: str
    favored: bool = False
    min_ability: int = 0
    min_essence: int = 0
    circle: int = 1
    degree: str = "initiate"


def raise_rating(given: Mapping[str, Json], roller: Roller) -> Result:
    """A trait, dot by dot."""
    asked = read(Raise, given)
    found = raise_trait(splat_table(asked.splat), asked.trait, asked.from_, asked.to, asked.favored)
    return {
        "cost": found.cost,
        "steps": list(found.costs),
        "training": encode(found.training),
        "days": found.days(),
    }


def buy_whole(given: Mapping[str, Json], roller: Roller) -> Result:
    """Something bought whole."""
    asked = read(Buy, given)
    degree = DEGREES[one_of("degree", asked.degree, tuple(DEGREES))]
    found = buy(
        splat_table(asked.splat),
        asked.what,
        asked.favored,
        min_ability=asked.min_ability,
        min_essence=asked.min_essence,
        circle=asked.circle,
        degree=degree,
    )
    return {"cost": found.cost, "training": encode(found.training[0]), "days": found.days()}


KINDS = {"xp": dispatch({"raise": raise_rating, "buy": buy_whole})}
