"""What somebody saw of a record when its form was drawn, so that nobody writes over words that they have not read."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from django import forms
from django.db.models import Model
from django.utils.translation import gettext as _

from campaigns.refusals import Stale

SEEN_FIELD = "seen"


def fingerprint(record: Model, names: Sequence[str]) -> str:
    """A short mark of what these fields of a record hold."""
    return hashlib.sha256(json.dumps([getattr(record, name) for name in names]).encode()).hexdigest()[:32]


def require_unchanged(record: Model, names: Sequence[str], seen: str) -> None:
    """Refuse to change what is another thing than was seen; an empty mark asks for nothing."""
    if seen and seen != fingerprint(record, names):
        raise Stale(_("Somebody changed this while you wrote. Save again to put yours in place of theirs."))


class EditConflictForm(forms.Form):
    """A form over a record that others may be changing too. It carries the mark of what it was drawn from."""

    theirs: Sequence[tuple[str, str]] = ()
    """What others wrote meanwhile, with the label of its field, where it differs from what was typed here."""

    def watch(self, record: Model, names: Sequence[str]) -> None:
        """Carry the mark of the record as it is now."""
        self.fields[SEEN_FIELD] = forms.CharField(
            widget=forms.HiddenInput, required=False, max_length=64, initial=fingerprint(record, names)
        )

    @contextmanager
    def catch_conflict(self, record: Model, names: Sequence[str]) -> Iterator[None]:
        """Write the record inside: where it is stale, the form is drawn anew beside what stands there now."""
        try:
            yield
        except Stale:
            record.refresh_from_db(fields=list(names))
            self._show_theirs(record, names)
            raise

    def _show_theirs(self, record: Model, names: Sequence[str]) -> None:
        """Sent again, what stands there now was seen."""
        self.data = {name: self.data[name] for name in self.data} | {SEEN_FIELD: fingerprint(record, names)}
        words = [(name, getattr(record, name)) for name in names if isinstance(getattr(record, name), str)]
        self.theirs = [(str(self[name].label), text) for name, text in words if text != self.cleaned_data.get(name)]
