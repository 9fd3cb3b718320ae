"""When something may be sent to a person: outside her quiet hours, and the digest at her hour."""

from datetime import UTC, datetime, time, timedelta

from campaigns.core.timezone import parse_timezone
from campaigns.models import NoticeSettings

DIGEST_HOUR = 8
"""The hour of the digest for people who have chosen none, in UTC."""


def next_digest(settings: NoticeSettings | None, now: datetime) -> datetime:
    """Return when the next digest of a person is due."""
    if settings is None:
        return _next_moment(time(DIGEST_HOUR), "", now)
    return _next_moment(time(settings.digest_hour), settings.zone, now)


def is_quiet(settings: NoticeSettings | None, moment: datetime) -> bool:
    """Whether a moment lies in a person's quiet hours. Where they begin and end alike, there are none."""
    if settings is None or settings.quiet_from is None or settings.quiet_until is None:
        return False
    begins, ends = settings.quiet_from, settings.quiet_until
    local = moment.astimezone(parse_timezone(settings.zone)).time()
    return begins <= local < ends if begins <= ends else local >= begins or local < ends


def end_of_quiet(settings: NoticeSettings | None, now: datetime) -> datetime:
    """Return the first moment from `now` on that does not lie in a person's quiet hours."""
    if settings is None or settings.quiet_until is None or not is_quiet(settings, now):
        return now
    return _next_moment(settings.quiet_until, settings.zone, now)


def _next_moment(clock: time, zone_name: str, now: datetime) -> datetime:
    """Return when clocks in a zone show this time for the next time, after `now`.

    A time that a change to summer time leaves out is one hour later; of one that comes twice, the first that is ahead.
    """
    zone = parse_timezone(zone_name)
    today = now.astimezone(zone).date()
    moments = (
        datetime.combine(today + timedelta(days=days), clock, zone).replace(fold=fold).astimezone(UTC)
        for days in (0, 1)
        for fold in (0, 1)
    )
    return min(moment for moment in moments if moment > now)
