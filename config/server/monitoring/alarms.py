"""E-mails to the host (`STORYWHEEL_ADMINS`): the program failed, or there is no good backup.

An e-mail about an error says what the log says: its kind and where in the code it happened. It holds no form data,
cookies, headers or exception messages, because these can quote people.
"""

import logging
import threading
import time
from collections.abc import Hashable

from django.conf import settings
from django.core.mail import mail_admins
from django.utils.log import AdminEmailHandler

from campaigns.core.site_url import get_site_url
from config.server.monitoring.logs import describe, scrub
from config.server.monitoring.version import describe_version

SILENCE = 3600.0
"""Seconds in which a process reports an error of one kind at one place once."""
MAX_EMAILS = 10
"""The most e-mails about errors that a process sends in that time."""
THREAD = "letter to the host"
"""The name of the threads that send e-mails."""


class ErrorEmailHandler(AdminEmailHandler):
    """A log handler that e-mails the admins. It sends in a thread, so that the request does not wait."""

    def __init__(self) -> None:
        super().__init__(include_html=False)
        self._sent_at: dict[Hashable, float] = {}
        self._lock = threading.Lock()

    def emit(self, record: logging.LogRecord) -> None:
        """Send an e-mail, unless this error was reported already or there were too many."""
        if settings.DEBUG or not settings.ADMINS:
            return
        kind, text = _name(record), _write(record)
        if self._is_new((kind, describe(record))):
            threading.Thread(
                target=self.send_mail, args=(kind, text), kwargs={"fail_silently": True}, name=THREAD
            ).start()

    def _is_new(self, key: Hashable) -> bool:
        now = time.monotonic()
        with self._lock:
            self._sent_at = {kind: at for kind, at in self._sent_at.items() if now - at < SILENCE}
            if key in self._sent_at or len(self._sent_at) >= MAX_EMAILS:
                return False
            self._sent_at[key] = now
            return True


def _name(record: logging.LogRecord) -> str:
    """Return the kind of error. Without an exception it is the message before its arguments are filled in."""
    if record.exc_info and record.exc_info[0]:
        return record.exc_info[0].__name__
    return scrub(str(record.msg)).splitlines()[0]


def _write(record: logging.LogRecord) -> str:
    request = getattr(record, "request", None)
    lines = [
        f"{get_site_url()}, Storywheel {describe_version()}, process {record.process}",
        f"{record.levelname} of {record.name}",
        scrub(f"{request.method} {request.path}") if request else "",
        describe(record),
        "Each process reports an error of this kind once an hour. The log has all of them.",
    ]
    return "\n\n".join(line for line in lines if line)


def email_admins(subject: str, text: str) -> None:
    """E-mail all admins, if there are any. Raises what the mail server raises."""
    mail_admins(subject, f"{text}\n\n{get_site_url()}, Storywheel {describe_version()}")
