"""Points and training times in words."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.raising import DAY, WEEK


def describe_training(seconds: int) -> str:
    """Return a training time in words: "no training", "3 days", "28 weeks". From two weeks on it counts weeks."""
    if seconds <= 0:
        return _("no training")
    weeks, days = divmod(-(-seconds // DAY), WEEK // DAY)
    if weeks < 2:
        weeks, days = 0, weeks * (WEEK // DAY) + days
    parts = [ngettext("%(count)d week", "%(count)d weeks", weeks) % {"count": weeks}] if weeks else []
    if days:
        parts.append(ngettext("%(count)d day", "%(count)d days", days) % {"count": days})
    return " ".join(parts)


def describe_points(count: int) -> str:
    """Return points in words: "1 point", "12 points"."""
    return ngettext("%(count)d point", "%(count)d points", count) % {"count": count}


def describe_signed(count: int) -> str:
    """Return points with their sign: "+2", "−8"."""
    return f"+{count}" if count >= 0 else f"\N{MINUS SIGN}{-count}"
