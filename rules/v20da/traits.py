"""The traits of a character: Attributes, Abilities, Virtues, and the tables of their limits."""

from collections.abc import Mapping
from typing import Any, Literal

from rules.errors import BadInput, IllegalMove
from rules.sheets.attributes import ATTRIBUTE_GROUPS
from rules.sheets.attributes import ATTRIBUTES as ATTRIBUTES
from rules.sheets.page import label
from rules.tables import load_table
from rules.text import Text, word

Category = Literal["talent", "skill", "knowledge"]


def make_key(name: str) -> str:
    """Return the key of a trait's printed name: "Animal Ken" is animal_ken."""
    return name.strip().lower().replace("-", "_").replace(" ", "_")


_TRAITS, TABLES = load_table("v20da", "traits"), load_table("v20da", "tables")
WEAPON_DATA = load_table("v20da", "weapons")
"""V20-169: the rows of the weapon table."""

PHYSICAL = ATTRIBUTE_GROUPS["physical"]

ABILITIES: Mapping[str, Category] = {
    make_key(name): category for category, names in _TRAITS["abilities"].items() for name in names
}
"""V20-002 to 004: every standard Ability with its category."""

VIRTUES = tuple(_TRAITS["virtues"])
DISCIPLINES = tuple(map(make_key, _TRAITS["disciplines"]))
BACKGROUNDS = tuple(map(make_key, _TRAITS["backgrounds"]))
CREATION: Mapping[str, Any] = _TRAITS["creation"]

LABELS: Mapping[str, Text] = {make_key(name): word(name) for names in _TRAITS["virtues"].values() for name in names}

CATEGORY_TITLES: Mapping[Category, Text] = {
    "talent": Text("Talents"),
    "skill": Text("Skills"),
    "knowledge": Text("Knowledges"),
}


def label_of(key: str) -> Text:
    """Return the printed name of a trait; a custom one is spelled from its key."""
    return LABELS.get(key) or word(label(key))


def look_up(table: str, key: int | str) -> Any:
    """Return one row of a table. Raises `BadInput` for an unknown table or key."""
    rows = TABLES.get(table)
    if rows is None:
        sentence = Text("There is no table {name}. Known: {known}.", name=repr(table), known=", ".join(TABLES))
        raise BadInput("unknown_table", sentence, key="table")
    if str(key) not in rows:
        raise BadInput("unknown_row", Text("The table {table} has no {name}.", table=table, name=repr(key)), key="keys")
    return rows[str(key)]


def find_ability(name: str, custom: tuple[str, ...] = ()) -> tuple[bool, bool]:
    """Return whether an Ability is known to the campaign, and whether it is on the standard list (V20-005)."""
    key = make_key(name)
    is_standard = key in ABILITIES
    return is_standard or key in map(make_key, custom), is_standard


def trait_maximum(generation: int | None) -> int:
    """Return the highest rating of any trait (V20-172, 216). Mortals (None) have 5."""
    return 5 if generation is None else int(look_up("trait_maximum", generation))


def can_specialise(dots: int) -> bool:
    """Return whether a trait may have a specialty: 4 dots or more (V20-060)."""
    return dots >= 4


def untrained_raise(category: Category) -> int:
    """Return what the difficulty rises by without a dot (V20-011). Raises `IllegalMove` for a Knowledge."""
    if category == "knowledge":
        raise IllegalMove("untrained", Text("A Knowledge at 0 dots can’t be rolled."), rule="V20-011")
    return 1 if category == "skill" else 0
