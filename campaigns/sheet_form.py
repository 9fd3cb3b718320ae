"""The form that edits a sheet: its traits, what was typed, the errors, and the creation budget."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.forms import BoundField
from django.http import QueryDict

from campaigns import access
from campaigns.forms import CharacterForm
from campaigns.models import Character, Membership
from campaigns.powers import with_power_rows
from campaigns.refusals import Refused
from campaigns.services import edit_character
from campaigns.services.creation import check_budget
from campaigns.services.experience.descriptions import find_waiting, split_described, words_in_waiting
from campaigns.sheet_groups import Group, read_groups, spread
from campaigns.sheets import Unreadable, count_rows, field_at_fault, fitting_sheet, read_traits, traits_of
from rules import get_system
from rules.creation import Creation, Line
from rules.errors import BadInput
from rules.sheets import SPARE_ROWS, Section, Trait, with_room


@dataclass(frozen=True, slots=True)
class Budget:
    """What a sheet has spent of the creation budget. `creation` is None if it cannot be read; `sentence` says why."""

    creation: Creation | None
    is_free: bool
    sentence: str = ""

    @property
    def unnumbered(self) -> tuple[Line, ...]:
        """The parts for which the sources name no number. Nothing can be over or missing in them."""
        return tuple(line for line in self.creation.lines if line.is_free) if self.creation else ()

    @property
    def untouched(self) -> tuple[str, ...]:
        """The unnumbered parts that are still empty."""
        return tuple(line.title for line in self.unnumbered if not line.spent)


def _place_of(trait: Trait) -> str:
    """Return the first part of the trait's key: the place of the sheet that declares it."""
    return trait.key.partition(".")[0]


def _list_own(layout: Iterable[Section], own: Collection[str], closed: Collection[str]) -> Iterator[Section]:
    """Yield what the player of a character that is made may write: what a scene changes, and the places of `own`.

    The places of `closed` are the Storyteller's alone.
    """
    for section in layout:
        places = ((one, _place_of(one)) for one in section.traits)
        kept = tuple(one for one, place in places if place not in closed and (section.scene or place in own))
        if kept:
            yield replace(section, traits=kept)


class SheetForm:
    """The form that edits a character: the record around the sheet, and the sheet's traits."""

    def __init__(self, character: Character, membership: Membership, posted: QueryDict | None) -> None:
        self.character = character
        self.membership = membership
        self.record = CharacterForm(character, access.is_storyteller(membership), posted)
        rules = get_system(character.series.system).sheets
        rows = {} if posted is None else count_rows(posted)
        powers = rows.pop("powers", 0)
        self.is_locked = character.settled and not access.is_storyteller(membership)
        self.waiting = find_waiting(character) if self.is_locked else None
        written = rules.parse(words_in_waiting(character, self.waiting))
        sheet = with_room(written, {name: count + SPARE_ROWS for name, count in rows.items()})
        layout = with_power_rows(rules, sheet, rules.layout(sheet), powers + SPARE_ROWS)
        asked = rules.kept_by("asked", sheet)
        self.asked = {one.title for one in layout if any(_place_of(trait) in asked for trait in one.traits)}
        own = {*asked, *rules.kept_by("player", sheet)}
        self.sections = (
            tuple(_list_own(layout, own, rules.kept_by("storyteller", sheet))) if self.is_locked else tuple(layout)
        )
        self.typed = (
            {} if posted is None else {**read_traits(self.sections, posted, is_whole=True), **self._removed(posted)}
        )
        self.errors: dict[str, str] = {}
        self.refusal = ""
        self.saved = character

    def _removed(self, posted: QueryDict) -> dict[str, Any]:
        """Return the list entries to remove, each with an empty value."""
        known = {row.entry for group in read_groups(self.sections) for row in group.rows if row.entry}
        return {entry: {} for entry in posted.getlist("remove") if entry in known}

    @property
    def groups(self) -> tuple[Group, ...]:
        """The sections with typed values and errors."""
        return tuple(spread(read_groups(self.sections, self.typed, self.errors)))

    @property
    def notes(self) -> list[BoundField]:
        """The fields of the record below the sheet."""
        return [field for field in self.record if field.name not in ("version", "name")]

    @property
    def has_described(self) -> bool:
        """Whether something typed waits for the Storyteller once it is saved."""
        return bool(split_described(self.membership, self.character, self.typed)[1])

    @property
    def is_refused(self) -> bool:
        """Whether something typed was not saved."""
        return bool(self.refusal or self.errors or self.record.errors)

    @property
    def first_error(self) -> str:
        """The first error of the sheet, for the top of the page."""
        return next(iter(self.errors.values()), "")

    @property
    def budget(self) -> Budget | None:
        """The budget of the sheet as typed. None for a settled character."""
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
        creation = check_budget(series, get_system(series.system).sheets.parse(sheet))
        return Budget(creation, self._is_free, sentence)

    @property
    def _is_free(self) -> bool:
        return bool(self.record["made_freely"].value())

    def save(self) -> int:
        """Save the character. Return 200, or the HTTP status of the refusal that the page then shows."""
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
