"""What a row of the file is made of: each column writes its part of the row, and takes that part back at an import."""

from base64 import b64decode
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import models

from campaigns.core.refusals import Refused
from campaigns.models import KnownTo, Scene, Story
from config.transfer.places import ImportState, Part, Places
from config.transfer.rows import parse_past, write_row
from config.transfer.saving import pick, save
from rules.names import clean_values

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

Data = Mapping[str, Any]
"""A row of the file."""
Store = Callable[[Any, bytes, tuple[int, ...]], None]
SUBJECT_KEY = "subject:"
"""How the keys of people and places begin. Those of characters are bare numbers."""


class Reference(NamedTuple):
    """How the file names something: `write` takes its key here, `find` returns the key of what was imported."""

    write: Callable[[int, Places], Any]
    find: Callable[[Any, ImportState], int]


def _by_key(prefix: str) -> Reference:
    def find(name: Any, imported: ImportState) -> int:
        return int(imported.keys[f"{prefix}{int(name)}"].removeprefix(prefix))

    return Reference(lambda key, places: key, find)


def _by_place(kind: type[Part]) -> Reference:
    name = kind.__name__.lower()
    return Reference(lambda key, places: places[name, key], lambda place, imported: imported.find_part(kind, place).pk)


CHARACTER, SUBJECT = _by_key(""), _by_key(SUBJECT_KEY)
STORY, SCENE = _by_place(Story), _by_place(Scene)


class Column:
    """A part of a row. At an import `fill` comes before the row is saved, and `keep` directly afterwards."""

    related: tuple[str, ...] = ()
    """What is loaded with the rows that are written."""

    def write(self, row: Any, places: Places) -> dict[str, Any]:
        """Return this part of a row, for the file."""
        raise NotImplementedError

    def fill(self, row: Any, data: Data, imported: ImportState) -> None:
        """Set the values of a row that is not yet saved."""

    def keep(self, row: Any, data: Data, imported: ImportState) -> None:
        """Store what belongs to a saved row."""

    def connect(self, row: Any, data: Data, imported: ImportState) -> None:
        """Connect a saved row with others, all of which exist by now."""


@dataclass(frozen=True)
class Fields(Column):
    """Fields that the file has as they are. Times have passed by the clock here."""

    names: tuple[str, ...]

    def write(self, row: Any, places: Places) -> dict[str, Any]:
        return write_row(row, self.names)

    def fill(self, row: Any, data: Data, imported: ImportState) -> None:
        for name, value in pick(type(row), data, self.names).items():
            setattr(row, name, _parse_value(row._meta.get_field(name), value))


def _parse_value(field: Any, value: Any) -> Any:
    """Return the value of a field as a row has it."""
    if isinstance(field, models.DateTimeField) and value is not None:
        return parse_past(value)
    return clean_values(value) if isinstance(field, models.JSONField) else value


@dataclass(frozen=True)
class Id(Column):
    """The key by which the file names a row, and with the prefix the logs."""

    prefix: str

    def write(self, row: Any, places: Places) -> dict[str, Any]:
        return {"id": row.pk}

    def keep(self, row: Any, data: Data, imported: ImportState) -> None:
        key = f"{self.prefix}{int(data['id'])}"
        if key in imported.keys:
            raise ValueError
        imported.keys[key] = f"{self.prefix}{row.pk}"


class StoredFile(Column):
    """A picture or file, which `transfer.parse` has redrawn. It is stored in a row of its own.

    `store` gets the saved row, the bytes, and the size of a picture.
    """

    def __init__(self, name: str, field: str, store: Store, *sizes: str) -> None:
        self.name, self.field, self.store, self.sizes, self.related = name, field, store, sizes, (name,)

    def write(self, row: Any, places: Places) -> dict[str, Any]:
        return {self.name: getattr(getattr(row, self.name, None), self.field, ""), **write_row(row, self.sizes)}

    def keep(self, row: Any, data: Data, imported: ImportState) -> None:
        self.store(row, b64decode(data[self.name]), tuple(int(data[size]) for size in self.sizes))


@dataclass(frozen=True)
class One(Column):
    """A reference that may be empty. `late`: what it names is imported after the row."""

    name: str
    kind: Reference
    late: bool = False

    def write(self, row: Any, places: Places) -> dict[str, Any]:
        key = getattr(row, f"{self.name}_id")
        return {self.name: None if key is None else self.kind.write(key, places)}

    def fill(self, row: Any, data: Data, imported: ImportState) -> None:
        if not self.late and data[self.name] is not None:
            setattr(row, f"{self.name}_id", self.kind.find(data[self.name], imported))

    def connect(self, row: Any, data: Data, imported: ImportState) -> None:
        if self.late and data[self.name] is not None:
            setattr(row, f"{self.name}_id", self.kind.find(data[self.name], imported))
            row.save(update_fields=[self.name])


class Many(Column):
    """References to several rows, in order."""

    def __init__(self, name: str, kind: Reference) -> None:
        self.name, self.kind, self.related = name, kind, (name,)

    def write(self, row: Any, places: Places) -> dict[str, Any]:
        return {self.name: sorted(self.kind.write(other.pk, places) for other in getattr(row, self.name).all())}

    def connect(self, row: Any, data: Data, imported: ImportState) -> None:
        getattr(row, self.name).set([self.kind.find(name, imported) for name in data[self.name]])


class KnownBy(Many):
    """Who knows of a row."""

    def __init__(self) -> None:
        super().__init__("knowers", CHARACTER)

    def write(self, row: Any, places: Places) -> dict[str, Any]:
        return {"known_to": row.known_to, **super().write(row, places)}

    def fill(self, row: Any, data: Data, imported: ImportState) -> None:
        row.known_to = KnownTo(data["known_to"])


@dataclass(frozen=True)
class RowKind:
    """A kind of row: its model, its columns in the order of the file, and how many rows a list may have.

    `too_many` is the sentence for a longer list. `check` refuses a row that its fields alone would allow.
    """

    model: type[models.Model]
    columns: tuple[Column, ...]
    most: int
    too_many: "str | _StrPromise"
    check: Callable[[Any], None] = lambda row: None

    def write_all(self, rows: "models.Manager[Any]", places: Places) -> list[dict[str, Any]]:
        """Return these rows for the file, oldest first."""
        related = [name for column in self.columns for name in column.related]
        return [self.write(row, places) for row in rows.prefetch_related(*related).order_by("pk")]

    def write(self, row: models.Model, places: Places) -> dict[str, Any]:
        """Return a row for the file."""
        return {name: value for column in self.columns for name, value in column.write(row, places).items()}

    def save_all(self, rows: Sequence[Data], imported: ImportState, **values: Any) -> list[models.Model]:
        """Save the rows of a file. `values`: what the file does not say. Raises `Refused` if there are too many."""
        if len(rows) > self.most:
            raise Refused(self.too_many % {"count": len(rows), "most": self.most}, status=413)
        return [self._save(data, imported, values) for data in rows]

    def _save(self, data: Data, imported: ImportState, values: Data) -> models.Model:
        row = self.model(series=imported.series, **values)
        for column in self.columns:
            column.fill(row, data, imported)
        self.check(row)
        save(row)
        for column in self.columns:
            column.keep(row, data, imported)
        return row

    def connect_all(self, made: Iterable[models.Model], rows: Sequence[Data], imported: ImportState) -> None:
        """Connect saved rows with the other rows that the file names. All of those must exist."""
        for row, data in zip(made, rows, strict=True):
            for column in self.columns:
                column.connect(row, data, imported)

    def import_all(self, rows: Sequence[Data], imported: ImportState, **values: Any) -> None:
        """Save the rows of a file, and connect them at once."""
        self.connect_all(self.save_all(rows, imported, **values), rows, imported)
