"""The values in a downtime's result, as the Storyteller edits them."""

from typing import Any

from django.http import QueryDict

from campaigns.models import DowntimeResult
from campaigns.sheets.groups import Place
from campaigns.sheets.json import Unreadable, parse_traits, traits_of, with_values
from rules import get_system
from rules.recovery import HealingProgress
from rules.sheets import Section, Trait
from rules.text import EMPTY

BEGUN = "begun"
"""The field for how far the next wound has healed."""


class ResultTraits:
    """The values of a result that the Storyteller may edit.

    `places` are those that the days changed. `others` are other traits that a scene may change, and how far the next
    wound has healed.
    """

    def __init__(self, result: DowntimeResult, posted: QueryDict | None = None) -> None:
        character = result.character
        system = get_system(character.series.system)
        after = with_values(character.sheet, {path: pair[1] for path, pair in result.changes.items()})
        sheet = system.sheets.parse(after)
        layout = system.sheets.layout(sheet)
        passing = {trait.key for section in layout if section.scene for trait in section.traits}
        traits = [trait for trait in traits_of(layout) if trait.key in passing or trait.key in result.changes]
        self._begun = _begun_trait(system.recovery.begun(sheet, result.carry))
        section = Section(EMPTY, (*traits, *self._begun))
        self._read = {} if posted is None else parse_traits((section,), posted)
        places = [_place(trait, self._read.get(trait.key, trait.value)) for trait in section.traits]
        self.places = [place for place in places if place.trait.key in result.changes]
        self.others = [place for place in places if place.trait.key not in result.changes]

    @property
    def is_typed_elsewhere(self) -> bool:
        """Whether something was typed into one of the `others`."""
        return any(place.trait.key in self._read for place in self.others)

    @property
    def begun(self) -> int | None:
        """How far the next wound has healed. None if no wound heals in parts."""
        value = self._read.get(BEGUN, next((trait.value for trait in self._begun), None))
        return value if isinstance(value, int) else None

    @property
    def values(self) -> dict[str, Any]:
        """The values that were typed, by path."""
        read = ((key, value) for key, value in self._read.items() if key != BEGUN)
        return {key: value for key, value in read if not isinstance(value, Unreadable)}

    @property
    def refusal(self) -> str:
        """The first sentence about a value that cannot be read."""
        return next((value.sentence for value in self._read.values() if isinstance(value, Unreadable)), "")


def _begun_trait(begun: HealingProgress | None) -> tuple[Trait, ...]:
    if begun is None:
        return ()
    return (Trait(BEGUN, begun.label, "number", begun.value, 0, begun.high, rule=begun.rule),)


def _place(trait: Any, value: Any) -> Place:
    if isinstance(value, Unreadable):
        return Place(trait, trait.value, value.sentence)
    return Place(trait, value)
