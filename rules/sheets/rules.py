"""What one game says of its sheets, to all who read and write them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.battle import Json
from rules.codec import encode
from rules.creation import Creation
from rules.errors import BadInput
from rules.pool import Breakdown
from rules.powers.model import PowerRules
from rules.sheets.layout import Part, lay_out
from rules.sheets.page import Section, Table
from rules.text import Text


def _no_arms(_sheet: Any) -> tuple[Table, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class SheetRules:
    """Sheets: `parse` is the only way from JSON to the system's Sheet, and refuses with `BadInput` naming the key.

    `archetypes`: key to label; `make(archetype)` is a new character of one, `make_extra(sheet)` the same character as
    an extra; `is_extra`: whether a sheet is one. `parts`: the sections of the page. `derived` are the values that
    follow from the traits, each with its why. `creation(sheet, options)` holds a new character against the book's
    budget. `arms`: weapons and armor with their figures, as they stand in these hands. `powers`: what the system
    understands of the powers that its sheets list, None where they list none.
    """

    archetypes: Mapping[str, Text]
    make: Callable[[str], Any]
    parse: Callable[[object], Any]
    parts: tuple[Part, ...]
    derived: Callable[[Any], tuple[Breakdown, ...]]
    make_extra: Callable[[Any], Any]
    creation: Callable[[Any, Any], Creation]
    arms: Callable[[Any], tuple[Table, ...]] = _no_arms
    powers: PowerRules | None = None
    is_extra: Callable[[Any], bool] = lambda sheet: bool(sheet.extra)

    def blank(self, archetype: str) -> dict[str, Json]:
        """A legal sheet of this archetype as JSON. Raises `BadInput` for one that is not in `archetypes`."""
        if archetype not in self.archetypes:
            told = {"name": repr(archetype[:40]), "known": ", ".join(self.archetypes)}
            sentence = Text("There is no archetype {name}. Known: {known}.", **told)
            raise BadInput("unknown_archetype", sentence, key="archetype")
        return self._write(self.parse(encode(self.make(archetype))))

    def as_extra(self, sheet: Any) -> dict[str, Json]:
        """The JSON of the same character as an extra."""
        return self._write(self.make_extra(sheet))

    def layout(self, sheet: Any) -> tuple[Section, ...]:
        """The sections of the editing page with the sheet's values."""
        return lay_out(self.parts, sheet)

    def _write(self, sheet: Any) -> dict[str, Json]:
        data: dict[str, Json] = encode(sheet)
        return data
