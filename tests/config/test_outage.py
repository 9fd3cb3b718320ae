"""A database that has cut the line, or has no room: a page that says so, wherever that was found out."""

import sqlite3

import psycopg
import psycopg_pool
import pytest
from asgiref.sync import async_to_sync
from django.db import DatabaseError, InterfaceError, OperationalError, ProgrammingError
from django.test import AsyncClient, Client
from django.urls import reverse

from campaigns.models import User
from config.server.monitoring import disk_space
from tests.conftest import SignIn

VIEW, DOOR = "config.accounts.my_data.write", "config.server.limits.throttle.measure_wait"
PLACES = (VIEW, DOOR, "django.contrib.sessions.backends.base.SessionBase.is_empty")
"""In a view, and in what stands before it and after it."""


class Full(sqlite3.OperationalError):
    sqlite_errorname = "SQLITE_FULL"


class Busy(sqlite3.OperationalError):
    sqlite_errorname = "SQLITE_BUSY"


CUT = psycopg.errors.AdminShutdown("terminating connection due to administrator command")
AWAY = (
    (OperationalError, CUT),
    (OperationalError, psycopg_pool.PoolTimeout("no connection after 3 s")),
    (OperationalError, psycopg.errors.DeadlockDetected("deadlock detected")),
    (InterfaceError, psycopg.InterfaceError("the connection is closed")),
    (OperationalError, Busy("database is locked")),
)
OURS = (
    (OperationalError, sqlite3.OperationalError("no such table")),
    (ProgrammingError, psycopg.errors.UndefinedTable("no such table")),
    (DatabaseError, sqlite3.DatabaseError("file is not a database")),
)


def break_at(place: str, kind: type[Exception], cause: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the database fail there."""

    def fail(*_args: object, **_named: object) -> None:
        raise kind(str(cause)) from cause

    monkeypatch.setattr(place, fail)


@pytest.fixture
def client(sign_in: SignIn, player: User) -> Client:
    client: Client = sign_in(player)
    client.raise_request_exception = False
    return client


@pytest.mark.parametrize("place", PLACES)
def test_a_cut_line_is_told_wherever_it_is_cut(place: str, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    break_at(place, OperationalError, CUT, monkeypatch)
    answer = client.get(reverse("my_data"))
    assert (answer.status_code, answer["Retry-After"]) == (503, "2")
    assert "Everything that was confirmed is safe" in answer.content.decode()


@pytest.mark.django_db
def test_it_is_told_by_those_who_answer_in_a_loop_too(monkeypatch: pytest.MonkeyPatch) -> None:
    break_at(DOOR, OperationalError, CUT, monkeypatch)
    answer = async_to_sync(AsyncClient(raise_request_exception=False).get)(reverse("my_data"))
    assert (answer.status_code, answer["Retry-After"]) == (503, "2")


@pytest.mark.parametrize(("kind", "cause"), AWAY, ids=[type(cause).__name__ for _kind, cause in AWAY])
def test_whatever_passes_may_be_asked_for_again(
    kind: type[Exception], cause: Exception, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_at(VIEW, kind, cause, monkeypatch)
    assert client.get(reverse("my_data")).status_code == 503


@pytest.mark.parametrize(("kind", "cause"), OURS, ids=[type(cause).__name__ for _kind, cause in OURS])
def test_any_other_fault_of_the_database_is_ours(
    kind: type[Exception], cause: Exception, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_at(VIEW, kind, cause, monkeypatch)
    answer = client.get(reverse("my_data"))
    assert answer.status_code == 500
    assert "Something went wrong" in answer.content.decode()


@pytest.mark.parametrize("cause", [Full("database or disk is full"), psycopg.errors.DiskFull("could not extend file")])
def test_a_full_disk_is_told(cause: Exception, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fill(*_args: object) -> None:
        try:
            raise OperationalError("full") from cause
        except OperationalError:
            raise OperationalError("no such savepoint")  # noqa: B904  as Django does

    monkeypatch.setattr(VIEW, fill)
    answer = client.get(reverse("my_data"))
    assert answer.status_code == 507
    assert "What you sent was not saved" in answer.content.decode()
    assert disk_space.is_full()
