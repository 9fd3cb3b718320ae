"""The one way in which a record is saved, and the one in which it is deleted."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Model

from campaigns.core.edit_conflict import plain, require_unchanged, stored_value
from campaigns.core.locks import locked_series
from campaigns.core.quotas import FEW_WORDS, count_letters, require_storage_room
from campaigns.core.records.kind import RecordKind, Row, Save
from campaigns.models import Membership


def save_record(
    kind: RecordKind[Row],
    membership: Membership,
    row: Row,
    values: Mapping[str, Any],
    *,
    beside: Mapping[str, Any] | None = None,
    seen: str = "",
) -> Row:
    """Store a new record or change one, with the series locked, and return it as it is stored.

    Raises `Stale` if what is written no longer has the fingerprint `seen`, and `Refused` if the record was deleted, if
    there are too many, or if the series has no room for what is added.
    """
    beside, is_new = kind.prepare(beside or {}), row.pk is None
    if is_new and not kind.watches_new:
        _require_room(kind, Save(membership, membership.series, row, dict(values), beside, is_new))
    with locked_series(membership) as series:
        fresh = kind.begin(series, row) if is_new else kind.find(series, row)
        kind.require_writer(membership, fresh)
        if kind.watched or not _is_same(fresh, values):
            require_unchanged(fresh, [*values, *kind.watched], seen)
        save = Save(membership, series, fresh, dict(values), beside, fresh.pk is None)
        if not is_new or kind.watches_new:
            _require_room(kind, save)
        kind.write(save)
    return fresh


def remove_record(kind: RecordKind[Row], membership: Membership, row: Row) -> None:
    """Delete a record, with the series locked. Raises `Refused` if it is gone already, or must stay."""
    with locked_series(membership) as series:
        fresh = kind.find(series, row)
        kind.require_writer(membership, fresh)
        kind.require_removable(membership, fresh)
        fresh.delete()


def _is_same(row: Model, values: Mapping[str, Any]) -> bool:
    """Whether a record holds these values already, so that nobody's words are lost."""
    return all(plain(stored_value(row, name)) == plain(value) for name, value in values.items())


def _require_room(kind: RecordKind[Row], save: Save[Row]) -> None:
    """Raise `Refused` if the series has no room: for a new record, or for more than a few words in one that exists."""
    before = {} if save.is_new else {name: stored_value(save.row, name) for name in save.values}
    longer = count_letters(save.values) - count_letters(before) + kind.count_files(save)
    if (save.is_new and not kind.watches_new) or longer > FEW_WORDS:
        require_storage_room(save.series, longer)
