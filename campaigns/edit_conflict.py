"""Detect edit conflicts: two people who edit the same record at once.

A form carries the fingerprint of the record from which it was drawn. If the record has another one when the form is
sent, the save is refused and the form shows both texts.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django import forms
from django.db.models import Model
from django.utils.translation import gettext as _

from campaigns.refusals import Stale

SEEN_FIELD = "seen"


def fingerprint(record: Model, names: Sequence[str]) -> str:
    """Return a short hash of these fields of a record."""
    return hashlib.sha256(json.dumps([getattr(record, name) for name in names]).encode()).hexdigest()[:32]


def require_unchanged(record: Model, names: Sequence[str], seen: str) -> None:
    """Raise `Stale` if the record no longer has the fingerprint `seen`. An empty one is not checked."""
    if seen and seen != fingerprint(record, names):
        raise Stale(_("Somebody changed this while you wrote. Save again to put yours in place of theirs."))


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
        except Stale:
            record.refresh_from_db(fields=list(names))
            self.show_theirs(record, names)
            raise

    def show_theirs(self, record: Model, names: Sequence[str]) -> None:
        """Show what the record holds now, and take its fingerprint: sending the form again overwrites the record."""
        self.data = {name: self.data[name] for name in self.data} | {SEEN_FIELD: fingerprint(record, names)}
        written = [(name, getattr(record, name)) for name in names if type(getattr(record, name)) in (str, int)]
        changed = [(name, value) for name, value in written if value != self.cleaned_data.get(name)]
        self.theirs = [(str(self[name].label), self.say_value(name, value)) for name, value in changed]

    def say_value(self, name: str, value: Any) -> str:
        """Return a value of the record in words, for people who compare it with theirs."""
        return str(value)
