"""The histories of sheets in the file: each change with its moment and its person’s name, oldest first."""

from collections.abc import Mapping, Sequence
from typing import Any

from campaigns.core.refusals import Refused
from campaigns.models import Character, SheetChange
from config.transfer.rows import read_past, write_row
from rules.names import clean_name, clean_values
from rules.text import Text

CHANGE = ("at", "why", "values")
MAX_CHANGES = 50_000
MAX_NAME = 150
BATCH = 500


def write_history(character: Character) -> list[dict[str, Any]]:
    """Return the changes of a sheet, which were loaded oldest first. One that undoes another names its place."""
    places = place_changes(character)
    return [
        {**write_row(one, CHANGE), "who": one.who, "undoes": places.get(one.undoes_id or 0)}
        for one in character.changes.all()
    ]


def place_changes(character: Character) -> dict[int, int]:
    """Return the place of each change of a sheet in its history, by key."""
    return {one.pk: place for place, one in enumerate(character.changes.all())}


def read_name(value: Any) -> str:
    """Return the name of somebody in the file as it is kept; older files have none. Raises `ValueError` for no name."""
    if not isinstance(value, str) or len(value) > MAX_NAME:
        raise ValueError
    return clean_name(value, MAX_NAME)


class HistoryImporter:
    """Imports histories, which older files lack. Ledgers and downtimes refer to their changes by place."""

    def __init__(self) -> None:
        self._count = 0
        self._kept: dict[int, list[SheetChange]] = {}

    def keep(self, character: Character, rows: Sequence[Mapping[str, Any]]) -> None:
        """Save the history of a sheet."""
        self._count += len(rows)
        if self._count > MAX_CHANGES:
            raise Refused(f"There are more than {MAX_CHANGES} changes of sheets in the file.", status=413)
        made = SheetChange.objects.bulk_create([_read(character, row) for row in rows], BATCH)
        undone: set[int] = set()
        for place, (change, row) in enumerate(zip(made, rows, strict=True)):
            change.at = read_past(row["at"])
            if (first := row["undoes"]) is not None:
                if type(first) is not int or not 0 <= first < place or first in undone:
                    raise ValueError
                undone.add(first)
                change.undoes = made[first]
        SheetChange.objects.bulk_update(made, ["at", "undoes"], BATCH)
        self._kept[character.pk] = made

    def find(self, character: Character, row: Mapping[str, Any], why: str) -> SheetChange | None:
        """Return the change that a purchase or a downtime wrote; of older files, made of its values now."""
        if (place := row.get("change")) is not None:
            return self._kept[character.pk][_check_place(place, len(self._kept[character.pk]))]
        if row["wrote"] is None:
            return None
        _check_values(row["wrote"])
        return SheetChange.objects.create(character=character, why=why, values=row["wrote"])


def _read(character: Character, row: Mapping[str, Any]) -> SheetChange:
    row = clean_values(row)
    _check_values(row["values"])
    change = SheetChange(character=character, values=row["values"], by_name=read_name(row["who"]))
    field = SheetChange._meta.get_field("why")
    change.why = field.clean(row["why"], change)
    if not isinstance(change.why, str | Text):
        raise TypeError
    return change


def _check_place(place: Any, limit: int) -> int:
    if type(place) is not int or not 0 <= place < limit:
        raise ValueError
    return place


def _check_values(values: Any) -> None:
    """Raise `ValueError` unless these are values before and after, by path."""
    if not isinstance(values, dict) or not all(isinstance(pair, list) and len(pair) == 2 for pair in values.values()):
        raise ValueError
