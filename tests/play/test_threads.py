"""Many commands in one transaction: each has its own answer, and nobody's failure is another's."""

import asyncio
import threading
import uuid

import pytest
from django.conf import LazySettings
from django.db import IntegrityError, OperationalError, connection

from campaigns.models import User
from play.commands.moves import OpenBattle, Say
from play.models import Command, Entry
from play.server import threads
from play.server.threads import GroupWriter, run_group
from rules.errors import IllegalMove
from rules.text import Text
from tests.conftest import live
from tests.play.conftest import TableInPlay


def names() -> set[str]:
    return set(User.objects.values_list("username", flat=True))


@pytest.mark.django_db(transaction=True)
def test_a_failed_job_is_undone_alone() -> None:
    def fail() -> None:
        User.objects.create(username="half")
        raise IllegalMove("no", Text("No."))

    outcomes = run_group(
        [lambda: User.objects.create(username="one"), fail, lambda: User.objects.create(username="two")]
    )
    assert [type(error) for _result, error in outcomes] == [type(None), IllegalMove, type(None)]
    assert names() == {"one", "two"}


@pytest.mark.django_db(transaction=True)
def test_a_broken_statement_spoils_nothing_for_the_rest() -> None:
    User.objects.create(username="taken")
    outcomes = run_group(
        [lambda: User.objects.create(username="taken"), lambda: User.objects.create(username="free").username]
    )
    assert isinstance(outcomes[0][1], IntegrityError)
    assert outcomes[1] == ("free", None)
    assert names() == {"taken", "free"}


@pytest.mark.django_db(transaction=True)
def test_nobody_is_answered_when_the_commit_fails(coins: TableInPlay) -> None:
    def point_at_nothing() -> None:
        # SQLite looks at foreign keys only when it commits.
        Command.objects.create(table_id=987654321, user=None, key=uuid.uuid4(), first=1, last=1)

    outcomes = run_group([lambda: User.objects.create(username="lost"), point_at_nothing])
    assert [type(error) for _result, error in outcomes] == [IntegrityError, IntegrityError]
    assert "lost" not in names()


@pytest.mark.django_db(transaction=True)
def test_nobody_is_answered_when_a_failure_takes_the_whole_transaction_with_it() -> None:
    def fill_the_disk() -> None:
        with connection.cursor() as cursor:
            cursor.execute("ROLLBACK")  # as SQLite does by itself then
        raise OperationalError("database or disk is full")

    outcomes = run_group([lambda: User.objects.create(username="lost"), fill_the_disk])
    assert [type(error) for _result, error in outcomes] == [OperationalError, OperationalError]
    assert names() == set()


@pytest.mark.django_db(transaction=True)
def test_commands_of_one_group_follow_each_other(coins: TableInPlay) -> None:
    cast = coins.cast
    outcomes = run_group(
        [
            lambda: coins.act(cast.player, Say("One"), drawn_at=0).last,
            lambda: coins.act(cast.player, OpenBattle(), drawn_at=0).last,
            lambda: coins.act(cast.rival, Say("Two"), drawn_at=0).last,
        ]
    )
    assert [result for result, _error in outcomes] == [1, None, 2]
    assert list(Entry.objects.values_list("number", flat=True)) == [1, 2]


@live
async def test_whoever_stops_waiting_does_not_stop_the_writer() -> None:
    writer, begun, go_on = GroupWriter(), threading.Event(), threading.Event()

    def wait() -> None:
        begun.set()
        go_on.wait(5)

    under_way = asyncio.wrap_future(writer.put(wait))
    await asyncio.to_thread(begun.wait, 5)
    queued = asyncio.wrap_future(writer.put(lambda: "never heard"))
    for waiting in (under_way, queued):
        waiting.cancel()
    await asyncio.sleep(0.01)  # the loop tells the queue that nobody listens
    go_on.set()
    assert await asyncio.wait_for(asyncio.wrap_future(writer.put(lambda: "done")), 5) == "done"


@live
async def test_what_a_group_asks_for_is_drawn_once_before_its_answers(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer, go_on, drawn = GroupWriter(), threading.Event(), list[bool]()
    settings.TABLE_THREADS, settings.ONE_WRITER = 1, True
    monkeypatch.setattr(threads, "_group_writer", lambda: writer)

    def draw() -> None:
        drawn.append(not any(answer.done() for answer in answers))

    def command() -> int:
        threads.afterwards(draw)
        return 1

    first = writer.put(lambda: go_on.wait(5))
    answers = [writer.put(command) for _ in range(3)]
    go_on.set()
    assert await asyncio.wrap_future(first)
    assert [await asyncio.wrap_future(answer) for answer in answers] == [1, 1, 1]
    assert await asyncio.wrap_future(writer.put(lambda: "next")) == "next"
    assert drawn == [True]


@live
async def test_a_failed_drawing_does_not_end_the_writer(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = GroupWriter()
    settings.TABLE_THREADS, settings.ONE_WRITER = 1, True
    monkeypatch.setattr(threads, "_group_writer", lambda: writer)

    def fail() -> None:
        raise ZeroDivisionError

    await asyncio.wrap_future(writer.put(lambda: threads.afterwards(fail)))
    assert await asyncio.wrap_future(writer.put(lambda: "next")) == "next"
