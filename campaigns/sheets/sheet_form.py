"""The form that edits a sheet, step by step or whole: traits, what was typed, the errors, and the creation budget."""

import hashlib
import json
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.forms import BoundField
from django.http import QueryDict

from campaigns.core import access
from campaigns.core.language import translate
from campaigns.core.refusals import Refused, Stale
from campaigns.experience.descriptions import find_waiting, split_described, words_in_waiting
from campaigns.models import Character, Membership
from campaigns.sheets.creation import check_budget
from campaigns.sheets.forms import CharacterForm
from campaigns.sheets.groups import Group, Place, build_groups, spread
from campaigns.sheets.json import Unreadable, count_rows, field_at_fault, fitting_sheet, parse_traits, traits_of
from campaigns.sheets.powers import with_power_rows
from campaigns.sheets.services import edit_character
from campaigns.sheets.steps import CHECK, find_next, list_fields, list_steps
from rules import get_system
from rules.creation import Creation, Line
from rules.errors import BadInput
from rules.sheets import SPARE_ROWS, Section, Trait, with_room
from rules.sheets.steps import Step

SEEN = "seen"
"""The form's field with the fingerprint of what it was drawn from."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What a sheet has spent of the creation budget. `creation` is None if it cannot be read; `sentence` says why.

    `step`: the key of the step on the screen.
    """

    creation: Creation | None
    is_free: bool
    sentence: str = ""
    step: str = ""

    @property
    def here(self) -> tuple[Line, ...]:
        """The parts that are spent in the step on the screen. None on the last one, which lists all of them."""
        if self.creation is None or self.step in ("", CHECK.key):
            return ()
        return tuple(line for line in self.creation.lines if line.step in ("", self.step))

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
        places = ((trait, _place_of(trait)) for trait in section.traits)
        kept = tuple(trait for trait, place in places if place not in closed and (section.scene or place in own))
        if kept:
            yield replace(section, traits=kept)


class SheetForm:
    """The form that edits a character: the record around the sheet, and the sheet's traits.

    `step` is what it shows, None for everything. It reads all that is posted, whatever it shows.
    """

    def __init__(self, character: Character, membership: Membership, posted: QueryDict | None, step: str = "") -> None:
        self.character = character
        self.membership = membership
        self._rules = get_system(character.series.system).sheets
        rows = {} if posted is None else count_rows(posted)
        powers = rows.pop("powers", 0)
        self.is_locked = character.settled and not access.is_storyteller(membership)
        self.waiting = find_waiting(character) if self.is_locked else None
        self._written = self._rules.parse(words_in_waiting(character, self.waiting))
        sheet = with_room(self._written, {name: count + SPARE_ROWS for name, count in rows.items()})
        self.sections = self._lay_out(sheet, powers + SPARE_ROWS)
        asked = self._rules.kept_by("asked", sheet)
        self.asked = {
            section.title for section in self.sections if any(_place_of(trait) in asked for trait in section.traits)
        }
        self.steps = list_steps(self.sections, is_made=character.settled)
        self.step = next((candidate for candidate in self.steps if candidate.key == step), None)
        fields = list_fields(self.step, self.steps)
        self.record = CharacterForm(character, access.is_storyteller(membership), posted, fields)
        self.typed = (
            {} if posted is None else {**parse_traits(self.sections, posted, is_whole=True), **self._removed(posted)}
        )
        self._seen_before = "" if posted is None else posted.get(SEEN, "")
        self.errors: dict[str, str] = {}
        self.refusal = ""
        self.is_stale = False
        self.saved = character

    def _lay_out(self, sheet: Any, powers: int = 0) -> tuple[Section, ...]:
        """Return the sections that this member may write in. `powers`: the fewest rows for powers."""
        layout = with_power_rows(self._rules, sheet, self._rules.layout(sheet), powers)
        if not self.is_locked:
            return tuple(layout)
        own = {*self._rules.kept_by("asked", sheet), *self._rules.kept_by("player", sheet)}
        return tuple(_list_own(layout, own, self._rules.kept_by("storyteller", sheet)))

    def _removed(self, posted: QueryDict) -> dict[str, Any]:
        """Return the list entries to remove, each with an empty value."""
        known = {row.entry for group in build_groups(self.sections) for row in group.rows if row.entry}
        return {entry: {} for entry in posted.getlist("remove") if entry in known}

    def _shown(self, sections: Iterable[Section]) -> tuple[Section, ...]:
        return tuple(section for section in sections if self.step is None or section.step == self.step)

    @property
    def groups(self) -> tuple[Group, ...]:
        """The sections on the screen, with typed values and errors."""
        shown = (section for section in self._shown(self.sections) if section.traits)
        groups = build_groups(shown, self.typed, self.errors)
        return (
            *spread([group for group in groups if not group.is_rare]),
            *(group for group in groups if group.is_rare),
        )

    @property
    def first_fields(self) -> list[BoundField]:
        """The fields of the record above the traits."""
        return [field for field in self.record if field.name == "name"]

    @property
    def notes(self) -> list[BoundField]:
        """The fields of the record below the traits. A reason is for traits that last."""
        has_lasting = any(not section.scene for section in self._shown(self.sections))
        left_out = {"version", "name", *(() if has_lasting else ("why",))}
        return [field for field in self.record if field.name not in left_out]

    @property
    def next(self) -> Step | None:
        """The step that the main button leads to."""
        return find_next(self.step, self.steps, is_made=self.character.settled) if self.step else None

    @property
    def number(self) -> int:
        """The number of the step, from 1."""
        return self.steps.index(self.step) + 1 if self.step else 0

    @property
    def is_last(self) -> bool:
        """Whether this is the step that finishes the character."""
        return self.step == CHECK

    @property
    def seen(self) -> str:
        """A fingerprint of what is on the screen, as it is stored."""
        sections = self._shown(self._lay_out(self._written))
        traits = [[trait.key, trait.value] for trait in traits_of(sections)]
        record = [str(getattr(self.character, name, "")) for name in self.record.fields if name != "version"]
        return hashlib.sha256(json.dumps([traits, record], default=str).encode()).hexdigest()[:32]

    @property
    def theirs(self) -> list[tuple[str, str]]:
        """What the sheet says now wherever something else is typed: label and words."""
        found = [
            (f"{translate(section.title)}: {translate(trait.label)}", translate(Place(trait, trait.value).shown))
            for section in self._shown(self.sections)
            for trait in section.traits
            if trait.key in self.typed
        ]
        texts = [(field.label, getattr(self.character, field.name, "")) for field in self.record if self._is_new(field)]
        return [*found, *((str(label), str(text)) for label, text in texts)]

    def _is_new(self, field: BoundField) -> bool:
        known = getattr(self.character, field.name, None)
        return field.name != "version" and known is not None and self.record.cleaned_data.get(field.name) != known

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
        step = self.step.key if self.step else ""
        unreadable = (value.sentence for value in self.typed.values() if isinstance(value, Unreadable))
        sentence = next(unreadable, "")
        typed = {key: value for key, value in self.typed.items() if not isinstance(value, Unreadable)}
        series = self.character.series
        try:
            sheet = fitting_sheet(series.system, self.character.sheet, typed)
        except BadInput as error:
            return Budget(None, self._is_free, sentence or error.sentence, step)
        return Budget(check_budget(series, self._rules.parse(sheet)), self._is_free, sentence, step)

    @property
    def _is_free(self) -> bool:
        asks = "made_freely" in self.record.fields
        return bool(self.record["made_freely"].value() if asks else self.character.made_freely)

    def save(self) -> int:
        """Save the character. Return 200, or the HTTP status of the refusal that the page then shows."""
        self.errors = {key: value.sentence for key, value in self.typed.items() if isinstance(value, Unreadable)}
        if not self.record.is_valid() or self.errors:
            return 422
        if self.step and not self.typed and not any(map(self._is_new, self.record)):
            return 200
        values = dict(self.record.cleaned_data)
        version, why = values.pop("version"), values.pop("why", "")
        if self._seen_before == self.seen:  # what others changed since then is on another screen
            version = self.character.version
        try:
            self.saved = edit_character(self.membership, self.character, version, values, self.typed, why)
        except BadInput as error:
            return self._refuse(error)
        except Refused as refusal:
            self.refusal, self.is_stale = refusal.sentence, isinstance(refusal, Stale)
            return refusal.status
        return 200

    def _refuse(self, error: BadInput) -> int:
        key = field_at_fault(error, [trait.key for trait in traits_of(self._shown(self.sections))])
        if key:
            self.errors[key] = error.sentence
        else:
            self.refusal = error.sentence
        return 422
