"""A sheet: a number of coins, and a motto."""

from dataclasses import dataclass
from typing import Any

from rules.codec import decode, encode
from rules.creation import Creation, Line
from rules.errors import BadInput
from rules.pool import Breakdown, Term, add_step
from rules.system import Section, SheetRules, Trait


@dataclass(frozen=True, slots=True)
class Sheet:
    """`coins`: 1 to 10."""

    coins: int = 3
    motto: str = ""


def parse(data: object) -> Sheet:
    """Read a sheet. Raises `BadInput`."""
    sheet = decode(Sheet, data)
    if not 1 <= sheet.coins <= 10:
        raise BadInput("bad_coins", f"A purse holds 1 to 10 coins, not {sheet.coins}.", key="coins")
    if len(sheet.motto) > 80:
        raise BadInput("long_motto", "A motto has at most 80 characters.", key="motto")
    return sheet


def layout(sheet: Sheet) -> tuple[Section, ...]:
    """The sheet's one section."""
    coins = Trait("coins", "Coins", "dots", sheet.coins, 1, 10)
    return (Section("Purse", (coins, Trait("motto", "Motto", "text", sheet.motto, high=80))),)


def derived(sheet: Sheet) -> tuple[Breakdown, ...]:
    """The purse as a breakdown."""
    return (Breakdown("Purse", (add_step("Coins", "TOY-1", (Term("Coins", sheet.coins, "coins", "TOY-1"),), 0),), 3),)


def as_extra(sheet: Sheet) -> dict[str, Any]:
    """An extra has one coin."""
    return {**encode(sheet), "coins": 1}


def creation(sheet: Sheet, options: Any) -> Creation:
    """A gambler begins with three coins."""
    return Creation((Line("Coins", sheet.coins, 3, 3, "TOY-1"),))


SHEETS = SheetRules(
    archetypes={"gambler": "Gambler"},
    blank=lambda archetype: {"coins": 3, "motto": ""},
    parse=parse,
    layout=layout,
    derived=derived,
    as_extra=as_extra,
    creation=creation,
    arms=lambda sheet: (),
)
