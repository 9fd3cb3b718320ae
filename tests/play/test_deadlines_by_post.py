"""Deadlines by post from the page to the notice: the test moves the clock, and the worker's task does the rest."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.models import Absence, User
from config.celery import app
from play.models import Entry, Wait
from tests.play.conftest import TableInPlay
from tests.play.test_waits import HOUR, by_post, open_waits

AWAITED = "Ysane of the Reeds has to answer."
Forward = Callable[[int], None]


@pytest.fixture
def forward(monkeypatch: pytest.MonkeyPatch) -> Forward:
    """Let hours pass, and the worker look."""
    own, passed = timezone.now, timedelta()

    def move(hours: int) -> None:
        nonlocal passed
        passed += hours * HOUR
        monkeypatch.setattr(timezone, "now", lambda: own() + passed)
        assert app.tasks["config.tasks.turn_tables"].apply().successful()

    return move


@pytest.fixture
def table(db: None) -> TableInPlay:
    return by_post()


def sign_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def count_told(user: User) -> int:
    """How often a person's page of notices says that the heroine has to answer."""
    return sign_in(user).get(reverse("notices")).content.decode().count(AWAITED)


def is_answered(table: TableInPlay) -> bool:
    return Entry.objects.filter(table=table.table, event__kind="AnswerTaken").exists()


def test_who_is_awaited_is_reminded_once_before_the_deadline(table: TableInPlay, forward: Forward) -> None:
    cast = table.cast
    forward(41)
    assert count_told(cast.player) == 1  # since the beginning
    forward(2)
    forward(1)
    assert count_told(cast.player) == 2
    assert [count_told(user) for user in (cast.rival, cast.storyteller, cast.spectator)] == [0, 0, 0]
    assert not is_answered(table)
    forward(5)
    assert is_answered(table)


def test_an_absence_without_a_stand_in_moves_the_deadline_and_its_reminder(
    table: TableInPlay, forward: Forward
) -> None:
    cast = table.cast
    begins, ends = timezone.now() + timedelta(days=1), timezone.now() + timedelta(days=11)
    form = {"begins": begins.date().isoformat(), "ends": ends.date().isoformat(), "stand_in": ""}
    assert sign_in(cast.player).post(reverse("absences", args=[cast.series.pk]), form).status_code == 302
    away = Absence.objects.get(member=cast.membership(cast.player))
    forward(44)
    forward(6)
    assert count_told(cast.player) == 1
    assert not is_answered(table)
    (wait,) = open_waits(table)
    assert wait.due_at
    assert wait.counted_from
    assert wait.due_at == wait.counted_from + 48 * HOUR + (away.ends_at - away.begins_at)
    forward(int((wait.due_at - timezone.now()) / HOUR) - 3)
    assert count_told(cast.player) == 2
    assert not is_answered(table)
    forward(5)
    assert is_answered(table)
    assert Wait.objects.get(pk=wait.pk).missed
