"""A sheet as pages show it, whatever the system: its sections to read or to fill in, and the values that follow."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby
from types import MappingProxyType
from typing import Any

from django.forms import BoundField
from django.http import QueryDict

from campaigns import access
from campaigns.forms import CharacterForm
from campaigns.models import Character, Membership, ProposalState
from campaigns.phrases import tell
from campaigns.powers import PowerLine, read_powers, with_power_rows
from campaigns.refusals import Refused
from campaigns.services import edit_character
from campaigns.services.making import hold_against_budget
from campaigns.sheets import PREFIX, Unreadable, field_at_fault, fitting_sheet, read_traits, traits_of
from rules import get_system
from rules.creation import Creation
from rules.errors import BadInput
from rules.pool import Breakdown
from rules.system import Section, Table, Trait

UNMARKED = "·"
SPARE_ITEMS = 2
"""How many empty places a list of items offers beyond what it holds."""
FEW_DOTS = 6
"""More dots than these go on a line of their own on a phone."""
TALL = 14
"""How many rows a group may have before it is spread over the whole width."""
ROW = 3
"""How many short groups stand side by side."""
RATED = ("attributes", "abilities", "skills")
"""What a sheet to read shows whole, nought or not, each kind in a row of its own."""
HELD = ("backgrounds", "disciplines")
"""What a sheet to read shows only as far as somebody has it."""
FEW = 5
"""Places for dots that such a trait has on a sheet to read, unless more are filled."""
LONG_TEXT = 200
"""A text that may be longer than this gets more than one line."""


@dataclass(frozen=True, slots=True)
class Place:
    """One trait on the page: what it holds now (or what was typed), and the sentence that refuses it."""

    trait: Trait
    value: Any
    error: str = ""
    training: int = 0
    """The dots that it will have when the training that is paid for ends; 0 for none."""

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

    @property
    def head(self) -> str:
        """The first step of its way: "attributes", "backgrounds"."""
        return self.trait.key.partition(".")[0]

    @property
    def is_blank(self) -> bool:
        """Whether a page to read has nothing to say of it; an empty pool says something."""
        if self.trait.kind in ("dots", "track"):
            return self.head in HELD and not self.value
        return not self.value and not self.trait.full

    @property
    def shown_high(self) -> int:
        """The places for dots on a page to read."""
        return max(FEW, self.value) if self.head in (*RATED, *HELD) else self.trait.high

    @property
    def is_untouched(self) -> bool:
        """Whether it holds what an empty entry holds."""
        if self.trait.kind == "choice":
            return bool(self.value == self.trait.choices[0].value) and not self.error
        if self.trait.kind == "dots":
            return bool(self.value == self.trait.low) and not self.error
        return not self.value and not self.error

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
        return [(choice.value, f"{choice.hint or UNMARKED}\u2003{tell(choice.label)}") for choice in self.trait.choices]

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
class Row:
    """Neighbours on the page: the places of one entry of a list, or places that belong to none."""

    entry: str
    places: tuple[Place, ...]

    @property
    def number(self) -> int:
        """Which entry of its list it is, from 1."""
        return int(self.entry.rpartition(".")[2]) + 1

    @property
    def is_spare(self) -> bool:
        """Whether it is an entry that nobody has written in yet."""
        return bool(self.entry) and all(place.is_untouched for place in self.places)

    @property
    def name(self) -> Place | None:
        """What an entry goes by: its first text."""
        return next((place for place in self.places if place.trait.kind == "text" and place.value), None)

    @property
    def rated(self) -> Place | None:
        """The dots of an entry."""
        return next((place for place in self.places if place.trait.kind == "dots"), None)

    @property
    def more(self) -> list[Place]:
        """What else is said of an entry."""
        known = (self.name, self.rated)
        return [place for place in self.places if place not in known and (place.value or not place.is_untouched)]

    @property
    def lines(self) -> list[tuple[str, tuple[Place, ...]]]:
        """Its places line by line: those of one part of the entry, as its cost, stand together."""
        return [(part, tuple(run)) for part, run in groupby(self.places, key=self._part_of)]

    def _part_of(self, place: Place) -> str:
        return place.trait.key.removeprefix(f"{self.entry}.").rpartition(".")[0] if self.entry else ""


@dataclass(frozen=True, slots=True)
class Group:
    """One headed section of the page."""

    title: str
    places: tuple[Place, ...]
    is_live: bool = False
    """Whether its traits may change during a scene."""
    width: str = "whole"
    """How much of the sheet's width it takes: a third, a half, the whole, or its part of a row of ratings."""

    @property
    def rows(self) -> list[Row]:
        """Its places row by row, without the entries that are still to be written."""
        return [row for row in self._rows() if not row.is_spare]

    @property
    def spare_rows(self) -> list[Row]:
        """The empty entries to write in."""
        return [row for row in self._rows() if row.is_spare]

    def _rows(self) -> Iterator[Row]:
        return (Row(entry, tuple(run)) for entry, run in groupby(self.places, key=lambda place: place.entry))

    def without_blanks(self, tabled: Collection[str]) -> "Group":
        """The group less what holds nothing, and less what stands in a table of its own."""
        said = {place.entry for place in self.places if place.trait.kind == "text" and place.value}
        kept = (p for p in self.places if p.entry in said or not p.entry)
        kept = (place for place in kept if place.trait.key not in tabled)
        return replace(self, places=tuple(place for place in kept if not place.is_blank))

    def in_training(self, ends: Mapping[str, int]) -> "Group":
        """The group with the dots that are being trained; `ends` by the trait's key."""
        if not any(place.trait.key in ends for place in self.places):
            return self
        places = (replace(place, training=ends.get(place.trait.key, 0)) for place in self.places)
        return replace(self, places=tuple(places))

    @property
    def rated(self) -> str:
        """Which kind of ratings it holds and nothing else that matters more, "" for none."""
        heads = {place.head for place in self.places if place.trait.kind == "dots"}
        return next((head for head in RATED if heads == {head}), "")

    @property
    def needs_all(self) -> bool:
        """Whether it takes the whole width: long texts, lists, many rows."""
        return len(self.places) > TALL or any(place.needs_room for place in self.places)


@dataclass(frozen=True, slots=True)
class SheetView:
    """A sheet to read: who it is, ratings side by side, the other groups, and what is worked out of them."""

    who: tuple[Group, ...]
    bands: tuple[tuple[Group, ...], ...]
    others: tuple[Group, ...]
    arms: tuple[Table, ...]
    derived: tuple[Breakdown, ...]
    powers: tuple[PowerLine, ...] = ()

    @property
    def groups(self) -> tuple[Group, ...]:
        """All groups, in the order of the page."""
        return (*self.who, *chain(*self.bands), *self.others)


def read_training(character: Character) -> dict[str, int]:
    """The traits that are being trained, each with the dots that it will have then."""
    return dict(character.proposals.filter(state=ProposalState.TRAINING).values_list("path", "after"))


def read_sheet(character: Character, training: Mapping[str, int] = MappingProxyType({})) -> SheetView:
    """The sheet of a character: who it is, its ratings, what a scene changes, and then all the rest."""
    rules = get_system(character.series.system).sheets
    sheet = character.parsed_sheet()
    arms = rules.arms(sheet)
    tabled = {key for table in arms for key in table.keys}
    groups = [group.without_blanks(tabled).in_training(training) for group in _groups(rules.layout(sheet), {}, {})]
    groups = [group for group in groups if group.places]
    rated = [group for group in groups if group.rated]
    rest = [group for group in groups if not group.rated]
    who = tuple(group for group in rest[:1] if group is groups[0])
    bands = tuple(_side_by_side(run) for _rated, run in groupby(rated, key=lambda group: group.rated))
    live, lasting = ([group for group in rest[len(who) :] if group.is_live is live] for live in (True, False))
    others = tuple(_spread([*live, *lasting]))
    return SheetView(who, bands, others, arms, rules.derived(sheet), read_powers(rules, sheet))


def _side_by_side(run: Iterable[Group]) -> tuple[Group, ...]:
    """Groups of one kind of ratings; one that is alone is spread over the whole width."""
    groups = tuple(run)
    return groups if len(groups) == 1 else tuple(replace(group, width="part") for group in groups)


def _spread(groups: Sequence[Group]) -> Iterator[Group]:
    """Short groups stand three in a row; what is left of a run of them shares its row."""
    for needs_all, run in groupby(groups, key=lambda group: group.needs_all):
        side_by_side = list(run)
        rest = 0 if needs_all else len(side_by_side) % ROW
        for i, group in enumerate(side_by_side):
            alone = needs_all or (rest == 1 and i == len(side_by_side) - 1 and len(group.places) >= ROW)
            width = "whole" if alone else "half" if rest == 2 and i >= len(side_by_side) - 2 else "third"
            yield replace(group, width=width)


@dataclass(frozen=True, slots=True)
class Budget:
    """What a sheet that is being made has spent: none where it cannot be read, which `sentence` then says."""

    creation: Creation | None
    is_free: bool
    sentence: str = ""


class SheetForm:
    """The page that changes a character: the record around the sheet, and the sheet's traits."""

    def __init__(self, character: Character, membership: Membership, posted: QueryDict | None) -> None:
        self.character = character
        self.membership = membership
        self.record = CharacterForm(character, access.is_storyteller(membership), posted)
        rules, sheet = get_system(character.series.system).sheets, character.parsed_sheet()
        layout = with_power_rows(rules, sheet, rules.layout(sheet))
        self.is_locked = character.settled and not access.is_storyteller(membership)
        self.sections = tuple(section for section in layout if section.scene or not self.is_locked)
        self.typed = {} if posted is None else {**read_traits(self.sections, posted), **self._removed(posted)}
        self.errors: dict[str, str] = {}
        self.refusal = ""
        self.saved = character

    def _removed(self, posted: QueryDict) -> dict[str, Any]:
        """The entries of lists that are to go, each as an empty one."""
        known = {row.entry for group in _groups(self.sections, {}, {}) for row in group.rows if row.entry}
        return {entry: {} for entry in posted.getlist("remove") if entry in known}

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

    @property
    def budget(self) -> "Budget | None":
        """The sheet as it is filled in, held against the book's budget; None for a character that is made."""
        if self.character.settled:
            return None
        unreadable = (value.sentence for value in self.typed.values() if isinstance(value, Unreadable))
        sentence = next(unreadable, "")
        typed = {key: value for key, value in self.typed.items() if not isinstance(value, Unreadable)}
        series = self.character.series
        try:
            sheet = fitting_sheet(series.system, self.character.sheet, typed)
        except BadInput as error:
            return Budget(None, self._is_free, sentence or error.sentence)
        creation = hold_against_budget(series, get_system(series.system).sheets.parse(sheet))
        return Budget(creation, self._is_free, sentence)

    @property
    def _is_free(self) -> bool:
        return bool(self.record["made_freely"].value())

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
