"""A sheet as pages show it, whatever the system: its sections to read or to fill in, and the values that follow."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from django.forms import BoundField
from django.http import QueryDict

from campaigns import access
from campaigns.forms import CharacterForm
from campaigns.models import Character, Membership
from campaigns.refusals import Refused
from campaigns.services import edit_character
from campaigns.sheets import PREFIX, Unreadable, field_at_fault, read_traits, traits_of
from rules import get_system
from rules.errors import BadInput
from rules.pool import Breakdown
from rules.system import Section, Trait

UNMARKED = "·"
SPARE_ITEMS = 2
"""How many empty places a list of items offers beyond what it holds."""
FEW_DOTS = 6
"""More dots than these go on a line of their own on a phone."""
TALL = 14
"""How many rows a group may have before it is spread over the whole width."""
ROW = 3
"""How many short groups stand side by side."""
LONG_TEXT = 200
"""A text that may be longer than this gets more than one line."""


@dataclass(frozen=True, slots=True)
class Place:
    """One trait on the page: what it holds now (or what was typed), and the sentence that refuses it."""

    trait: Trait
    value: Any
    error: str = ""

    @property
    def name(self) -> str:
        """The name of its field."""
        return PREFIX + self.trait.key

    @property
    def id(self) -> str:
        """Its id on the page."""
        return "t-" + self.trait.key.replace(".", "-")

    @property
    def template(self) -> str:
        """The partial that draws its field."""
        typed = self.trait.kind == "track" and not self.trait.choices
        return f"campaigns/traits/_{'text' if typed else self.trait.kind}.html"

    @property
    def is_long(self) -> bool:
        """Whether it needs a text box."""
        return self.trait.kind == "text" and not 0 < self.trait.high <= LONG_TEXT

    @property
    def needs_room(self) -> bool:
        """Whether it takes a line of its own."""
        return self.is_long or self.trait.kind == "items"

    @property
    def entry(self) -> str:
        """What it is one part of, as "intimacies.2" with all that belongs to the third; empty for most."""
        way = self.trait.key.split(".")
        return next((".".join(way[: i + 1]) for i, name in enumerate(way[:-1]) if name.isdecimal()), "")

    def is_blank(self, is_live: bool) -> bool:
        """Whether a page to read has nothing to say of it; where the scene changes it, nought says something."""
        if self.trait.kind in ("dots", "track"):
            return False
        return not self.value and (self.trait.kind != "number" or not is_live)

    @property
    def steps(self) -> range:
        """The dots that can be clicked, the lowest first."""
        return range(self.trait.low, self.trait.high + 1)

    @property
    def has_many(self) -> bool:
        """Whether its dots need a line of their own on a phone."""
        return self.trait.high > FEW_DOTS

    @property
    def marks(self) -> list[str]:
        """The mark in each box of a track; the first choice stands for an unmarked box."""
        rest = max(0, self.trait.high - len(self.value))
        return [*self.value, *[self.trait.choices[0].value] * rest]

    @property
    def mark_options(self) -> list[tuple[str, str]]:
        """What a box may hold, its sign first, so that a narrow control still shows it."""
        return [(choice.value, f"{choice.hint or UNMARKED}\u2003{choice.label}") for choice in self.trait.choices]

    @property
    def slots(self) -> list[str]:
        """One value per select of a list of items, with some empty ones."""
        return [*self.value, *[""] * SPARE_ITEMS]

    @property
    def shown(self) -> str:
        """The value in words: the label of a choice, the labels of items with how often each occurs."""
        labels = {choice.value: choice.label for choice in self.trait.choices}
        if self.trait.kind == "items":
            counts = {item: self.value.count(item) for item in self.value}
            return ", ".join(labels.get(i, i) + (f" ×{n}" if n > 1 else "") for i, n in counts.items())
        return labels.get(self.value, "" if self.value is None else str(self.value))


@dataclass(frozen=True, slots=True)
class Group:
    """One headed section of the page."""

    title: str
    places: tuple[Place, ...]
    is_live: bool = False
    """Whether its traits may change during a scene."""
    width: str = "whole"
    """How much of the sheet's width it takes: a third, a half or the whole."""

    def without_blanks(self) -> "Group":
        """The group less what holds nothing: no text, no list, no flag, nought where nothing changes in play."""
        said = {place.entry for place in self.places if place.trait.kind == "text" and place.value}
        kept = (p for p in self.places if p.entry in said or not p.entry)
        return replace(self, places=tuple(place for place in kept if not place.is_blank(self.is_live)))

    @property
    def needs_all(self) -> bool:
        """Whether it takes the whole width: long texts, lists, many rows."""
        return len(self.places) > TALL or any(place.needs_room for place in self.places)


@dataclass(frozen=True, slots=True)
class SheetView:
    """A sheet to read."""

    groups: tuple[Group, ...]
    derived: tuple[Breakdown, ...]


def read_sheet(character: Character) -> SheetView:
    """The sheet of a character, drawn by its system's layout."""
    rules = get_system(character.series.system).sheets
    sheet = character.parsed_sheet()
    groups = [group.without_blanks() for group in _groups(rules.layout(sheet), {}, {})]
    return SheetView(tuple(_spread([group for group in groups if group.places])), rules.derived(sheet))


def _spread(groups: Sequence[Group]) -> Iterator[Group]:
    """Short groups stand three in a row; what is left of a run of them shares its row."""
    for needs_all, run in groupby(groups, key=lambda group: group.needs_all):
        side_by_side = list(run)
        rest = 0 if needs_all else len(side_by_side) % ROW
        for i, group in enumerate(side_by_side):
            alone = needs_all or (rest == 1 and i == len(side_by_side) - 1)
            width = "whole" if alone else "half" if rest == 2 and i >= len(side_by_side) - 2 else "third"
            yield replace(group, width=width)


class SheetForm:
    """The page that changes a character: the record around the sheet, and the sheet's traits."""

    def __init__(self, character: Character, membership: Membership, posted: QueryDict | None) -> None:
        self.character = character
        self.membership = membership
        self.record = CharacterForm(character, access.is_storyteller(membership), posted)
        layout = get_system(character.series.system).sheets.layout(character.parsed_sheet())
        self.is_locked = character.settled and not access.is_storyteller(membership)
        self.sections = tuple(section for section in layout if section.scene or not self.is_locked)
        self.typed = {} if posted is None else read_traits(self.sections, posted)
        self.errors: dict[str, str] = {}
        self.refusal = ""
        self.saved = character

    @property
    def groups(self) -> tuple[Group, ...]:
        """The sections with what was typed, and what is wrong with it."""
        return tuple(_spread(_groups(self.sections, self.typed, self.errors)))

    @property
    def notes(self) -> list[BoundField]:
        """The record's fields below the sheet."""
        return [field for field in self.record if field.name not in ("version", "name")]

    @property
    def first_error(self) -> str:
        """The first sentence about the sheet, to stand at the top of the page."""
        return next(iter(self.errors.values()), "")

    def save(self) -> int:
        """Change the character. Returns 200, or the status of the refusal, which the page then shows."""
        self.errors = {key: value.sentence for key, value in self.typed.items() if isinstance(value, Unreadable)}
        if not self.record.is_valid() or self.errors:
            return 422
        values = dict(self.record.cleaned_data)
        try:
            version, why = values.pop("version"), values.pop("why", "")
            self.saved = edit_character(self.membership, self.character, version, values, self.typed, why)
        except BadInput as error:
            return self._refuse(error)
        except Refused as refusal:
            self.refusal = refusal.sentence
            return refusal.status
        return 200

    def _refuse(self, error: BadInput) -> int:
        key = field_at_fault(error, [trait.key for trait in traits_of(self.sections)])
        if key:
            self.errors[key] = error.sentence
        else:
            self.refusal = error.sentence
        return 422


def _groups(sections: Iterable[Section], typed: Mapping[str, Any], errors: Mapping[str, str]) -> tuple[Group, ...]:
    return tuple(
        Group(section.title, tuple(_place(trait, typed, errors) for trait in section.traits), section.scene)
        for section in sections
    )


def _place(trait: Trait, typed: Mapping[str, Any], errors: Mapping[str, str]) -> Place:
    value = typed.get(trait.key, trait.value)
    if isinstance(value, Unreadable):
        value = value.typed if trait.kind in ("number", "text") else trait.value
    return Place(trait, value, errors.get(trait.key, ""))
