"""The description of an archetype that people see before they take it, and what its sheet is made from."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from rules.sheets.page import Section
from rules.text import Text, word

CARD: Final = ("label", "line", "good_at", "names")
"""The keys of an archetype's row that are no traits of its sheet."""


@dataclass(frozen=True, slots=True)
class Card:
    """An archetype as people choose it.

    `line`: who this is, in one sentence. `good_at`: the places of the sheet that speak for it. `names`:
    names that suit such a hero; empty for an archetype that no player is offered.
    """

    line: Text
    good_at: tuple[str, ...]
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GoodAt:
    """One thing that a character is good at, by its printed name and its rating."""

    label: Text
    rating: int


def parse_cards(rows: Mapping[str, Mapping[str, Any]]) -> dict[str, Card]:
    """Return the cards of a table of archetypes."""
    return {
        key: Card(word(row["line"]), tuple(row["good_at"]), tuple(row.get("names", ()))) for key, row in rows.items()
    }


def pick_traits(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return what of an archetype's row its sheet is made from."""
    return {key: value for key, value in row.items() if key not in CARD}


def find_good_at(card: Card, sections: tuple[Section, ...]) -> tuple[GoodAt, ...]:
    """Return what someone with this page of the sheet is good at, as far as the card names it, the best first."""
    traits = {trait.key: trait for section in sections for trait in section.traits}
    found = (GoodAt(traits[key].label, int(str(traits[key].value))) for key in card.good_at)
    return tuple(sorted(found, key=lambda entry: -entry.rating))
