"""A form field in which a moment of a series is picked: its date by the series' calendar, and the time of day."""

from datetime import time
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.calendar.calendar import DAY, MAX_YEAR, Calendar
from campaigns.core.language import translate

MAX_DAYS = 10_000 * 366
"""The most days of a series. A later moment is taken for a typing error."""
NUMBER = {"class": "in in--short"}


class MomentWidget(forms.MultiWidget):
    """The parts of a date side by side: a day, month and year, or a counted day; then the time of day."""

    use_fieldset = True

    def __init__(self, calendar: Calendar, now: int, has_time: bool) -> None:
        self._calendar, self._now, self._has_time = calendar, now, has_time
        super().__init__(
            [*_date_widgets(calendar), *([_labelled_time()] if has_time else [])], {"class": "in in--short"}
        )

    def decompress(self, value: int | None) -> list[Any]:
        """Return what each part shows. Without a moment only the day is empty: month and year are those of now."""
        day, seconds = divmod(self._now if value is None else value, DAY)
        parts: list[Any] = [day + 1]
        if not self._calendar.counts_days:
            month = self._calendar.find_month(day)
            parts = [day - month.first + 1, month.number, month.year]
        if value is None:
            parts[0] = ""
        at = "" if value is None else time(seconds // 3600, seconds // 60 % 60)
        return [*parts, at] if self._has_time else parts


def _date_widgets(calendar: Calendar) -> list[forms.Widget]:
    if calendar.counts_days:
        return [forms.NumberInput({"min": 1, "max": MAX_DAYS, "aria-label": _("Day")})]
    longest = 31 if calendar.start else max(days for _name, days in calendar.months)
    days = [("", "–"), *((n, n) for n in range(1, longest + 1))]
    months = [(n, translate(name)) for n, name in enumerate(calendar.month_names, start=1)]
    return [
        forms.Select({"aria-label": _("Day")}, days),
        forms.Select({"aria-label": _("Month")}, months),
        forms.NumberInput({"min": 0, "max": MAX_YEAR, "aria-label": _("Year")}),
    ]


def _labelled_time() -> forms.TimeInput:
    return forms.TimeInput({"type": "time", "aria-label": _("Time of day")}, format="%H:%M")


class MomentField(forms.MultiValueField):
    """Reads a moment as seconds of the series' clock, or None if no day is chosen. `now` is the clock, in seconds."""

    def __init__(
        self, calendar: Calendar, now: int, *, has_time: bool = True, required: bool = False, **more: Any
    ) -> None:
        self._calendar, self._has_time = calendar, has_time
        parts: list[forms.Field] = [forms.IntegerField(required=False) for _each in _date_widgets(calendar)]
        if has_time:
            parts.append(forms.TimeField(required=False))
        widget = MomentWidget(calendar, now, has_time)
        super().__init__(parts, widget=widget, require_all_fields=False, required=required, **more)

    def compress(self, values: list[Any]) -> int | None:
        """Return the moment. Raises `ValidationError` if the calendar has no such day, or if the series began later."""
        *parts, at = [*values, None] if values and not self._has_time else values or [None, None]
        if parts[0] is None:
            return None
        day = parts[0] - 1 if self._calendar.counts_days else self._find_day(*parts)
        if not 0 <= day < MAX_DAYS:
            raise forms.ValidationError(_("Choose a day on or after day 1 of the series."))
        return int(day * DAY + (at.hour * 3600 + at.minute * 60 if at else 0))

    def _find_day(self, day: int, month: int | None, year: int | None) -> int:
        is_whole = month is not None and year is not None and 0 <= year <= MAX_YEAR + MAX_DAYS
        found = self._calendar.count_days(year or 0, month or 0, day) if is_whole else None
        if found is None:
            raise forms.ValidationError(_("That month does not have that day."))
        return found


def keep_exact(entered: int | None, stored: int | None, step: int) -> int | None:
    """Return the stored moment if the one that was entered shows the same: a form picks days or minutes (`step`)."""
    return stored if stored is not None and entered == stored - stored % step else entered
