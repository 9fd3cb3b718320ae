"""Write to the sheets what a fight changed for good, and take it back when the table is rewound."""

from collections.abc import Mapping

from campaigns.models import Character, Series, User
from campaigns.sheets.changes import write_sheet
from campaigns.sheets.json import canonical
from rules import get_system
from rules.battle import Json
from rules.errors import BadInput
from rules.paths import get_path, write_path

Changes = Mapping[str, Mapping[str, tuple[Json, Json]]]
"""Per character key: sheet path to (value before, value after)."""


def apply_changes(series: Series, changes: Changes, user: User | None, why: str) -> None:
    """Write the values after the fight. Call it inside a transaction."""
    for character, paths in _locked(series, changes):
        _write(character, {path: after for path, (_before, after) in paths.items()}, user, why)


def restore_changes(series: Series, changes: Changes, user: User | None, why: str) -> None:
    """Write the values before the fight back, except where a person has changed the sheet since. Call it inside a
    transaction."""
    for character, paths in _locked(series, changes):
        still = {path: before for path, (before, after) in paths.items() if _parse(character, path) == after}
        _write(character, still, user, why)


def _locked(series: Series, changes: Changes) -> list[tuple[Character, Mapping[str, tuple[Json, Json]]]]:
    characters = Character.objects.select_for_update(of=("self",)).select_related("series")
    found = characters.filter(series=series, pk__in=[int(key) for key in changes])
    return [(character, changes[str(character.pk)]) for character in found]


def _parse(character: Character, path: str) -> Json:
    try:
        return get_path(character.sheet, path)
    except BadInput:
        return None  # the sheet has lost this place since


def _write(character: Character, values: Mapping[str, Json], user: User | None, why: str) -> None:
    """Write the values to the sheet. If they do not fit together, write those that fit, in their order."""
    fitted = _fit(character, character.sheet, values)
    if fitted is None:
        fitted = character.sheet
        for path, value in values.items():
            fitted = _fit(character, fitted, {path: value}) or fitted
    write_sheet(character, fitted, user, why)


def _fit(character: Character, sheet: dict[str, Json], values: Mapping[str, Json]) -> dict[str, Json] | None:
    """Return the sheet with these values, or None if it has no such places or the rules refuse it."""
    try:
        if not sheet.keys() >= {path.partition(".")[0] for path in values}:  # stored before the sheet had such a place
            sheet = canonical(character.series.system, sheet)
        for path, value in values.items():
            sheet = write_path(sheet, path, value)
        get_system(character.series.system).sheets.parse(sheet)
    except BadInput:
        return None
    return sheet
