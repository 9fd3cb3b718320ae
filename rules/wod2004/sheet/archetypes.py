"""Ready sheets, and the same character as a nameless extra."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from rules.battle import Json
from rules.codec import encode
from rules.errors import BadInput
from rules.wod2004.sheet import derived
from rules.wod2004.sheet.model import Sheet
from rules.wod2004.sheet.parse import parse
from rules.wod2004.traits import table

ROWS: Final[Mapping[str, Mapping[str, Any]]] = table("archetypes")
ARCHETYPES: Final[Mapping[str, str]] = {key: row["label"] for key, row in ROWS.items()}


def blank(archetype: str) -> dict[str, Json]:
    """A legal sheet as JSON, complete, with full Willpower. Raises `BadInput` for an unknown archetype."""
    if archetype not in ROWS:
        raise BadInput("unknown_archetype", f"There is no archetype {archetype[:40]!r}. Known: {', '.join(ROWS)}.")
    row = {key: value for key, value in ROWS[archetype].items() if key != "label"}
    return _encode(_rest(parse(row)))


def as_extra(sheet: Sheet) -> dict[str, Json]:
    """The same character as a nameless extra: few boxes, no Willpower to spend (WD-225)."""
    extra = replace(sheet, extra=True, willpower_points=0)
    boxes = derived.health(extra).total
    wounds = "".join(mark for mark in sheet.health if mark != ".")
    return _encode(replace(extra, health="".join(sorted(wounds, key="ALB".index))[:boxes]))


def _rest(sheet: Sheet) -> Sheet:
    return replace(sheet, willpower_points=derived.willpower(sheet).total, health="." * derived.health(sheet).total)


def _encode(sheet: Sheet) -> dict[str, Json]:
    encoded: dict[str, Json] = encode(sheet)
    return encoded
