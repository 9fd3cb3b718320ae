"""Traits of new foes in a typed line: "size 3", "elite drill", "perfect morale". It reads no database."""

import re
from collections.abc import Mapping
from functools import cache

from campaigns.core.language import translate
from campaigns.sheets.json import traits_of
from rules import get_system
from rules.battle import Json
from rules.sheets import Trait
from rules.text import Text, verbatim

NUMBERED = re.compile(r"(.+?)\s*:?\s*([0-9]{1,3})")
COUNTED = ("dots", "number")


@cache
def list_traits(system: str, archetype: str) -> Mapping[str, Trait]:
    """Return the traits that a line may set on a new foe of this archetype, by their keys."""
    sheets = get_system(system).sheets
    traits = traits_of(sheets.layout(sheets.parse(sheets.blank(archetype))))
    return {trait.key: trait for trait in traits if trait.kind in (*COUNTED, "choice", "flag")}


def parse_foe_trait(system: str, archetype: str, said: str) -> tuple[str, Json] | None:
    """Return the trait that a word sets, and its value; None where it is the word of no trait of this archetype.

    A number stands behind the trait's name, a choice before or behind it or alone, a flag alone. Names go in English
    and in the reader's language.
    """
    found = [(key, value) for key, trait in list_traits(system, archetype).items() for value in _values(trait, said)]
    return found[0] if len(found) == 1 else None


def describe_foe_trait(system: str, archetype: str, key: str, value: Json) -> Text:
    """Return a trait and its value in words."""
    trait = list_traits(system, archetype)[key]
    if trait.kind == "flag":
        return trait.label
    label = next((choice.label for choice in trait.choices if choice.value == value), None)
    return Text("{trait} {value}", trait=trait.label, value=label or verbatim(str(value)))


def _values(trait: Trait, said: str) -> tuple[Json, ...]:
    """Return the value that a word gives this trait, or nothing."""
    word, names = _fold(said), _names(trait.label)
    if trait.kind in COUNTED:
        match = NUMBERED.fullmatch(word)
        number = int(match[2]) if match and match[1] in names else None
        return (number,) if number is not None and trait.low <= number <= trait.high else ()
    if trait.kind == "flag":
        return (True,) if word in names else ()
    return tuple(choice.value for choice in trait.choices if _says_choice(word, names, _names(choice.label)))


def _says_choice(word: str, names: set[str], values: set[str]) -> bool:
    both = {pair for name in names for value in values for pair in (f"{name} {value}", f"{value} {name}")}
    return word in values | both


def _names(label: Text) -> set[str]:
    return {_fold(label), _fold(translate(label))} - {""}


def _fold(text: str) -> str:
    return " ".join(text.casefold().replace("_", " ").split())
