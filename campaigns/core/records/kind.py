"""Kinds of records: how many a series may have, and what is checked and done when one is saved or deleted.

A kind is declared once, with the services of its matter (`campaigns.threads.services.THREADS`). Everything here is
called with the series locked, but for `prepare`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from django.db.models import Model, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from campaigns.core.access import require_storyteller
from campaigns.core.edit_conflict import plain
from campaigns.core.refusals import Refused
from campaigns.models import Character, Known, KnownTo, Membership, Scene, Series, Story, Subject

Row = TypeVar("Row", bound=Model)
PATHS_TO_SERIES: Mapping[type[Model], str] = {
    Story: "series",
    Scene: "episode__story__series",
    Character: "series",
    Subject: "series",
}
"""The lookups that lead to the series of what a record may be related to."""


@dataclass(frozen=True, slots=True)
class Save(Generic[Row]):
    """A record that is being saved, as it is now, and what was sent.

    `values`: fields of the model, relations among them. `beside`: what else its form sends, such as a picture.
    """

    membership: Membership
    series: Series
    row: Row
    values: dict[str, Any]
    beside: Mapping[str, Any]
    is_new: bool


class RecordKind(Generic[Row]):
    """What all records of one kind share. A matter overrides what its own does differently."""

    model: type[Row]
    most: int = 0
    """The most of them in a series; 0: each has a place of its own, as the one recap of a scene."""
    too_many: ClassVar[Promise | str] = ""
    """Why there can be no more, with `%(most)s` in it."""
    gone: ClassVar[Promise | str] = ""
    """What somebody reads whose record was deleted in the meantime."""
    watched: ClassVar[Mapping[str, str]] = {}
    """Columns that a file of the form changes, and which field that is: they are compared as well."""
    follows: ClassVar[tuple[str, ...]] = ()
    """Columns that `check` sets from others."""
    watches_new: ClassVar[bool] = False
    """Whether a record that is not stored yet can have been changed in the meantime, because its place has just one."""

    def require_writer(self, membership: Membership, row: Row) -> None:
        """Raise `PermissionDenied` if the member may not save or delete the record."""
        require_storyteller(membership)

    def list_rows(self, series: Series, row: Row) -> QuerySet[Row]:
        """Return the rows among which the record is one, and which count for the limit."""
        rows: QuerySet[Row] = QuerySet(self.model)
        return rows.filter(series=series)

    def find(self, series: Series, row: Row) -> Row:
        """Return a stored record as it is now, with its series. Raises `Refused` if it was deleted."""
        fresh = self.list_rows(series, row).filter(pk=row.pk).first()
        if fresh is None:
            raise Refused(str(self.gone), status=404)
        return fresh

    def begin(self, series: Series, row: Row) -> Row:
        """Return a new record. Raises `Refused` if there are too many already."""
        if self.most and self.list_rows(series, row).count() >= self.most:
            raise Refused(str(self.too_many) % {"most": self.most})
        return row

    def prepare(self, beside: Mapping[str, Any]) -> Mapping[str, Any]:
        """Work on what was sent beside the values before anything is locked: read a file, draw a picture."""
        return beside

    def count_files(self, save: Save[Row]) -> int:
        """Return by how many characters a file makes the record longer."""
        return 0

    def check(self, save: Save[Row]) -> None:
        """Raise `Refused` if the record, as it shall be stored, cannot be; set columns that follow from others."""

    def write(self, save: Save[Row]) -> None:
        """Store the values: columns first, then relations."""
        if issubclass(self.model, Known) and save.values.get("known_to", KnownTo.SOME) != KnownTo.SOME:
            save.values["knowers"] = ()
        require_related(save)
        many = {field.name for field in self.model._meta.many_to_many}
        columns = [name for name in save.values if name not in many]
        for name in columns:
            setattr(save.row, name, save.values[name])
        self.check(save)
        save.row.save(update_fields=None if save.is_new else [*columns, *self.follows])
        for name in many & save.values.keys():
            getattr(save.row, name).set(save.values[name])
        self.finish(save)

    def make(self, save: Save[Any], row: Row, values: Mapping[str, Any]) -> Row:
        """Store a new record that another one brings along."""
        new = self.begin(save.series, row)
        self.write(Save(save.membership, save.series, new, dict(values), {}, is_new=True))
        return new

    def finish(self, save: Save[Row]) -> None:
        """Do what follows once the record is stored: keep its picture, notify people."""

    def require_removable(self, membership: Membership, row: Row) -> None:
        """Raise `Refused` for a record that must stay; notify people whose record goes."""


def require_related(save: Save[Any]) -> None:
    """Raise `Refused` if a relation of what is saved leads out of the series, or to what was deleted."""
    for name, value in save.values.items():
        field = save.row._meta.get_field(name)
        model: Any = field.related_model
        path = PATHS_TO_SERIES.get(model)
        if path is None or value is None:
            continue
        keys = set(plain(value) if isinstance(value, Iterable) else [plain(value)])
        rows: QuerySet[Any] = QuerySet(model)
        if rows.filter(pk__in=keys, **{path: save.series}).count() != len(keys):
            raise Refused(_("That belongs to another series."), status=404, field=name)
