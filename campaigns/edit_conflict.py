"""Detect edit conflicts: two people who edit the same record at once.

A form carries the fingerprint of the record from which it was drawn. If the record has another one when the form is
sent, the save is refused and the form shows both versions.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django import forms
from django.core.exceptions import FieldDoesNotExist
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import ManyToManyField, Model, QuerySet
from django.utils.translation import gettext as _

from campaigns.language import tell
from campaigns.refusals import Stale

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
        raise Stale(_("Somebody changed this while you wrote. Save again to put yours in place of theirs."), record)


class EditConflictForm(forms.Form):
    """A form that carries the fingerprint of its record, and shows what others wrote."""

    theirs: Sequence[tuple[str, str]] = ()
    """What others wrote meanwhile: label and text of each field that differs from what was typed here."""

    def watch(self, record: Model, names: Sequence[str]) -> None:
        """Add the record's fingerprint to the form as a hidden field."""
        self.fields[SEEN_FIELD] = forms.CharField(
            widget=forms.HiddenInput, required=False, max_length=64, initial=fingerprint(record, names)
        )

    @contextmanager
    def catch_conflict(self, record: Model, names: Sequence[str]) -> Iterator[None]:
        """Save the record inside this block. If it raises `Stale`, the form then shows what others wrote."""
        try:
            yield
        except Stale as conflict:
            self.show_theirs(conflict.record or record, names)
            raise

    def show_theirs(self, record: Model, names: Sequence[str]) -> None:
        """Show what the record holds now, and take its fingerprint: sending the form again overwrites the record."""
        data: Any = self.data
        data = data.copy()
        data[SEEN_FIELD] = fingerprint(record, names)
        self.data = data
        stored = {name: value for name, value in self.read_record(record, names).items() if name in self.fields}
        changed = {name: value for name, value in stored.items() if _text(value) != _text(self.read_typed(name))}
        self.theirs = [(str(self[name].label), self.say_value(name, value)) for name, value in changed.items()]

    def read_record(self, record: Model, names: Sequence[str]) -> dict[str, Any]:
        """Return what the record holds for each field of the form."""
        return {name: stored_value(record, name) for name in names}

    def read_typed(self, name: str) -> Any:
        """Return what was typed here for a field, to compare it with what the record holds."""
        return self.cleaned_data.get(name)

    def say_value(self, name: str, value: Any) -> str:
        """Return a value of the record in words, for people who compare it with theirs."""
        field = self.fields[name]
        choices: Any = getattr(field, "choices", ())
        if isinstance(field, forms.ModelChoiceField):
            rows = choices.queryset.model.objects.filter(pk__in=value if isinstance(value, list) else [value])
            return ", ".join(field.label_from_instance(row) for row in rows)
        if isinstance(field, forms.BooleanField):
            return _("Yes") if value else _("No")
        if isinstance(field, forms.ChoiceField):
            words: dict[str, Any] = {str(key): label for key, label in choices if not isinstance(label, list | tuple)}
            chosen = value if isinstance(value, list) else [value]
            return ", ".join(str(tell(words.get(str(key), str(key)))) for key in chosen)
        return "" if value is None else str(value)


def _text(value: Any) -> str:
    """Return a value as a browser would send it, to compare what was typed with what is stored."""
    return "" if value is None else str(plain(value))
