"""The words of an import: how traits are called and values said, what is assumed, and how the rest is listed."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from campaigns.core.language import translate
from campaigns.imports.draft import LeftLine
from campaigns.sheets.json import describe_marks
from rules import get_system
from rules.battle import Json
from rules.sheets import Trait
from rules.text import Text, word

KINDS = ("archetype", "being", "splat", "caste")
"""The traits that say what kind of being the character is."""
NEEDED = ("attributes", "virtues", "essence", "willpower", "quick", "ready")
"""Traits that every being has: where a source does not say them, that is listed even if they are at nought."""


class TraitWords:
    """The names of a sheet's traits, and their values in words. `sheet`: the one that the import begins with."""

    def __init__(self, system: str, sheet: Mapping[str, Json]) -> None:
        self._rules = get_system(system).sheets
        layout = self._rules.layout(self._rules.parse(sheet))
        self._traits = {trait.key: trait for section in layout for trait in section.traits}
        self._titles = {trait.key.partition(".")[0]: section.title for section in layout for trait in section.traits}

    def find(self, path: str) -> Trait | None:
        """Return the trait at a path. For a list entry that the sheet lacks, the one of the first entry."""
        first = ".".join(["0" if part.isdecimal() else part for part in path.split(".")])
        return self._traits.get(path) or self._traits.get(first)

    def label(self, path: str) -> str:
        """Return what a trait is called."""
        known = self.find(path)
        return known.label if known else path.replace(".", " ").replace("_", " ").capitalize()

    def late_label(self, path: str, sheet: Mapping[str, Json]) -> str:
        """Return the label of a trait that only appears once it has a value, as some specialties."""
        sections = () if self.find(path) else self._rules.layout(self._rules.parse(sheet))
        return next((trait.label for section in sections for trait in section.traits if trait.key == path), "")

    def title_of(self, head: str) -> Text:
        """Return the heading of a list on the sheet: "Merits" for `own_merits`."""
        return self._titles.get(head) or word(head.replace("_", " ").capitalize())

    def describe_value(self, path: str, value: Json) -> str:
        """Return a value in words, with the labels of choices."""
        trait = self.find(path)
        choices = trait.choices if trait else ()
        words = {choice.value: translate(choice.label) for choice in choices}
        if trait and trait.kind == "track" and isinstance(value, str):
            return describe_marks(trait, value)
        if isinstance(value, list | tuple):
            return say([words.get(item, item) for item in value])
        return say(words.get(str(value), value) if isinstance(value, str | int) else value)

    def describe_part(self, path: str, value: Json) -> str:
        """Return a value of a list entry: a plain number says of what it is, dots speak for themselves."""
        trait, words = self.find(path), self.describe_value(path, value)
        return f"{translate(trait.label)} {words}" if trait and trait.kind == "number" else words

    def describe_rows(self, rows: Mapping[str, Sequence[tuple[str, str]]]) -> list[str]:
        """Return list entries, parts in the page's order: "Specialties: Melee, Swords, 2"."""
        order = {key: place for place, key in enumerate(self._traits)}
        found = []
        for entry, parts in rows.items():
            head = entry.partition(".")[0]
            first = f"{head}.0."  # every row of a list has the parts of its first
            sorted_parts = sorted(
                parts, key=lambda part: order.get(first + part[0].removeprefix(f"{entry}."), len(order))
            )
            found.append(f"{translate(self.title_of(head))}: {', '.join(words for _path, words in sorted_parts)}")
        return found

    def list_assumed(self, sheet: Mapping[str, Json], said: set[str]) -> list[tuple[str, str]]:
        """Return label and value of what is on the sheet although the source, which says `said`, does not say it."""
        sections = self._rules.layout(self._rules.parse(sheet))
        traits = [trait for section in sections for trait in section.traits if _is_assumed(trait, said)]
        return [(translate(trait.label), self.describe_value(trait.key, trait.value)) for trait in traits]


def _is_assumed(trait: Trait, said: set[str]) -> bool:
    """Whether a trait has a value that the source did not give. Empty rows and wounds have none."""
    parts = trait.key.split(".")
    spoken = any(".".join(parts[: place + 1]) in said for place in range(len(parts)))
    is_needed = parts[0] in NEEDED
    is_empty = not is_needed and (not trait.value or trait.value == "none" or trait.kind == "track")
    return not (spoken or is_empty or trait.key in KINDS or any(part.isdecimal() for part in parts))


def describe_opening(earned: int, spent: int | None) -> str:
    """Return an opening balance in words."""
    if spent is None:
        return _("Experience: %(earned)d earned; how much of it was spent is not said") % {"earned": earned}
    words = _("Experience: %(earned)d earned, %(spent)d spent before, %(left)d left")
    return words % {"earned": earned, "spent": spent, "left": earned - spent}


def group_left(left: Sequence[LeftLine]) -> tuple[LeftLine, ...]:
    """Sort the lines by heading, in the order in which the headings first appear."""
    found: dict[str, list[LeftLine]] = {}
    for piece in left:
        found.setdefault(piece.heading, []).append(piece)
    return tuple(line for lines in found.values() for line in lines)


def write_left(source: str, left: Sequence[LeftLine]) -> str:
    """Return what is left as text for the notes, under its headings."""
    found: dict[str, list[str]] = {}
    for piece in left:
        found.setdefault(piece.heading, []).append(f"* {piece.line}")
    parts = ["\n".join([f"**{heading}**", "", *lines] if heading else lines) for heading, lines in found.items()]
    return "\n\n".join([_("Also in the %(source)s file:") % {"source": source}, *parts]) if parts else ""


def say(value: Any) -> str:
    """Return a value in words, as much of it as a line holds."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list | tuple):
        return ", ".join(map(say, value))
    text = str(value)
    return text if len(text) <= 80 else f"{text[:79]}…"
