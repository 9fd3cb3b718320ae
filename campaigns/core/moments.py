"""Moments of the real world in sentences: stored once, and written for each reader in her own time zone and words."""

from collections.abc import Iterable
from datetime import UTC, datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from campaigns.core.timezone import format_timezone
from rules.text import Text, join, verbatim

NEAR, WITH_YEAR = gettext_noop("l j E, H:i"), gettext_noop("l j E Y, H:i")
MARK = " UTC"
"""Ends each moment in the English of a sentence that was not written for anybody yet."""
MESSAGE = "{words} UTC"


def say_moment(at: datetime) -> Text:
    """Return a moment for a sentence: "Friday 4 December, 18:00 UTC", until `localise` writes it for a reader."""
    there = at.astimezone(UTC)
    return Text("{words} UTC", words=f"{there:%A} {there.day} {there:%B, %H:%M}", at=there.isoformat())


def say_moments(moments: Iterable[datetime]) -> Text:
    """Return moments one after the other."""
    return join("; ", map(say_moment, moments))


def localise(text: Text) -> Text:
    """Return a sentence with its moments in the active time zone and language: "Friday 4 December, 20:00 (Europe/...)".

    Anything else in it stays.
    """
    if MARK not in text:
        return text
    if text.message == MESSAGE and "at" in text.values:
        return verbatim(_write(text))
    values = {name: localise(value) if isinstance(value, Text) else value for name, value in text.values.items()}
    return text.with_values(values) if values != text.values else text


def _write(text: Text) -> str:
    try:
        at = datetime.fromisoformat(str(text.values["at"])).astimezone(timezone.get_current_timezone())
    except ValueError:
        return str(text)
    form = NEAR if at.year == timezone.localdate().year else WITH_YEAR
    zone = format_timezone(timezone.get_current_timezone())
    return f"{date_format(at, _(form), use_l10n=False)} ({zone})"
