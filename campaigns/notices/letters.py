"""E-mails with notices: one for one person, with all that is due to her."""

import smtplib
from collections.abc import Sequence
from contextlib import suppress
from itertools import groupby
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage, get_connection
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.core.language import translate
from campaigns.core.site_url import get_site_url
from campaigns.core.timezone import parse_timezone
from campaigns.models import Delivery, Notice, NoticeSettings, User
from campaigns.notices.outcome import Outcome, State
from rules.text import isolate_name, list_names

SALT = "campaigns.notices.stop"
MAX_SUBJECT = 150


def make_stop_token(user: User) -> str:
    """Return the signed word with which anybody who has it can end the e-mails of notices to this person."""
    return signing.dumps(user.pk, salt=SALT)


def parse_stop_token(token: str) -> int | None:
    """Return the key of the person whose e-mails a signed word ends. None for one that is not ours."""
    try:
        return int(signing.loads(token, salt=SALT))
    except signing.BadSignature:
        return None


def send_letter(user: User, chosen: NoticeSettings | None, deliveries: Sequence[Delivery]) -> Outcome:
    """Send a person an e-mail with these notices. They must not be empty."""
    language = chosen.language if chosen and chosen.language else settings.LANGUAGE_CODE
    zone = parse_timezone(chosen.zone if chosen else "")
    with translation.override(language), timezone.override(zone):
        letter = write_letter(user, deliveries)
    connection = get_connection()
    try:
        connection.open()
    except (OSError, smtplib.SMTPException) as error:  # before anything was said: it is sent another time
        return Outcome(State.LATER, type(error).__name__)
    try:
        connection.send_messages([letter])
    except smtplib.SMTPRecipientsRefused as error:
        lasting = all(code >= 500 for code, _said in error.recipients.values())
        return Outcome(State.REFUSED if lasting else State.LATER, "recipient refused")
    except smtplib.SMTPResponseException as error:
        return Outcome(State.REFUSED if error.smtp_code >= 500 else State.LATER, f"SMTP {error.smtp_code}")
    except (OSError, smtplib.SMTPException) as error:
        return Outcome(State.UNKNOWN, type(error).__name__)
    finally:
        _close(connection)
    return Outcome(State.SENT)


def _close(connection: Any) -> None:
    """Say goodbye. What goes wrong then changes nothing about the letter."""
    with suppress(OSError, smtplib.SMTPException):
        connection.close()


def write_letter(user: User, deliveries: Sequence[Delivery]) -> EmailMessage:
    """Return the e-mail in the active language. Its Message-ID is always the same for the same deliveries."""
    site, notices = get_site_url(), [delivery.notice for delivery in deliveries]
    stop = f"{site}{reverse('notices_stop', args=[make_stop_token(user)])}"
    end = [
        _("Choose which emails you get: %(url)s") % {"url": f"{site}{reverse('notice_choices')}"},
        _("Unsubscribe: %(url)s") % {"url": stop},
    ]
    text = "\n\n".join([*_write_series(notices, site), "-- \n" + "\n".join(end)])
    host = urlsplit(site).hostname or "localhost"
    return EmailMessage(
        subject=f"{settings.EMAIL_SUBJECT_PREFIX}{_write_subject(notices)}",
        body=text,
        to=[user.email],
        headers={
            "Message-ID": f"<notice-{deliveries[0].pk}@{host}>",
            "Auto-Submitted": "auto-generated",
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
    )


def _write_subject(notices: Sequence[Notice]) -> str:
    """Return one line: the notice itself, or how many there are."""
    if len(notices) == 1:
        return _shorten(f"{isolate_name(notices[0].series.name)}: {translate(notices[0].words)}")
    names = list_names(dict.fromkeys(notice.series.name for notice in notices))
    subject = ngettext("%(count)s notification: %(names)s", "%(count)s notifications: %(names)s", len(notices))
    return _shorten(subject % {"count": len(notices), "names": names})


def _shorten(text: str) -> str:
    """Return one line that ends with a whole word, and says so where it leaves something out."""
    line = " ".join(text.split())
    if len(line) <= MAX_SUBJECT:
        return line
    start = line[:MAX_SUBJECT].rpartition(" ")[0]
    return f"{start if len(start) > MAX_SUBJECT // 2 else line[: MAX_SUBJECT - 1]}…"  # not every language has blanks


def _write_series(notices: Sequence[Notice], site: str) -> list[str]:
    """Return a paragraph for each series, and below it one for each of its notices, with a link."""
    paragraphs = []
    ordered = sorted(notices, key=lambda notice: (notice.series.name, notice.series_id, notice.pk))
    for _key, group in groupby(ordered, key=lambda notice: notice.series_id):
        there = list(group)
        paragraphs.append(there[0].series.name)
        paragraphs += [f"{translate(notice.words)}\n{site}{reverse('notice', args=[notice.pk])}" for notice in there]
    return paragraphs
