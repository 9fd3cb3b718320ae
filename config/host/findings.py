"""What is in order on this server and what is missing: one finding for each matter, with what to type."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from django.apps import apps
from django.conf import settings
from django.db.models import Count
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.models import Series
from config.background.heartbeat import MAX_SILENCE, has_just_started, measure_silence
from config.checks import can_be_guessed
from config.server.monitoring.broker import BrokerAway, count_waiting_tasks
from config.server.monitoring.disk_space import is_full, measure_free
from config.server.monitoring.health import OK, check_parts
from config.server.monitoring.last_backup import measure_age
from rules import SYSTEMS

GIGABYTE = 1_000_000_000


class State(StrEnum):
    """The state of a matter."""

    GOOD = "good"
    NOTE = "note"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Finding:
    """One matter: its name, its state, a sentence, and what to type if something is missing."""

    key: str
    name: str
    state: State
    said: str
    todo: str = ""


def list_findings() -> list[Finding]:
    """Return all findings, in the order of the page."""
    return [*_look_at_address(), _look_at_mail(), _look_at_letters(), _look_at_backup(), *_look_at_machine(), *_games()]


# ---- How people reach it


def _look_at_address() -> Iterator[Finding]:
    yield _describe_tls()
    if settings.GIVEN_HOSTS:
        yield Finding("hosts", _("Address"), State.GOOD, _("Its address is %(hosts)s.") % _hosts())
    else:
        said = _("It answers only to this machine’s own names, which is right at home.")
        yield Finding("hosts", _("Address"), State.NOTE, said, "ALLOWED_HOSTS=table.example.org")
    if settings.PRODUCTION:
        said = _("Settings that are safe only at home stop it from starting.")
        yield Finding("production", _("Strictness"), State.GOOD, said)
    else:
        said = _("It would start with unsafe settings. If strangers can reach it, turn on its check.")
        yield Finding("production", _("Strictness"), State.NOTE, said, "STORYWHEEL_PRODUCTION=1")
    if can_be_guessed(settings.SECRET_KEY):
        said = _("SECRET_KEY can be guessed; anyone who does can sign in as anyone. Set it to a new one, printed by:")
        yield Finding("key", _("Settings"), State.WRONG, said, "manage.py new_secret_key")
    if settings.DEBUG:
        said = _("Pages about errors show strangers the settings and data of this server.")
        yield Finding("debug", _("Settings"), State.WRONG, said, "DEBUG=0")


def _hosts() -> dict[str, str]:
    return {"hosts": ", ".join(settings.GIVEN_HOSTS)}


def _describe_tls() -> Finding:
    name = _("Encryption")
    if settings.SECURE:
        return Finding("tls", name, State.GOOD, _("HTTPS only."))
    said = _(
        "Passwords and pages travel unencrypted. That may be fine at home; anywhere else, put a proxy with a "
        "certificate in front."
    )
    return Finding("tls", name, State.WRONG if settings.GIVEN_HOSTS else State.NOTE, said, "STORYWHEEL_TLS=1")


# ---- Letters


def _look_at_mail() -> Finding:
    name = _("Mail")
    if not settings.MAIL:
        said = _("There is no mail server: people can’t reset their own passwords, and notifications are not emailed.")
        return Finding("mail", name, State.WRONG, said, "EMAIL_URL=smtp+tls://user:password@mail.example.org:587")
    where = {"host": settings.EMAIL_HOST, "sender": settings.DEFAULT_FROM_EMAIL}
    return Finding("mail", name, State.GOOD, _("Email is sent through %(host)s, from %(sender)s.") % where)


def _look_at_letters() -> Finding:
    name = _("Alert emails")
    if settings.ADMINS and settings.MAIL:
        to = {"to": ", ".join(address for _name, address in settings.ADMINS)}
        return Finding("admins", name, State.GOOD, _("%(to)s is emailed when something fails.") % to)
    said = _("No one is alerted when the program fails or no backup succeeds.")
    return Finding("admins", name, State.WRONG, said, "STORYWHEEL_ADMINS=you@example.org")


# ---- Backup


def _look_at_backup() -> Finding:
    name, age, hours = _("Backup"), measure_age(), settings.BACKUP_HOURS
    if age is None:
        said = _("There is no backup. If the disk fails, everything played here is lost.")
        return Finding("backup", name, State.WRONG, said, "manage.py backup /a/safe/place/storywheel.zip")
    said = _describe_age(age)
    if hours and age > timedelta(hours=hours):
        late = ngettext("One every %(count)s hour is expected.", "One every %(count)s hours is expected.", hours)
        said = f"{said} {late % {'count': hours}}"
        return Finding("backup", name, State.WRONG, said, "manage.py backup /a/safe/place/storywheel.zip")
    return Finding("backup", name, State.GOOD, said)


def _describe_age(age: timedelta) -> str:
    hours = age // timedelta(hours=1)
    if not hours:
        return _("The last one is less than an hour old.")
    sentence = ngettext("The last one is %(count)s hour old.", "The last one is %(count)s hours old.", hours)
    return sentence % {"count": hours}


# ---- The machine and its processes


def _look_at_machine() -> Iterator[Finding]:
    parts = check_parts()
    if parts["database"] == parts["migrations"] == OK:
        yield Finding("database", _("Database"), State.GOOD, _("It works, and its tables match this version."))
    else:
        said = _("Its tables do not match this version: %(what)s.") % {"what": parts["migrations"]}
        yield Finding("database", _("Database"), State.WRONG, said, "manage.py migrate")
    yield _look_at_worker()
    free = {"free": f"{measure_free() / GIGABYTE:.1f}", "folder": str(settings.VAR_DIR)}
    said = _("%(free)s GB free on the data disk, in %(folder)s.") % free
    yield Finding("disk", _("Disk"), State.WRONG if is_full() else State.GOOD, said, "df -h" if is_full() else "")


def _look_at_worker() -> Finding:
    name, silence = _("Worker and clock"), measure_silence()
    if silence is not None and silence < MAX_SILENCE:
        seconds = round(silence)
        sentence = ngettext("Both ran %(count)s second ago.", "Both ran %(count)s seconds ago.", seconds)
        return Finding("worker", name, State.GOOD, sentence % {"count": seconds})
    try:
        waiting = count_waiting_tasks()
    except BrokerAway:
        said = _("Redis does not answer, so no task reaches the worker.")
        return Finding("worker", name, State.WRONG, said, "systemctl restart redis-server")
    if waiting:
        sentence = ngettext(
            "%(count)s task is waiting and no worker takes it.",
            "%(count)s tasks are waiting and no worker takes them.",
            waiting,
        )
        return Finding(
            "worker", name, State.WRONG, sentence % {"count": waiting}, "systemctl restart storywheel-worker"
        )
    if has_just_started():
        said = _("This server has just started, and no task has come yet. Load the page again in a minute.")
        return Finding("worker", name, State.NOTE, said)
    said = _("No task ran in the last minute.")
    return Finding("worker", name, State.WRONG, said, "systemctl restart storywheel-worker")


# ---- Games


def _games() -> Iterator[Finding]:
    broken = apps.get_app_config("config").broken_games  # type: ignore[attr-defined]
    for key, reason in broken.items():
        said = _("The package of %(key)s is broken: %(reason)s") % {"key": key, "reason": reason}
        yield Finding(f"game-{key}", _("Games"), State.WRONG, said, "pip install --upgrade ...")
    lost = Series.objects.exclude(system__in=SYSTEMS).values_list("system").annotate(Count("pk")).order_by("system")
    for key, count in lost:
        sentence = ngettext(
            "%(count)s series plays %(key)s, a game that is not installed.",
            "%(count)s series play %(key)s, a game that is not installed.",
            count,
        )
        yield Finding(
            f"lost-{key}", _("Games"), State.WRONG, sentence % {"count": count, "key": key}, "pip install ..."
        )
    if not broken and not lost:
        said = "; ".join(sorted(SYSTEMS.values()))
        yield Finding("games", _("Games"), State.GOOD, said)
