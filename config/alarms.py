"""What the host is told by e-mail: that something failed in the program, or that there is no good backup.

Letters go to `STORYWHEEL_ADMINS`. Of an error they say what the log says: its kind and the places in the code. They
hold no form, no cookie, no header and no message of an exception, for these may quote anybody.
"""

import logging
import threading
import time
from collections.abc import Hashable

from django.conf import settings
from django.core.mail import mail_admins
from django.utils.log import AdminEmailHandler

from config import __version__
from config.logs import describe, scrub
from config.site_url import get_site_url

SILENCE = 3600.0
"""Seconds in which one kind of error, at one place, is told once by a process."""
MOST_LETTERS = 10
"""Letters about errors that a process sends in that time."""
THREAD = "letter to the host"
"""The name of a thread that sends one."""


class ErrorEmailHandler(AdminEmailHandler):
    """A handler of the log. Whoever met the error does not wait until the letter is gone."""

    def __init__(self) -> None:
        super().__init__(include_html=False)
        self._told: dict[Hashable, float] = {}
        self._lock = threading.Lock()

    def emit(self, record: logging.LogRecord) -> None:
        """Send a letter, if this is new and there were not too many."""
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
            self._told = {told: at for told, at in self._told.items() if now - at < SILENCE}
            if key in self._told or len(self._told) >= MOST_LETTERS:
                return False
            self._told[key] = now
            return True


def _name(record: logging.LogRecord) -> str:
    """The kind of error. Without an exception it is the message before anything is put into it."""
    if record.exc_info and record.exc_info[0]:
        return record.exc_info[0].__name__
    return scrub(str(record.msg)).splitlines()[0]


def _write(record: logging.LogRecord) -> str:
    request = getattr(record, "request", None)
    lines = [
        f"{get_site_url()}, Storywheel {__version__}, process {record.process}",
        f"{record.levelname} of {record.name}",
        scrub(f"{request.method} {request.path}") if request else "",
        describe(record),
        "An error of this kind is told once an hour by each process. The log has all of them.",
    ]
    return "\n\n".join(line for line in lines if line)


def tell_admins(subject: str, text: str) -> None:
    """Send a letter to all admins; where there are none, nothing. Raises what the mail server says."""
    mail_admins(subject, f"{text}\n\n{get_site_url()}, Storywheel {__version__}")
