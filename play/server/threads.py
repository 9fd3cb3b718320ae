"""Threads that keep a database connection each: they write commands and draw boards.

Measured gain: docs/decisions/0020-group-commit.md, 0031-drawn-where-committed.md. Django gives every request a thread
and so a connection of its own, and opening a connection costs more than a command does. On SQLite one thread writes.
It commits the commands that came while it worked in one transaction, each in its own savepoint: nobody meets a locked
database, and many commands share one sync to disk. Then it draws what they changed, and answers them. With
`TABLE_THREADS = 0` everything runs in the thread of the caller; the tests of single services use that.
"""

import asyncio
import logging
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache, partial
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import InterfaceError, OperationalError, close_old_connections, connection, transaction
from django.utils.translation import get_language, override

from play.server.home_loop import set_home

logger = logging.getLogger(__name__)

T = TypeVar("T")
Job = tuple[Callable[[], Any], "Future[Any]"]

GROUP = 32
"""The most commands in one transaction, so that the first of them does not wait for an endless queue."""


async def write(job: Callable[[], T]) -> T:
    """Run a job that changes the database, and return its answer after it was committed.

    The job may run twice when the connection breaks: the second run must find what the first has done.
    """
    if not settings.TABLE_THREADS:
        return await sync_to_async(job)()
    set_home(asyncio.get_running_loop())
    if settings.ONE_WRITER:
        return await asyncio.wrap_future(_group_writer().put(job))
    return await asyncio.get_running_loop().run_in_executor(
        pool("writer", settings.TABLE_THREADS), _with_connection, job
    )


def carry_out(job: Callable[[], T]) -> T:
    """Do what `write` does, for a caller that has a thread of its own and may wait in it."""
    if not settings.TABLE_THREADS or (settings.ONE_WRITER and _group_writer().is_here()):
        return job()
    return _group_writer().put(job).result() if settings.ONE_WRITER else _with_connection(job)


def afterwards(job: Callable[[], None]) -> None:
    """Draw what this thread has just committed; what several commands of one group ask for, once.

    Their answers are given afterwards: the loop that sends them would take the interpreter from the drawing.
    """
    if not settings.TABLE_THREADS:
        job()
    elif settings.ONE_WRITER and _group_writer().is_here():
        _group_writer().afterwards[job] = None
    else:
        pool("drawer", 1).submit(_with_connection, job)


async def run_reading(job: Callable[[], T]) -> T:
    """Run a job that only reads, in the caller's language."""
    return await _run(job, lambda: pool("reader", settings.TABLE_THREADS))


async def run_drawing(job: Callable[[], T]) -> T:
    """Run a job that reads and draws, in the caller's language. One runs at a time: two would slow each other."""
    return await _run(job, lambda: pool("drawer", 1))


async def _run(job: Callable[[], T], find_pool: Callable[[], ThreadPoolExecutor]) -> T:
    if not settings.TABLE_THREADS:
        return await sync_to_async(job)()
    asked = partial(_in_language, get_language(), job)
    return await asyncio.get_running_loop().run_in_executor(find_pool(), _with_connection, asked)


def _in_language(language: str | None, job: Callable[[], T]) -> T:
    with override(language):
        return job()


def _with_connection(job: Callable[[], T]) -> T:
    try:
        return job()
    except (OperationalError, InterfaceError):  # the database has restarted or closed the connection
        _close_connection()
        return job()


def _close_connection() -> None:
    connection.close()  # the connection of the thread that runs this


@cache
def pool(name: str, threads: int) -> ThreadPoolExecutor:
    """Return the threads for one kind of work."""
    return ThreadPoolExecutor(threads, thread_name_prefix=f"table-{name}")


class GroupWriter:
    """The one thread that carries out every command of this process."""

    def __init__(self) -> None:
        self._jobs: SimpleQueue[Job] = SimpleQueue()
        self.afterwards: dict[Callable[[], None], None] = {}
        """What is to be drawn once the group at work is committed, in order."""
        self._thread = threading.Thread(target=self._work, name="table-writer", daemon=True)
        self._thread.start()

    def is_here(self) -> bool:
        """Return whether this is the writer's own thread."""
        return threading.current_thread() is self._thread

    def put(self, job: Callable[[], T]) -> "Future[T]":
        """Queue a job. It is done even if nobody waits for its answer."""
        answer: Future[T] = Future()
        answer.set_running_or_notify_cancel()  # a cancelled future would raise when it is answered, and end the thread
        self._jobs.put((job, answer))
        return answer

    def _work(self) -> None:
        while True:
            group = self._take_group()
            outcomes = run_group([job for job, _ in group])
            self._do_afterwards()
            for (_job, answer), (result, error) in zip(group, outcomes, strict=True):
                if error is None:
                    answer.set_result(result)
                else:
                    answer.set_exception(error)

    def _do_afterwards(self) -> None:
        jobs, self.afterwards = self.afterwards, {}
        for job in jobs:
            try:
                job()
            except Exception:
                logger.exception("could not draw what was committed")

    def _take_group(self) -> list[Job]:
        group = [self._jobs.get()]
        while len(group) < GROUP:
            try:
                group.append(self._jobs.get_nowait())
            except Empty:
                break
        return group


@cache
def _group_writer() -> GroupWriter:
    return GroupWriter()


def run_group(jobs: Sequence[Callable[[], Any]]) -> list[tuple[Any, BaseException | None]]:
    """Run jobs in one transaction. A job that fails is undone alone; if the commit fails, all jobs have failed."""
    try:
        close_old_connections()
        if len(jobs) == 1:
            return [_outcome(jobs[0])]
        with transaction.atomic():
            outcomes = [_outcome(transaction.atomic(job)) for job in jobs]
            if transaction.get_rollback():  # Django would roll all of them back silently
                first = next((error for _result, error in outcomes if error), None)
                raise OperationalError("one failure has ended the transaction of the whole group") from first
            return outcomes
    except Exception as error:
        return [(None, error)] * len(jobs)


def _outcome(job: Callable[[], Any]) -> tuple[Any, BaseException | None]:
    try:
        return job(), None
    except Exception as error:
        return None, error
