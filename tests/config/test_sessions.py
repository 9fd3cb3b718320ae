"""Sessions are Django's, but for what cannot be a key."""

from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync
from django.contrib.sessions.backends import db
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from config.accounts.sessions import SessionStore

pytestmark = pytest.mark.django_db


def test_a_session_holds_what_was_put_in() -> None:
    made = SessionStore()
    made["seat"] = "at the window"
    made.create()
    assert (
        SessionStore(made.session_key).load() == db.SessionStore(made.session_key).load() == {"seat": "at the window"}
    )


def test_a_session_that_has_ended_is_empty_and_gets_another_key() -> None:
    made = SessionStore()
    made["seat"] = "at the window"
    made.set_expiry(timezone.now() - timedelta(seconds=1))
    made.create()
    found = SessionStore(made.session_key)
    assert found.load() == {}
    assert found.session_key is None


def test_nobody_comes_in_by_a_key_of_their_own() -> None:
    found = SessionStore("a" * 32)
    found["seat"] = "at the window"
    found.save()
    assert found.session_key != "a" * 32


def test_what_is_no_key_is_not_asked_for() -> None:
    """PostgreSQL breaks off at a NUL, and a cookie can hold one."""
    key = "a" * 31 + "\0"
    found, found_in_a_loop = SessionStore(key), SessionStore(key)
    with CaptureQueriesContext(connection) as asked:
        assert found.load() == async_to_sync(found_in_a_loop.aload)() == {}
    assert found.session_key is found_in_a_loop.session_key is None
    assert len(asked) == 0
