"""A database that has cut the line: a page that says so, and a pool without dead connections for whoever asks next."""

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse

from campaigns import access
from campaigns.models import User
from tests.cast import Cast
from tests.conftest import SignIn


class Pool:
    """One that counts how often it was emptied."""

    drained = 0

    def drain(self) -> None:
        self.drained += 1


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Pool:
    """A database that cuts the line when a series is looked for."""

    def cut(*_args: object) -> None:
        raise OperationalError("terminating connection due to administrator command")

    pool = Pool()
    monkeypatch.setattr(access, "get_series_for", cut)
    monkeypatch.setattr(connection, "pool", pool, raising=False)
    monkeypatch.setattr(connection, "close", lambda: None)
    return pool


def ask(sign_in: SignIn, user: User, cast: Cast) -> tuple[int, str]:
    client: Client = sign_in(user)
    client.raise_request_exception = False
    answer = client.get(reverse("series", args=[cast.series.pk]))
    return answer.status_code, answer.content.decode()


def test_a_cut_line_is_told_and_the_pool_is_emptied(
    cast: Cast, sign_in: SignIn, player: User, broken: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "is_usable", lambda: False)
    status, page = ask(sign_in, player, cast)
    assert status == 503
    assert "What was acknowledged is safe" in page
    assert broken.drained == 1


def test_any_other_fault_of_the_database_is_ours(
    cast: Cast, sign_in: SignIn, player: User, broken: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "is_usable", lambda: True)
    status, page = ask(sign_in, player, cast)
    assert status == 500
    assert "The wheel has slipped" in page
    assert broken.drained == 0
