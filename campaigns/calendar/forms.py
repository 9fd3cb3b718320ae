"""Forms of a series' calendar: its months, weekdays and moons, and the day to turn to."""

from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.calendar.calendar import DAY, MAX_MONTHS, MAX_NAME, MAX_YEAR, Calendar, dump_calendar, parse_calendar
from campaigns.calendar.moment_field import MomentField
from campaigns.calendar.moons import MAX_MOONS, MAX_PERIOD, Moon, real_moon
from campaigns.core.name_field import NameField
from campaigns.core.records.settings import SettingsForm
from campaigns.models import Series
from rules.names import clean_line

OUTSIDE = "*"
"""Begins the line of days that belong to no month."""
REAL = {"wod2004": "2004-01-01", "v20da": "1230-01-01"}
"""The games whose world is ours, with the date that the form suggests for day 1."""


class CalendarForm(SettingsForm):
    """The real calendar from a date on, or months, weekdays and years of the series' own; and its moons."""

    column = "calendar"
    start = forms.DateField(
        label=_("Day 1 in the real calendar"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=_("If you use the real calendar, leave months and weekdays empty."),
    )
    months = forms.CharField(
        label=_("Months"),
        max_length=4000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=_("One per line, with its days: Rushmonth 28. Days outside the months: * Calibration 5."),
    )
    weekdays = forms.CharField(
        label=_("Weekdays"),
        max_length=4000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("One per line. The first is the weekday of day 1."),
    )
    era = NameField(
        label=_("Label before the year"),
        max_length=MAX_NAME,
        required=False,
        help_text=_("The letters before the number: RY, or Year."),
    )
    first_year = forms.IntegerField(label=_("Year of day 1"), min_value=0, max_value=MAX_YEAR, initial=1)
    moons = forms.CharField(
        label=_("Moons"),
        max_length=1000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_(
            "One per line: name, days from new moon to new moon, and days since new on day 1: Silver Sister "
            "29.5 3. In the real calendar, just the name."
        ),
    )

    def offer(self) -> None:
        """Suggest the real calendar for a world that is ours."""
        super().offer()
        if not self.row.calendar and self.row.system in REAL:
            self.initial = {**self.initial, "start": REAL[self.row.system], "moons": str(_("Moon"))}

    def load_settings(self, series: Series) -> dict[str, Any]:
        """Return the calendar as one types it."""
        now = parse_calendar(series.calendar)
        return {
            "start": now.start,
            "months": "\n".join(_write_month(now, place) for place in range(len(now.months))),
            "weekdays": "\n".join(now.weekdays),
            "era": now.era,
            "first_year": str(now.first_year),
            "moons": "\n".join(_write_moon(now, moon) for moon in now.moons),
        }

    def typed_value(self, name: str) -> str:
        """Return what was typed, line by line."""
        return "\n".join(_lines(str(self[name].value() or "")))

    def clean_months(self) -> tuple[tuple[str, int], ...]:
        """Return the name and days of each line."""
        lines = _lines(self.cleaned_data["months"])
        parts = [line.rpartition(" ") for line in lines]
        if any(not name.strip(" *") or not (days.isascii() and days.isdecimal()) for name, _space, days in parts):
            raise forms.ValidationError(_("Each month needs a line: its name and its number of days."))
        months = tuple((name.strip(), int(days[:9])) for name, _space, days in parts)
        if len(months) > MAX_MONTHS or any(not 1 <= days <= 1000 or len(name) > MAX_NAME for name, days in months):
            raise forms.ValidationError(_("A month has 1 to 1000 days and a short name. A year has at most 60 months."))
        if months and all(name.startswith(OUTSIDE) for name, _days in months):
            raise forms.ValidationError(_("A year needs at least one month."))
        return months

    def clean_weekdays(self) -> tuple[str, ...]:
        """Return the names."""
        names = tuple(_lines(self.cleaned_data["weekdays"]))
        if len(names) > MAX_MONTHS or any(len(name) > MAX_NAME for name in names):
            raise forms.ValidationError(_("A week has at most 60 days, each with a short name."))
        return names

    def clean(self) -> dict[str, Any]:
        """Read the moons, and refuse a date beside months or weekdays."""
        found = super().clean() or {}
        if found.get("start") and (found.get("months") or found.get("weekdays")):
            self.add_error("start", _("Remove the date, or the months and weekdays below."))
        lines = _lines(found.get("moons", ""))
        moons = [_parse_moon(line, found.get("start")) for line in lines]
        if len(lines) > MAX_MOONS or None in moons:
            self.add_error(
                "moons", _("A moon needs a short name and two numbers: Silver Sister 29.5 3. At most 8 moons.")
            )
        return {**found, "moons": tuple(moon for moon in moons if moon)}

    @property
    def calendar(self) -> Calendar:
        """The calendar. Only after `is_valid`."""
        values = self.cleaned_data
        start = values["start"].isoformat() if values["start"] else ""
        months, moons = values["months"], values["moons"]
        if start:
            return Calendar(start=start, moons=moons)
        outside = tuple(place for place, (name, _days) in enumerate(months) if name.startswith(OUTSIDE))
        named = tuple((name.removeprefix(OUTSIDE).strip(), days) for name, days in months)
        return Calendar(named, values["weekdays"], values["era"], values["first_year"], outside, moons=moons)

    @property
    def settings(self) -> Any:
        """The calendar in its JSON form. Only after `is_valid`."""
        return dump_calendar(self.calendar)


class DayForm(forms.Form):
    """The day whose page of the calendar is to be shown."""

    def __init__(self, calendar: Calendar, now: int, day: int, data: Any = None) -> None:
        super().__init__(data)
        self.fields["at"] = MomentField(
            calendar, now, has_time=False, required=True, label=_("Go to"), initial=day * DAY
        )


def _write_month(calendar: Calendar, place: int) -> str:
    name, days = calendar.months[place]
    return f"{f'{OUTSIDE} ' if place in calendar.outside else ''}{name} {days}"


def _write_moon(calendar: Calendar, moon: Moon) -> str:
    is_real = calendar.start and moon == real_moon(moon.name, calendar.start)
    return moon.name if is_real else f"{moon.name} {moon.period:g} {moon.age:g}"


def _parse_moon(line: str, start: date | None) -> Moon | None:
    """Return the moon of a line, or None if it is none."""
    *words, period, age = ["", "", *line.split()]
    numbers = [_parse_number(period.rstrip(",")), _parse_number(age)]
    if start and None in numbers:
        return real_moon(line, start.isoformat()) if len(line) <= MAX_NAME else None
    name = " ".join(words).strip(" ,")
    if numbers[0] is None or numbers[1] is None or not 0 < len(name) <= MAX_NAME:
        return None
    is_sound = 1 <= numbers[0] <= MAX_PERIOD and 0 <= numbers[1] <= MAX_PERIOD
    return Moon(name, numbers[0], numbers[1]) if is_sound else None


def _parse_number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _lines(text: str) -> list[str]:
    return [*filter(None, map(clean_line, text.splitlines()))]
