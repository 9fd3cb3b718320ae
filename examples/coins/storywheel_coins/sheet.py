"""A sheet: a number of coins, and a motto."""

from dataclasses import dataclass, replace
from typing import Any

from rules.codec import decode
from rules.creation import Creation, Line
from rules.errors import BadInput
from rules.pool import Breakdown, Term, add_step
from rules.sheets import Part, SheetRules, dots, text
from rules.text import Text


@dataclass(frozen=True, slots=True)
class Sheet:
    """`coins`: 1 to 10."""

    coins: int = dots(Text("Coins"), 1, 10, 3)
    motto: str = text(Text("Motto"), 80)


def parse(data: object) -> Sheet:
    """Read a sheet. Raises `BadInput`."""
    sheet = decode(Sheet, data)
    if not 1 <= sheet.coins <= 10:
        raise BadInput("bad_coins", Text("Coins must be 1 to 10, not {coins}.", coins=sheet.coins), key="coins")
    if len(sheet.motto) > 80:
        raise BadInput("long_motto", Text("A motto can have up to 80 characters."), key="motto")
    return sheet


PARTS = (Part(Text("Purse"), ("coins", "motto")),)
"""The sheet's one section."""


def derived(sheet: Sheet) -> tuple[Breakdown, ...]:
    """The purse as a breakdown."""
    return (
        Breakdown(
            Text("Purse"),
            (add_step(Text("Coins"), "COIN-1", (Term(Text("Coins"), sheet.coins, "coins", "COIN-1"),), 0),),
            3,
        ),
    )


def make_extra(sheet: Sheet) -> Sheet:
    """An extra has one coin."""
    return replace(sheet, coins=1)


def creation(sheet: Sheet, options: Any) -> Creation:
    """A gambler begins with three coins."""
    return Creation((Line(Text("Coins"), sheet.coins, "COIN-1", 3, 3),))


SHEETS = SheetRules(
    archetypes={"gambler": Text("Gambler")},
    make=lambda archetype: Sheet(),
    parse=parse,
    parts=PARTS,
    derived=derived,
    make_extra=make_extra,
    creation=creation,
    is_extra=lambda sheet: False,
)
