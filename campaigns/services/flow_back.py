"""What a fight changed for good, written to the sheets, and taken back when the table is rewound."""

from collections.abc import Mapping

from campaigns.models import Character, Series, User
from campaigns.services.sheet_changes import write_sheet
from rules.battle import Json
from rules.errors import BadInput
from rules.paths import read_path, write_path

Changes = Mapping[str, Mapping[str, tuple[Json, Json]]]
"""Per character key: sheet path to (value before, value after)."""


def apply_changes(series: Series, changes: Changes, user: User | None, why: str) -> None:
    """Write the values after. Call inside a transaction."""
    for character, paths in _locked(series, changes):
        _write(character, {path: after for path, (_before, after) in paths.items()}, user, why)


def restore_changes(series: Series, changes: Changes, user: User | None, why: str) -> None:
    """Write the values before, but where a person has changed the sheet since: theirs is the later word."""
    for character, paths in _locked(series, changes):
        still = {path: before for path, (before, after) in paths.items() if read_path(character.sheet, path) == after}
        _write(character, still, user, why)


def _locked(series: Series, changes: Changes) -> list[tuple[Character, Mapping[str, tuple[Json, Json]]]]:
    characters = Character.objects.select_for_update().filter(series=series, pk__in=[int(key) for key in changes])
    return [(character, changes[str(character.pk)]) for character in characters]


def _write(character: Character, values: Mapping[str, Json], user: User | None, why: str) -> None:
    sheet = character.sheet
    for path, value in values.items():
        try:
            sheet = write_path(sheet, path, value)
        except BadInput:
            continue  # the sheet lost this place since the fight began: there is nothing to write to
    write_sheet(character, sheet, user, why)
