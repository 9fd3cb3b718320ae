"""What a production server refuses to start with: one sentence each, which says what to set.

They are Django's deployment checks (`manage.py check --deploy`), and the server and the background processes ask them
too before they start. Only `STORYWHEEL_PRODUCTION=1` makes them count: a table at home needs none of it.
"""

import multiprocessing
import sys
from collections.abc import Sequence

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register

LEAST_KEY_LENGTH = 50
LEAST_KEY_VARIETY = 10
EXAMPLE_KEY = "replace-me"
"""How the key in `deploy/storywheel.env.example` begins."""


def _error(number: int, sentence: str) -> list[CheckMessage]:
    return [Error(sentence, id=f"storywheel.E{number:03d}")]


@register(Tags.security, deploy=True)
def check_secret_key(**_options: object) -> list[CheckMessage]:
    """Every process must have the same key, and nobody else may guess it."""
    if not settings.PRODUCTION:
        return []
    key = settings.GIVEN_SECRET_KEY
    if not key:
        return _error(1, "SECRET_KEY is not set: put the output of `manage.py new_secret_key` into it.")
    is_dull = len(key) < LEAST_KEY_LENGTH or len(set(key)) < LEAST_KEY_VARIETY
    if is_dull or key.startswith(("django-insecure-", EXAMPLE_KEY)):
        return _error(2, "SECRET_KEY can be guessed: put the output of `manage.py new_secret_key` into it.")
    return []


@register(Tags.security, deploy=True)
def check_debug(**_options: object) -> list[CheckMessage]:
    """Pages of the debugger show settings and texts to strangers."""
    if settings.PRODUCTION and settings.DEBUG:
        return _error(3, "DEBUG shows our insides to strangers: set DEBUG=0, or leave it out.")
    return []


@register(Tags.security, deploy=True)
def check_hosts(**_options: object) -> list[CheckMessage]:
    """The names under which people reach the server; any name at all would let foreign pages speak to its sockets."""
    if not settings.PRODUCTION:
        return []
    if not settings.GIVEN_HOSTS:
        return _error(4, "ALLOWED_HOSTS is not set: name the address of this server, as in table.example.org.")
    if any(host.startswith("*") for host in settings.GIVEN_HOSTS):
        return _error(5, "ALLOWED_HOSTS allows any name: name the address of this server, as in table.example.org.")
    return []


@register(Tags.security, deploy=True)
def check_tls(**_options: object) -> list[CheckMessage]:
    """Without it passwords and sessions travel in the open."""
    if settings.PRODUCTION and not settings.SECURE:
        return _error(6, "There is no TLS: let a proxy such as Caddy hold the certificate and set STORYWHEEL_TLS=1.")
    return []


@register(Tags.security, deploy=True)
def check_hub(**_options: object) -> list[CheckMessage]:
    """A hub without Redis tells only the browsers of its own process."""
    if settings.PRODUCTION and not settings.TELLS_OTHERS and is_one_of_several():
        return _error(7, "Several processes cannot tell each other what is new: set REDIS_URL, or run one process.")
    return []


@register(Tags.security, deploy=True)
def check_broker(**_options: object) -> list[CheckMessage]:
    """Tasks that wait in one process' memory reach no worker. `manage.py serve` brings its own."""
    if settings.PRODUCTION and not settings.TELLS_OTHERS and not settings.OWN_WORKER:
        return _error(8, "There is no broker for background work: set REDIS_URL, or start it by `manage.py serve`.")
    return []


@register(Tags.security, deploy=True)
def check_letters(**_options: object) -> list[CheckMessage]:
    """Whoever is named to get letters must be able to."""
    if settings.PRODUCTION and settings.ADMINS and not settings.MAIL:
        return _error(9, "STORYWHEEL_ADMINS cannot be told anything: set EMAIL_URL, or leave them out.")
    return []


def is_one_of_several() -> bool:
    """Whether the server was told to run several processes, or is one of them."""
    return settings.WEB_PROCESSES > 1 or multiprocessing.parent_process() is not None


def list_refusals() -> list[str]:
    """The sentences for which a production server must not start."""
    checks = (check_secret_key, check_debug, check_hosts, check_tls, check_hub, check_broker, check_letters)
    return [message.msg for check in checks for message in check()]


def refuse_unsafe_start(*_arguments: object, **_options: object) -> None:
    """End the process with the sentences, if there are any."""
    if refusals := list_refusals():
        sys.exit(_list(refusals))


def _list(refusals: Sequence[str]) -> str:
    return "\n".join(["Storywheel does not start:", *(f"  * {refusal}" for refusal in refusals)])
