"""Detect edit conflicts: two people who edit the same record at once.

A form carries the fingerprint of the record from which it was drawn. If the record has another one when the form is
sent, the save is refused and the form shows both versions.
"""

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from django.core.exceptions import FieldDoesNotExist
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import ManyToManyField, Model, QuerySet
from django.utils.translation import gettext as _

from campaigns.core.refusals import Stale

SEEN_FIELD = "seen"


def fingerprint(record: Model, names: Sequence[str]) -> str:
    """Return a short hash of these fields of a record; relations count by the keys of what they lead to."""
    stored = [plain(stored_value(record, name)) for name in names]
    return hashlib.sha256(json.dumps(stored, cls=DjangoJSONEncoder).encode()).hexdigest()[:32]


def stored_value(record: Model, name: str) -> Any:
    """Return what a field of a record holds; of a relation, the keys."""
    try:
        field = record._meta.get_field(name)
    except FieldDoesNotExist:
        return getattr(record, name)
    if isinstance(field, ManyToManyField):
        return list(getattr(record, name).values_list("pk", flat=True)) if record.pk else []
    return getattr(record, getattr(field, "attname", name))


def plain(value: Any) -> Any:
    """Return a value with rows replaced by their keys, as a fingerprint and a comparison see it."""
    if isinstance(value, Model):
        return value.pk
    if isinstance(value, QuerySet | list | tuple | set):
        return sorted(map(plain, value), key=str)
    return value


def require_unchanged(record: Model, names: Sequence[str], seen: str) -> None:
    """Raise `Stale` if the record no longer has the fingerprint `seen`. An empty one is not checked."""
    if seen and seen != fingerprint(record, names):
        raise Stale(_("Someone changed this while you were editing. Save again to overwrite their version."), record)
