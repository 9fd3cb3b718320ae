"""Template filters and tags that write moments: of the series' clock in its calendar, and of the real one."""

from collections.abc import Mapping
from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_noop

from campaigns.calendar.calendar import DAY, format_moment, parse_calendar
from campaigns.chronicle.tree import describe_time
from campaigns.core.days import say_days
from campaigns.core.language import translate
from campaigns.core.parts import Part
from campaigns.core.timezone import format_timezone
from campaigns.models import Absence, Series

register = template.Library()

WITH_YEAR: Mapping[str, str] = {
    gettext_noop("l j E, H:i"): gettext_noop("l j E Y, H:i"),
    gettext_noop("D j N, H:i"): gettext_noop("D j N Y, H:i"),
    gettext_noop("j E, H:i"): gettext_noop("j E Y, H:i"),
}
"""How a moment near to now is written, and how one of another year is, in the signs of Django's `date` filter."""


@register.filter
def moment_in(clock: int | None, series: Series) -> str:
    """Return a time of the series' clock in its own calendar. A dash for None."""
    return "–" if clock is None else translate(format_moment(clock, parse_calendar(series.calendar)))


@register.filter
def day_in(clock: int, series: Series) -> str:
    """Return the day of a time of the series' clock, in its own calendar."""
    return translate(parse_calendar(series.calendar).format_day(clock // DAY))


@register.filter
def time_in(part: Part, series: Series) -> str:
    """Return when a part of the series happens, in its calendar and its Storyteller's words."""
    return translate(describe_time(part, parse_calendar(series.calendar)))


@register.filter(expects_localtime=True)
def near_date(moment: datetime, form: str) -> str:
    """Return a moment in a form of `WITH_YEAR`, with its year where it is not this year's."""
    is_this_year = moment.year == timezone.localdate().year
    return date_format(moment, gettext(form if is_this_year else WITH_YEAR[form]), use_l10n=False)


@register.filter
def days_away(absence: Absence) -> str:
    """Return the days of an absence, as they were announced: "28 November to 2 December"."""
    return say_days(absence.first_day, absence.last_day)


@register.simple_tag
def clock_of() -> str:
    """Return the name of the time zone in which moments are printed here."""
    return format_timezone(timezone.get_current_timezone())
