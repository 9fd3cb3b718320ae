"""Forms of sessions: proposed dates, in the time zone in which the form was drawn."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.edit_conflict import EditConflictForm
from campaigns.models import Session
from campaigns.services.sessions import EDITABLE
from campaigns.timezone import TIMEZONE_FIELD, parse_timezone

OFFERED = {"date_1": _("First date"), "date_2": _("Second date"), "date_3": _("Third date"), "date_4": _("Fourth date")}
"""The fields of proposed dates, with their labels."""
USUAL, LENGTHS = 240, range(60, 12 * 60 + 1, 30)
"""The minutes that a session takes, unless another length is chosen, and those to choose from."""
EARLIEST, LATEST = timedelta(days=366), timedelta(days=3653)
"""How far before and after now a date may be. Others are taken for typing errors."""


def say_length(minutes: int) -> str:
    """Return a length in hours: "3.5 h"."""
    return f"{minutes / 60:g} h"


class SessionForm(EditConflictForm):
    """A session: its words and length, and dates to propose. Of a session that exists, further dates."""

    words = forms.CharField(label=_("Where, and what to bring"), max_length=200, required=False)

    def __init__(self, session: Session | None = None, data: Mapping[str, Any] | None = None) -> None:
        known = {name: getattr(session, name) for name in EDITABLE} if session else {"minutes": USUAL}
        super().__init__(data, initial=known)
        lengths = sorted({*LENGTHS, known["minutes"]})
        self.fields["minutes"] = forms.TypedChoiceField(
            label=_("How long"), choices=[(length, say_length(length)) for length in lengths], coerce=int
        )
        self._is_new = session is None
        for name, label in OFFERED.items():
            self.fields[name] = forms.DateTimeField(
                label=label,
                required=False,
                widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
                error_messages={"invalid": _("Give a day and an hour, as 2026-12-24 18:00.")},
            )
        if session:
            self.watch(session, EDITABLE)
        else:
            only = _("Fixed already: the first date is it, and nobody is asked")
            self.fields["fixed"] = forms.BooleanField(label=only, required=False)

    def full_clean(self) -> None:
        """Read the dates in the time zone of the drawn form."""
        with timezone.override(parse_timezone(self.data.get(TIMEZONE_FIELD, ""))):
            super().full_clean()

    def clean(self) -> dict[str, Any]:
        """Refuse dates that are far away, and a new session without any."""
        found = super().clean() or {}
        now = timezone.now()
        for name in OFFERED:
            if found.get(name) and not now - EARLIEST < found[name] < now + LATEST:
                self.add_error(name, _("Choose a moment within ten years."))
        if self._is_new and not self.errors and not self.dates:
            self.add_error("date_1", _("Propose at least one date."))
        return found

    def say_value(self, name: str, value: Any) -> str:
        """Tell the length in hours."""
        return say_length(value) if name == "minutes" else super().say_value(name, value)

    @property
    def dates(self) -> list[datetime]:
        """The dates that were given, in the order of the fields."""
        return [self.cleaned_data[name] for name in OFFERED if self.cleaned_data.get(name)]

    @property
    def values(self) -> dict[str, Any]:
        """The fields of the session. Only after `is_valid`."""
        return {"words": self.cleaned_data["words"], "minutes": self.cleaned_data["minutes"]}
