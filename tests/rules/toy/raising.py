"""Experience: a coin costs as much as there are coins, and a day of earning it."""

from collections.abc import Mapping
from typing import Any

from rules.codec import encode
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
    price_steps,
)
from rules.system import ExperienceRules

from .sheet import Sheet


def list_raises(sheet: Sheet, options: Any) -> tuple[Raise, ...]:
    """The coins."""
    return (Raise("coins", "Coins", "coins", sheet.coins, 10, "TOY-1"),)


def price_raise(sheet: Sheet, path: str, before: int, after: int, options: Any) -> Price:
    """Each coin at the number before it."""
    find_raise(list_raises(sheet, options), path, before, after)
    return price_steps("Coins", [(f"Coin {coin + 1}", coin, DAY) for coin in range(before, after)], "TOY-1")


def list_goods(sheet: Sheet, options: Any) -> tuple[Good, ...]:
    """A new motto."""
    return (Good("motto", "Motto", "TOY-2", named="Motto"),)


def price_good(sheet: Sheet, key: str, figures: Mapping[str, int], favored: bool, options: Any) -> Price:
    """A motto costs 2."""
    good = find_good(list_goods(sheet, options), key, dict(figures))
    return price_steps(good.label, [(good.label, 2, 0)], good.rule)


def put_good(sheet: Sheet, bought: Bought, options: Any) -> dict[str, Any]:
    """The new motto."""
    find_bought(list_goods(sheet, options), bought)
    return {**encode(sheet), "motto": bought.name}


EXPERIENCE = ExperienceRules(
    {GENERAL: "Experience"},
    (Award("game", "Game", 1, "TOY-3"),),
    list_raises,
    price_raise,
    list_goods,
    price_good,
    put_good,
)
