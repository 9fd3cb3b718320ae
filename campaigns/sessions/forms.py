"""Forms of sessions: proposed dates, in the time zone in which the form was drawn."""

from datetime import timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.core.records.form import RecordForm
from campaigns.core.timezone import TIMEZONE_FIELD, parse_timezone
from campaigns.models import Session
from campaigns.sessions.services import SESSIONS

OFFERED = {"date_1": _("First date"), "date_2": _("Second date"), "date_3": _("Third date"), "date_4": _("Fourth date")}
"""The fields of proposed dates, with their labels."""
LENGTHS = range(60, 12 * 60 + 1, 30)
"""The minutes that a session may take."""
EARLIEST, LATEST = timedelta(days=366), timedelta(days=3653)
"""How far before and after now a date may be. Others are taken for typing errors."""


def say_length(minutes: int) -> str:
    """Return a length in hours: "3.5 h"."""
    return f"{minutes / 60:g} h"


class SessionForm(RecordForm):
    """A session: its words and length, and dates to propose. Of a session that exists, further dates."""

    record_kind = SESSIONS
    fixed = forms.BooleanField(label=_("Skip voting: the first date is final"), required=False)
    field_order = ("words", "minutes", *OFFERED)

    class Meta:
        model = Session
        fields = ("words", "minutes")
        labels = {"words": _("Place, and what to bring")}

    def offer(self) -> None:
        """Offer lengths and dates."""
        lengths = [(length, say_length(length)) for length in sorted({*LENGTHS, self.row.minutes})]
        self.fields["minutes"] = forms.TypedChoiceField(label=_("Length"), choices=lengths, coerce=int)
        for name, label in OFFERED.items():
            self.fields[name] = forms.DateTimeField(
                label=label,
                required=False,
                widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
                error_messages={"invalid": _("Enter a date and time, such as 2026-12-24 18:00.")},
            )
        if self.row.pk:
            del self.fields["fixed"]
        self.order_fields(self.field_order)

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
        if not self.row.pk and not self.errors and not self.beside["dates"]:
            self.add_error("date_1", _("Propose at least one date."))
        return found

    @property
    def beside(self) -> dict[str, Any]:
        """The dates that were given, in the order of the fields, and whether the first is fixed."""
        dates = [self.cleaned_data[name] for name in OFFERED if self.cleaned_data.get(name)]
        return {"dates": dates, "fixed": self.cleaned_data.get("fixed")}
