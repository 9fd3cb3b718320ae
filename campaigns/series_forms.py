"""Forms of a series: its name and notes, clock, calendar, and the options of its game."""

from datetime import time
from typing import Any, get_args, get_type_hints

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.calendar import DAY, MAX_MONTHS, MAX_NAME, MAX_YEAR, Calendar, parse_calendar
from campaigns.edit_conflict import SEEN_FIELD, EditConflictForm
from campaigns.language import tell
from campaigns.models import Series
from campaigns.services.clock import CALENDAR, MAX_SECONDS
from campaigns.services.series import EDITABLE, OPTIONS
from campaigns.systems import system_choices
from campaigns.visible import require_visible
from campaigns.widgets import MarkdownArea
from rules import get_system
from rules.battle import Field
from rules.codec import decode
from rules.settings import option_fields


class SeriesForm(EditConflictForm):
    """Name, tone and house notes. The game system is only asked for a new series."""

    name = forms.CharField(label=_("Name"), max_length=120, validators=[require_visible])
    system = forms.ChoiceField(
        label=_("Game system"), choices=system_choices, help_text=_("It stays for good: every sheet is written for it.")
    )
    tone = forms.CharField(max_length=200, required=False, help_text=_("What the group is in for, in a line."))
    house_notes = forms.CharField(
        label=_("House notes"),
        max_length=20_000,
        required=False,
        widget=MarkdownArea(6),
        help_text=_("House rules and notes for all. Markdown."),
    )

    def __init__(self, series: Series | None = None, data: Any = None) -> None:
        super().__init__(data, initial={name: getattr(series, name) for name in self.base_fields} if series else None)
        if series:
            del self.fields["system"]
            self.watch(series, EDITABLE)


class RemoveForm(forms.Form):
    """The name of a series, typed to confirm that it is to be removed."""

    name = forms.CharField(
        label=_("The series’ name"),
        max_length=200,
        help_text=_("Type it, so that nobody does this by accident."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class ClockForm(forms.Form):
    """The series' clock, and how long its prompts wait."""

    day = forms.IntegerField(
        label=_("Day"),
        min_value=1,
        max_value=MAX_SECONDS // DAY,
        help_text=_("Day 1 is the first of the series. Training moves with the clock; healing takes a downtime."),
    )
    time = forms.TimeField(label=_("Time of day"), widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"))
    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0, required=False)
    """The clock when the form was drawn."""
    prompt_seconds = forms.IntegerField(
        label=_("Seconds to answer a prompt"),
        min_value=0,
        max_value=3600,
        help_text=_("Then the book’s default answer is taken. 0: the table waits as long as it takes."),
    )

    def __init__(self, series: Series, data: Any = None) -> None:
        minutes = series.clock // 60
        now = {"day": series.clock // DAY + 1, "time": time(minutes // 60 % 24, minutes % 60)}
        super().__init__(data, initial={**now, SEEN_FIELD: series.clock, "prompt_seconds": series.prompt_seconds})

    @property
    def seconds(self) -> int | None:
        """The clock as entered, in seconds since the series began. None if it was not changed."""
        at, seen = self.cleaned_data["time"], self.cleaned_data[SEEN_FIELD]
        entered = int((self.cleaned_data["day"] - 1) * DAY + at.hour * 3600 + at.minute * 60 + at.second)
        return None if seen is not None and entered == seen - seen % 60 else entered

    def see(self, clock: int) -> None:
        """Put the new clock into the form, so that sending it again sets the clock all the same."""
        self.data = {name: self.data[name] for name in self.data} | {SEEN_FIELD: clock}


class CalendarForm(EditConflictForm):
    """Names of months, weekdays and years: one name a line, months with their number of days."""

    months = forms.CharField(
        label=_("Months"),
        max_length=4000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=_("One a line, with its days: Rushmonth 28. Without months the days are counted."),
    )
    weekdays = forms.CharField(
        label=_("Weekdays"),
        max_length=4000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("One a line. The first is the weekday of day 1."),
    )
    era = forms.CharField(
        label=_("Before the year"), max_length=MAX_NAME, required=False, help_text=_("As in RY 768 or Year 3.")
    )
    first_year = forms.IntegerField(label=_("The year of day 1"), min_value=0, max_value=MAX_YEAR, initial=1)

    def __init__(self, series: Series, data: Any = None) -> None:
        now = parse_calendar(series.calendar)
        months = "\n".join(f"{name} {days}" for name, days in now.months)
        first = {"months": months, "weekdays": "\n".join(now.weekdays), "era": now.era, "first_year": now.first_year}
        super().__init__(data, initial=first)
        self.watch(series, CALENDAR)

    def clean_months(self) -> tuple[tuple[str, int], ...]:
        """Return the name and days of each line."""
        lines = _lines(self.cleaned_data["months"])
        parts = [line.rpartition(" ") for line in lines]
        if any(not name.strip() or not (days.isascii() and days.isdecimal()) for name, _space, days in parts):
            raise forms.ValidationError(_("Each month has a line: its name, and how many days it has."))
        months = tuple((name.strip(), int(days[:9])) for name, _space, days in parts)
        if len(months) > MAX_MONTHS or any(not 1 <= days <= 1000 or len(name) > MAX_NAME for name, days in months):
            raise forms.ValidationError(_("A month has 1 to 1000 days and a short name; a year at most 60 months."))
        return months

    def clean_weekdays(self) -> tuple[str, ...]:
        """Return the names."""
        names = tuple(_lines(self.cleaned_data["weekdays"]))
        if len(names) > MAX_MONTHS or any(len(name) > MAX_NAME for name in names):
            raise forms.ValidationError(_("A week has at most 60 days with short names."))
        return names

    @property
    def calendar(self) -> Calendar:
        """The calendar. Only after `is_valid`."""
        values = self.cleaned_data
        return Calendar(values["months"], values["weekdays"], values["era"], values["first_year"])


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


class OptionsForm(EditConflictForm):
    """The options of the rules that a series may set, as the system describes them."""

    def __init__(self, series: Series, data: Any = None) -> None:
        super().__init__(data)
        system = get_system(series.system)
        self._options = system.options
        current: Any = decode(system.options, series.options)
        for one in option_fields(system.options, current):
            self.fields[one.name] = _option_field(one)
        self.watch(series, OPTIONS)

    @property
    def options(self) -> Any:
        """The options as entered, as the system's dataclass."""
        hints = get_type_hints(self._options)
        values = {
            name: next(word for word in get_args(hints[name]) if str(word) == value) if get_args(hints[name]) else value
            for name, value in self.cleaned_data.items()
            if name != SEEN_FIELD
        }
        return decode(self._options, values)


def _option_field(one: Field) -> forms.Field:
    told: dict[str, Any] = {"label": one.label, "initial": one.initial, "help_text": one.help}
    if one.kind == "flag":
        return forms.BooleanField(required=False, **told)
    if one.kind == "choice":
        return forms.ChoiceField(choices=[(choice.value, tell(choice.label)) for choice in one.choices], **told)
    return forms.IntegerField(min_value=one.low, max_value=one.high, **told)
