"""The rules of one game's sheets: reading, writing and laying them out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules.battle import Json
from rules.codec import encode
from rules.creation import Creation
from rules.errors import BadInput
from rules.pool import Breakdown
from rules.powers.model import PowerRules
from rules.sheets.cards import Card, GoodAt, find_good_at
from rules.sheets.fate import PLACE, UNCONSCIOUS, FindFate
from rules.sheets.layout import Part, lay_out
from rules.sheets.page import Section, Table
from rules.sheets.points import SheetPoints, list_points
from rules.sheets.schema import Keeper, kept_by
from rules.text import Text
from rules.wounds import rank


@dataclass(frozen=True, slots=True)
class SheetRules:
    """Sheets: only `parse` makes the system's Sheet from JSON. It raises `BadInput` that names the wrong key.

    `archetypes`: key to label; `make(archetype)` returns a new character, `make_extra(sheet)` the character as an
    extra; `is_extra`: whether a sheet is an extra's. `parts`: the sections of the page. `derived`: the values that
    follow from the traits, with their steps; `fight`: those of them that a fight needs, the first the most often (None:
    all). `creation(sheet, options)` compares a new character with the book's
    budget. `arms`: weapons and armor, with their figures for this character. `powers`: what the system supports of
    powers; None if its sheets list none. `find_fate`: the fate that counts, of the sheet's field and its health boxes.
    `list_marks`: what else lasts, in the words of fates, such as the stake in a heart.
    `is_incapacitated`: whether the boxes leave someone nothing to do who has no fate yet.
    `complete_change`: adds to the values of an edit, by path, what must change with them.
    """

    archetypes: Mapping[str, Text]
    make: Callable[[str], Any]
    parse: Callable[[object], Any]
    parts: tuple[Part, ...]
    derived: Callable[[Any], tuple[Breakdown, ...]]
    make_extra: Callable[[Any], Any]
    creation: Callable[[Any, Any], Creation]
    arms: Callable[[Any], tuple[Table, ...]] = lambda sheet: ()
    powers: PowerRules | None = None
    is_extra: Callable[[Any], bool] = lambda sheet: bool(sheet.extra)
    find_fate: FindFate = lambda sheet: ""
    is_incapacitated: Callable[[Any], bool] = lambda sheet: False
    list_marks: Callable[[Any], tuple[str, ...]] = lambda sheet: ()
    complete_change: Callable[[Mapping[str, Any]], Mapping[str, Any]] = lambda values: values
    fight: Callable[[Any], tuple[Breakdown, ...]] | None = None
    foe: str = ""
    """The archetype that a form for nameless foes begins with; empty for the first."""
    adversary: str = ""
    """The archetype of a plain opponent who has a name; empty for that of nameless foes."""
    cards: Mapping[str, Card] = field(default_factory=dict)
    """What people see of an archetype before they take it, by its key. One without a card has its name alone."""

    def blank(self, archetype: str) -> dict[str, Json]:
        """Return a legal sheet of this archetype as JSON. Raises `BadInput` for an unknown archetype."""
        if archetype not in self.archetypes:
            values = {"name": repr(archetype[:40]), "known": ", ".join(self.archetypes)}
            sentence = Text("There is no archetype {name}. Known: {known}.", **values)
            raise BadInput("unknown_archetype", sentence, key="archetype")
        return self._write(self.parse(encode(self.make(archetype))))

    def list_heroes(self) -> tuple[str, ...]:
        """Return the archetypes that a player may take as they are: those with names on their cards."""
        return tuple(key for key in self.archetypes if key in self.cards and self.cards[key].names)

    def list_good_at(self, archetype: str) -> tuple[GoodAt, ...]:
        """Return what a new character of this archetype is good at, the best first. Raises `BadInput`."""
        sheet = self.parse(self.blank(archetype))
        return find_good_at(self.cards[archetype], self.layout(sheet)) if archetype in self.cards else ()

    def as_extra(self, sheet: Any) -> dict[str, Json]:
        """Return the character as an extra, as JSON."""
        return self._write(self.make_extra(sheet))

    def layout(self, sheet: Any) -> tuple[Section, ...]:
        """Return the sections of the editing page with the sheet's values."""
        return lay_out(self.parts, sheet)

    def split_derived(self, sheet: Any) -> tuple[tuple[Breakdown, ...], tuple[Breakdown, ...]]:
        """Return the derived values that a fight needs, and the others."""
        every = self.derived(sheet)
        needed = self.fight(sheet) if self.fight else every
        return needed, tuple(value for value in every if value not in needed)

    def kept_by(self, keeper: Keeper, sheet: Any) -> frozenset[str]:
        """Return the places that this keeper changes once the character is made, by the first part of their keys."""
        return kept_by(keeper, type(sheet))

    def points(self, sheet: Any) -> SheetPoints:
        """Return what a scene changes of the sheet by touch."""
        return list_points(lay_out((part for part in self.parts if part.scene), sheet))

    def list_fates(self, sheet: Any) -> tuple[str, ...]:
        """Return all that lasts of what has become of this character: the fate that counts, and what goes with it."""
        return tuple(filter(None, (self.find_fate(sheet), *self.list_marks(sheet))))

    def has_fallen(self, sheet: Any) -> bool:
        """Return whether this character can do nothing: a fate or the boxes say so."""
        return bool(self.list_fates(sheet)) or self.is_incapacitated(sheet)

    def follow_boxes(self, before: Any, after: Any) -> str:
        """Return the fate to write after the health boxes of a sheet have changed.

        A fate that came with the boxes goes with them, and an unconscious one wakes when a level heals.
        """
        if not (written := getattr(before, PLACE, "")):
            return ""
        if written == UNCONSCIOUS and self._count_wounds(after) < self._count_wounds(before):
            return self.find_fate(replace(after, fate=""))
        return self.find_fate(after)

    def _count_wounds(self, sheet: Any) -> int:
        track = self.points(sheet).track
        return sum(rank(mark) >= 0 for mark in track.value) if track else 0

    def _write(self, sheet: Any) -> dict[str, Json]:
        data: dict[str, Json] = encode(sheet)
        return data
