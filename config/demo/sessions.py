"""The demo's sessions: one that the group still seeks a date for, and one that was played."""

from datetime import timedelta

from django.utils import timezone

from campaigns.models import Attendee, Reply, Series, Session, SessionAnswer, SessionDate
from config.demo.people import People


def make_sessions(series: Series, people: People) -> None:
    """Create both sessions, with dates around now."""
    evening = timezone.now().replace(hour=17, minute=0, second=0, microsecond=0)
    asked = Session.objects.create(series=series, words="At Mira’s, bring dice")
    for days, reply in ((9, Reply.MAYBE), (10, Reply.YES)):
        date = SessionDate.objects.create(session=asked, starts_at=evening + timedelta(days=days))
        SessionAnswer.objects.create(date=date, user=people["jonas"], reply=reply)
    last_week = evening - timedelta(days=7)
    played = Session.objects.create(series=series, starts_at=last_week)
    SessionDate.objects.create(session=played, starts_at=last_week)
    for name in ("petra", "mira", "jonas"):
        Attendee.objects.create(session=played, user=people[name], name=name)
