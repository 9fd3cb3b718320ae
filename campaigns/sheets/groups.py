"""The structure of a sheet's page, to read or to edit: places of single traits, rows of them, and headed groups."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from types import MappingProxyType
from typing import Any

from campaigns.core.fields_of_rules import PREFIX
from campaigns.core.language import translate
from campaigns.sheets.json import Unreadable
from rules.sheets import Section, Trait
from rules.sheets.steps import OTHER, Step

UNMARKED = "·"
SPARE_ITEMS = 2
"""The number of empty places in a list of items."""
FEW_DOTS = 6
"""More dots than these get a line of their own on a phone."""
MANY = 6
"""An entry with more fields than these is folded under its name."""
TALL = 14
"""A group with more rows than these takes the whole width."""
ROW = 3
"""The number of short groups side by side."""
RATED = ("attributes", "abilities", "skills")
"""Traits that a sheet to read always shows, even at 0, each kind in a row of its own."""
HELD = ("backgrounds", "disciplines")
"""Traits that a sheet to read shows only if the character has them."""
FEW = 5
"""The dots that are drawn for such a trait on a sheet to read, unless it has more."""
LONG_TEXT = 200
"""A text that may be longer than this gets several lines."""
NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Place:
    """One trait on the page: its value (or what was typed), and the sentence that refuses it."""

    trait: Trait
    value: Any
    error: str = ""
    training: int = 0
    """The dots after the training that is paid for; 0 for none."""

    @property
    def name(self) -> str:
        """The name of its form field."""
        return PREFIX + self.trait.key

    @property
    def id(self) -> str:
        """Its HTML id."""
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
        """The list entry that it belongs to, such as "intimacies.2" for the third. Empty for most."""
        steps = self.trait.key.split(".")
        return next((".".join(steps[: i + 1]) for i, name in enumerate(steps[:-1]) if name.isdecimal()), "")

    @property
    def head(self) -> str:
        """The first part of its key: "attributes", "backgrounds"."""
        return self.trait.key.partition(".")[0]

    @property
    def tail(self) -> str:
        """The last part of its key: "wits". A Skill and its specialties share it."""
        return self.trait.key.rpartition(".")[2]

    @property
    def is_nought(self) -> bool:
        """Whether it is a rating without a dot, and none is being trained."""
        return self.trait.kind == "dots" and not (self.value or self.training)

    @property
    def is_blank(self) -> bool:
        """Whether a sheet to read leaves it out. An empty pool is shown."""
        if self.trait.kind in ("dots", "track"):
            return self.head in HELD and not (self.value or self.training)
        return not self.value and not self.trait.full

    @property
    def shown_high(self) -> int:
        """The number of dots that a sheet to read draws."""
        return max(FEW, self.value) if self.head in (*RATED, *HELD) else self.trait.high

    @property
    def is_untouched(self) -> bool:
        """Whether its value is that of an empty entry."""
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
        """The mark in each box of a track. The first choice stands for an empty box."""
        rest = max(0, self.trait.high - len(self.value))
        return [*self.value, *[self.trait.choices[0].value] * rest]

    @property
    def mark_options(self) -> list[tuple[str, str]]:
        """The choices of a box, sign first, so that a narrow control still shows it."""
        return [
            (choice.value, f"{choice.hint or UNMARKED}\u2003{translate(choice.label)}") for choice in self.trait.choices
        ]

    @property
    def slots(self) -> list[str]:
        """The value of each select of a list of items, with some empty ones."""
        return [*self.value, *[""] * SPARE_ITEMS]

    @property
    def shown(self) -> str:
        """The value in words: the label of a choice, or the labels of items with their counts."""
        labels = {choice.value: choice.label for choice in self.trait.choices}
        if self.trait.kind == "items":
            counts = {item: self.value.count(item) for item in self.value}
            return ", ".join(labels.get(i, i) + (f" ×{n}" if n > 1 else "") for i, n in counts.items())
        said = "" if self.value is None else str(self.value)
        return labels.get(said, said)


@dataclass(frozen=True, slots=True)
class Row:
    """Neighbours on the page: the places of one list entry, or places that belong to none."""

    entry: str
    places: tuple[Place, ...]

    @property
    def number(self) -> int:
        """The number of the entry in its list, from 1."""
        return int(self.entry.rpartition(".")[2]) + 1

    @property
    def is_spare(self) -> bool:
        """Whether it is an empty entry."""
        return bool(self.entry) and all(place.is_untouched for place in self.places)

    @property
    def is_folded(self) -> bool:
        """Whether the form shows only its name until it is opened: an entry of many fields, none of them refused."""
        return len(self.places) > MANY and not self.is_spare and not any(place.error for place in self.places)

    @property
    def name(self) -> Place | None:
        """The place with the name of an entry: its first text."""
        return next((place for place in self.places if place.trait.kind == "text" and place.value), None)

    @property
    def rated(self) -> Place | None:
        """The place with the dots of an entry."""
        return next((place for place in self.places if place.trait.kind == "dots"), None)

    @property
    def more(self) -> list[Place]:
        """The other places of an entry that hold something."""
        known = (self.name, self.rated)
        return [place for place in self.places if place not in known and (place.value or not place.is_untouched)]

    @property
    def lines(self) -> list[tuple[str, tuple[Place, ...]]]:
        """The places by line. Those of one part of the entry, as its cost, share a line."""
        return [(part, tuple(run)) for part, run in groupby(self.places, key=self._part_of)]

    def _part_of(self, place: Place) -> str:
        return place.trait.key.removeprefix(f"{self.entry}.").rpartition(".")[0] if self.entry else ""


@dataclass(frozen=True, slots=True)
class Group:
    """One headed section of the page."""

    title: str
    places: tuple[Place, ...]
    is_live: bool = False
    """Whether a scene may change its traits."""
    width: str = "whole"
    """Its width on the page: a third, a half, the whole, or a part of a row of ratings."""
    step: Step = OTHER
    """The matter that it belongs to."""
    is_rare: bool = False
    """Whether few characters need it, so that the form folds it."""

    @property
    def rows(self) -> list[Row]:
        """Its rows, without empty entries."""
        return [row for row in self._rows() if not row.is_spare]

    @property
    def spare_rows(self) -> list[Row]:
        """The empty entries to write in."""
        return [row for row in self._rows() if row.is_spare]

    def _rows(self) -> Iterator[Row]:
        return (Row(entry, tuple(run)) for entry, run in groupby(self.places, key=lambda place: place.entry))

    def without_blanks(self, tabled: Collection[str]) -> "Group":
        """Return the group without empty places, and without traits that another table shows."""
        said = {place.entry for place in self.places if place.trait.kind == "text" and place.value}
        written = (place for place in self.places if not place.entry or place.entry in said)
        kept = (place for place in written if not (place.trait.key in tabled or place.is_blank))
        return replace(self, places=tuple(kept))

    def in_training(self, ends: Mapping[str, int]) -> "Group":
        """Return the group with the dots that are being trained. `ends`: the dots then, by trait key."""
        if not any(place.trait.key in ends for place in self.places):
            return self
        places = (replace(place, training=ends.get(place.trait.key, 0)) for place in self.places)
        return replace(self, places=tuple(places))

    @property
    def rated(self) -> str:
        """The kind of its ratings, as in `RATED`. Empty if there are none, or of several kinds."""
        heads = {place.head for place in self.places if place.trait.kind == "dots"}
        return next((head for head in RATED if heads == {head}), "")

    @property
    def needs_all(self) -> bool:
        """Whether it takes the whole width, for long texts, lists or many rows."""
        rows = len(self.places) // 2 if self.is_paired else len(self.places)
        return rows > TALL or any(place.needs_room for place in self.places)

    @property
    def held(self) -> "Group":
        """The group without ratings at nought that nothing stands beside. A sheet to read folds those away."""
        folded = self.noughts
        return replace(self, places=tuple(place for place in self.places if place not in folded))

    @property
    def noughts(self) -> tuple[Place, ...]:
        """Its ratings at nought. None in training, and none with a specialty of its own."""
        if not self.rated:
            return ()
        noted = {place.tail for place in self.places if place.trait.kind == "text"}
        return tuple(place for place in self.places if place.is_nought and place.tail not in noted)

    @property
    def has_fault(self) -> bool:
        """Whether something typed in it is refused."""
        return any(place.error for place in self.places)

    @property
    def is_paired(self) -> bool:
        """Whether every rating has a text beside it, as a Skill its specialties."""
        kinds = [place.trait.kind for place in self.places]
        return bool(kinds) and kinds == ["dots", "text"] * (len(kinds) // 2)


def build_groups(
    sections: Iterable[Section], typed: Mapping[str, Any] = NOTHING, errors: Mapping[str, str] = NOTHING
) -> tuple[Group, ...]:
    """Return the sections of a layout with the typed values and error sentences, both by trait key."""
    return tuple(
        Group(
            section.title,
            tuple(_place(trait, typed, errors) for trait in section.traits),
            section.scene,
            step=section.step,
            is_rare=section.rare,
        )
        for section in sections
    )


def _place(trait: Trait, typed: Mapping[str, Any], errors: Mapping[str, str]) -> Place:
    value = typed.get(trait.key, trait.value)
    if isinstance(value, Unreadable):
        value = value.typed if trait.kind in ("number", "text") else trait.value
    return Place(trait, value, errors.get(trait.key, ""))


def spread(groups: Sequence[Group]) -> Iterator[Group]:
    """Set the widths of the groups: short ones three in a row, each kind of ratings for itself.

    One or two groups that are left of a run share the rest of their row.
    """
    for (needs_all, _rated), run in groupby(groups, key=lambda group: (group.needs_all, group.rated)):
        side_by_side = list(run)
        rest = 0 if needs_all else len(side_by_side) % ROW
        for i, group in enumerate(side_by_side):
            alone = needs_all or (rest == 1 and i == len(side_by_side) - 1 and len(group.places) >= ROW)
            width = "whole" if alone else "half" if rest == 2 and i >= len(side_by_side) - 2 else "third"
            yield replace(group, width=width)
