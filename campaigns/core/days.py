"""Days of the real calendar in words, in the reader's language."""

from datetime import date

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

NEAR, WITH_YEAR = gettext_noop("j E"), gettext_noop("j E Y")
"""How a day of this year is written, and one of another year, in the signs of Django's `date` filter."""


def say_day(day: date) -> str:
    """Return a day, with its year where it is not this year's: "28 November"."""
    return date_format(day, _(NEAR if day.year == timezone.localdate().year else WITH_YEAR), use_l10n=False)


def say_days(first: date, last: date) -> str:
    """Return days from the first to the last: "28 November to 2 December"."""
    if first == last:
        return say_day(first)
    return _("%(first)s to %(last)s") % {"first": say_day(first), "last": say_day(last)}
