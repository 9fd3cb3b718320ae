"""Forms of a downtime: days, the Storyteller's words, and moments."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.core.language import translate
from campaigns.core.records.form import RecordForm
from campaigns.core.timezone import TIMEZONE_FIELD, format_timezone, parse_timezone
from campaigns.core.widgets import MarkdownArea
from campaigns.downtime.changing import RESULTS
from campaigns.downtime.planning import MAX_TEXT, Plan, list_kinds
from campaigns.downtime.result_values import ResultTraits
from campaigns.downtime.results import after_values
from campaigns.models import Character, Doing, Downtime, DowntimeResult, Membership
from campaigns.sheets.changes import get_value
from campaigns.sheets.history import describe_moved
from campaigns.sheets.json import with_values

FARTHEST = timedelta(days=3653)
"""How far ahead a moment may be. A later one is taken for a typing error."""


class PlanForm(forms.Form):
    """Days of a downtime that a character spends in one way."""

    first = forms.IntegerField(label=_("From day"), min_value=1)
    last = forms.IntegerField(label=_("To day"), min_value=1)

    def __init__(self, downtime: Downtime, character: Character, data: Any = None, **first: Any) -> None:
        super().__init__(data, initial=first)
        self._downtime, self._character = downtime, character
        self.fields["kind"] = forms.ChoiceField(
            label=_("How"), choices=list(list_kinds(downtime).items()), widget=forms.RadioSelect
        )
        open_ones = [(project.pk, project.title) for project in character.projects.filter(outcome="")]
        self.fields["project"] = forms.TypedChoiceField(
            label=_("Project"), choices=[("", "–"), *open_ones], required=False, coerce=int, empty_value=None
        )
        self.fields["text"] = forms.CharField(
            label=_("Your action"), max_length=MAX_TEXT, required=False, widget=forms.Textarea(attrs={"rows": 2})
        )
        self.fields["secret"] = forms.CharField(
            label=_("Secret (only the Storyteller sees it)"),
            max_length=MAX_TEXT,
            required=False,
            widget=forms.Textarea(attrs={"rows": 2}),
            help_text=_("Storyteller only."),
        )
        for name in ("first", "last"):
            self.fields[name].widget.attrs["max"] = downtime.days

    def clean(self) -> dict[str, Any]:
        """Check that the last day is not before the first, and that a project gets days only by working at it."""
        values = super().clean() or {}
        if values.get("first") and values.get("last") and values["last"] < values["first"]:
            self.add_error("last", _("The last day must not be before the first."))
        if values.get("project") and values.get("kind") not in (None, Doing.PROJECT):
            self.add_error("project", _("Choose to work on a project, or choose no project."))
        return values

    @property
    def as_sent(self) -> "PlanForm":
        """The form as if it had been sent with its initial values."""
        sent = {name: value for name, value in self.initial.items() if value is not None}
        return PlanForm(self._downtime, self._character, sent)

    @property
    def typed(self) -> list[forms.BoundField]:
        """The fields with text in them, to copy from if the downtime closed in the meantime."""
        return [self[name] for name in ("text", "secret") if self[name].value()]

    @property
    def plan(self) -> Plan:
        """The plan. Only after `is_valid`."""
        values = self.cleaned_data
        days = values["last"] - values["first"] + 1
        project = values["project"] if values["kind"] == Doing.PROJECT else None
        return Plan(values["kind"], values["first"], days, project, values["text"], values["secret"])


class MomentForm(forms.Form):
    """A future moment, in the time zone in which the form was drawn, also if the browser's has changed since."""

    moment = forms.DateTimeField(
        required=False, error_messages={"invalid": _("Enter a date and time, such as 2026-12-24 18:00.")}
    )

    def __init__(self, data: Mapping[str, Any]) -> None:
        super().__init__(data)
        self.zone = parse_timezone(data.get(TIMEZONE_FIELD, ""))

    def full_clean(self) -> None:
        """Read the moment in that time zone."""
        with timezone.override(self.zone):
            super().full_clean()

    def clean_moment(self) -> datetime | None:
        """Refuse a moment that is too far ahead."""
        moment: datetime | None = self.cleaned_data["moment"]
        if moment is not None and moment > timezone.now() + FARTHEST:
            raise forms.ValidationError(_("Choose a moment within ten years."))
        return moment

    @property
    def fault(self) -> str:
        """The sentence that says what is wrong."""
        if self.has_error("moment", "ambiguous_timezone"):
            sentence = gettext("In the time zone %(zone)s that hour is skipped or occurs twice. Choose another.")
            return sentence % {"zone": format_timezone(self.zone)}
        return " ".join(map(str, self.errors["moment"]))


class ResultForm(RecordForm):
    """The Storyteller's words about the result of a downtime. `traits`: the values that she changes beside them."""

    record_kind = RESULTS
    words = forms.CharField(label=_("Note to the player"), max_length=5000, required=False, widget=MarkdownArea(4))
    secret_words = forms.CharField(
        label=_("Private note"),
        max_length=5000,
        required=False,
        widget=MarkdownArea(2),
        help_text=_("Only Storytellers can read it."),
    )

    class Meta:
        model = DowntimeResult
        fields = ("words", "secret_words")

    def __init__(self, membership: Membership, row: DowntimeResult, data: Any = None) -> None:
        super().__init__(membership, row, data)
        self.traits = ResultTraits(row, data)

    def clean(self) -> dict[str, Any]:
        """Refuse values that cannot be read."""
        found = super().clean() or {}
        if self.traits.refusal:
            raise forms.ValidationError(self.traits.refusal)
        return found

    @property
    def beside(self) -> dict[str, Any]:
        """The values that were typed. Only after `is_valid`."""
        return {"values": self.traits.values, "begun": self.traits.begun}

    def show_theirs(self, record: Any, names: Sequence[str]) -> None:
        """Show what the result holds now, with the values where others were typed here."""
        super().show_theirs(record, names)
        now = with_values(record.character.sheet, after_values(record))
        is_other = any(get_value(now, path) != value for path, value in self.traits.values.items())
        if is_other and (sheet := self.say_watched(record)) != self.theirs:
            self.theirs = [*self.theirs, *sheet]

    def say_watched(self, record: Any) -> list[tuple[str, str]]:
        """Say what the result holds now."""
        rows = describe_moved(record.character, record.changes)
        moved = "\n".join(f"{translate(row.label)}: {row.before} → {row.after}" for row in rows)
        return [(gettext("What the sheet will hold"), moved or gettext("Nothing changes on the sheet."))]
