"""The histories of sheets in the file: each change with its moment and its person’s name, oldest first."""

from collections.abc import Mapping, Sequence
from typing import Any

from campaigns.core.refusals import Refused
from campaigns.models import Character, SheetChange
from config.transfer.rows import BATCH, create_at, number, parse_past, pick_row, write_row
from rules.names import clean_name, clean_values
from rules.text import Text

CHANGE = ("at", "why", "values")
MAX_CHANGES = 50_000
MAX_NAME = 150


def write_history(character: Character) -> list[dict[str, Any]]:
    """Return the changes of a sheet, which were loaded oldest first. One that undoes another names its place."""
    places = number(character.changes.all())
    return [
        {**write_row(change, CHANGE), "who": change.who, "undoes": places.get(change.undoes_id or 0)}
        for change in character.changes.all()
    ]


def parse_name(value: Any) -> str:
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
        made = create_at([_parse(character, row) for row in rows], [parse_past(row["at"]) for row in rows])
        undone: dict[int, SheetChange] = {}
        for place, row in enumerate(rows):
            if row["undoes"] is not None:
                made[place].undoes = pick_row(made, row["undoes"], before=place)
                if row["undoes"] in undone:
                    raise ValueError
                undone[row["undoes"]] = made[place]
        SheetChange.objects.bulk_update(undone.values(), ["undoes"], BATCH)
        self._kept[character.pk] = made

    def find(self, character: Character, row: Mapping[str, Any], why: str) -> SheetChange | None:
        """Return the change that a purchase or a downtime wrote; of older files, made of its values now."""
        if (place := row.get("change")) is not None:
            return pick_row(self._kept[character.pk], place)
        if row["wrote"] is None:
            return None
        _check_values(row["wrote"])
        return SheetChange.objects.create(character=character, why=why, values=row["wrote"])


def _parse(character: Character, row: Mapping[str, Any]) -> SheetChange:
    row = clean_values(row)
    _check_values(row["values"])
    change = SheetChange(character=character, values=row["values"], by_name=parse_name(row["who"]))
    field = SheetChange._meta.get_field("why")
    change.why = field.clean(row["why"], change)
    if not isinstance(change.why, str | Text):
        raise TypeError
    return change


def _check_values(values: Any) -> None:
    """Raise `ValueError` unless these are values before and after, by path."""
    if not isinstance(values, dict) or not all(isinstance(pair, list) and len(pair) == 2 for pair in values.values()):
        raise ValueError
