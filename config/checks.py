"""Checks that a production server must pass to start. Each has a sentence that says what to set.

They are Django's deployment checks (`manage.py check --deploy`). The server and the background processes run them
before they start, too: with `STORYWHEEL_PRODUCTION=1` they are errors. Without it some are warnings, in place of those
of Django that name settings which nobody can set here (`SILENCED_SYSTEM_CHECKS`).
"""

import multiprocessing
import sys
from collections.abc import Sequence

from django.conf import settings
from django.core import checks
from django.core.checks import ERROR, CheckMessage, Error, Tags, register

LEAST_KEY_LENGTH = 50
LEAST_KEY_VARIETY = 10
EXAMPLE_KEY = "replace-me"
"""The beginning of the key in `deploy/storywheel.env.example`."""


def _error(number: int, sentence: str) -> list[CheckMessage]:
    return [Error(sentence, id=f"storywheel.E{number:03d}")]


def _warn(number: int, sentence: str) -> list[CheckMessage]:
    """Return an error; on a server that only friends reach, a warning."""
    if settings.PRODUCTION:
        return _error(number, sentence)
    return [checks.Warning(sentence, id=f"storywheel.W{number:03d}")]


def can_be_guessed(key: str) -> bool:
    """Whether a secret key is short, dull, or that of an example."""
    is_dull = len(key) < LEAST_KEY_LENGTH or len(set(key)) < LEAST_KEY_VARIETY
    return is_dull or key.startswith(("django-insecure-", EXAMPLE_KEY))


@register(Tags.security, deploy=True)
def check_secret_key(**_options: object) -> list[CheckMessage]:
    """Check that there is a secret key for all processes, and that it cannot be guessed."""
    if settings.PRODUCTION and not settings.GIVEN_SECRET_KEY:
        return _error(1, "SECRET_KEY is not set: put the output of `manage.py new_secret_key` into it.")
    if can_be_guessed(settings.GIVEN_SECRET_KEY or settings.SECRET_KEY):
        return _warn(2, "SECRET_KEY can be guessed: put the output of `manage.py new_secret_key` into it.")
    return []


@register(Tags.security, deploy=True)
def check_debug(**_options: object) -> list[CheckMessage]:
    """Check that DEBUG is off: its pages show settings and data to strangers."""
    if settings.DEBUG:
        return _warn(3, "DEBUG shows our insides to strangers: set DEBUG=0, or leave it out.")
    return []


@register(Tags.security, deploy=True)
def check_hosts(**_options: object) -> list[CheckMessage]:
    """Check that the host names are set. With any name allowed, other sites' pages could open our sockets."""
    if not settings.PRODUCTION:
        return []
    if not settings.GIVEN_HOSTS:
        return _error(4, "ALLOWED_HOSTS is not set: name the address of this server, as in table.example.org.")
    if any(host.startswith("*") for host in settings.GIVEN_HOSTS):
        return _error(5, "ALLOWED_HOSTS allows any name: name the address of this server, as in table.example.org.")
    return []


@register(Tags.security, deploy=True)
def check_tls(**_options: object) -> list[CheckMessage]:
    """Check that TLS is on: without it passwords and sessions are sent unencrypted."""
    if not settings.SECURE:
        return _warn(6, "There is no TLS: let a proxy such as Caddy hold the certificate and set STORYWHEEL_TLS=1.")
    return []


@register(Tags.security, deploy=True)
def check_hub(**_options: object) -> list[CheckMessage]:
    """Check that several processes have Redis: without it, one does not know what is new at another."""
    if settings.PRODUCTION and not settings.NOTIFIES_OTHERS and is_one_of_several():
        return _error(7, "Several processes cannot tell each other what is new: set REDIS_URL, or run one process.")
    return []


@register(Tags.security, deploy=True)
def check_broker(**_options: object) -> list[CheckMessage]:
    """Check that there is a broker, or an embedded worker as in `manage.py serve`."""
    if settings.PRODUCTION and not settings.NOTIFIES_OTHERS and not settings.OWN_WORKER:
        return _error(8, "There is no broker for background work: set REDIS_URL, or start it by `manage.py serve`.")
    return []


@register(Tags.security, deploy=True)
def check_mail(**_options: object) -> list[CheckMessage]:
    """Check that there is a mail server if admins are to get e-mails."""
    if settings.PRODUCTION and settings.ADMINS and not settings.MAIL:
        return _error(9, "STORYWHEEL_ADMINS cannot be told anything: set EMAIL_URL, or leave them out.")
    return []


def is_one_of_several() -> bool:
    """Whether the server runs several processes."""
    return settings.WEB_PROCESSES > 1 or multiprocessing.parent_process() is not None


def list_refusals() -> list[str]:
    """Return the sentences of the checks that fail with an error."""
    checks = (check_secret_key, check_debug, check_hosts, check_tls, check_hub, check_broker, check_mail)
    return [message.msg for check in checks for message in check() if message.level >= ERROR]


def refuse_unsafe_start(*_arguments: object, **_options: object) -> None:
    """End the process with the sentences of the checks that fail, if any."""
    if refusals := list_refusals():
        sys.exit(_list(refusals))


def _list(refusals: Sequence[str]) -> str:
    return "\n".join(["Storywheel does not start:", *(f"  * {refusal}" for refusal in refusals)])
