"""What each part of the background work runs: two workers of Celery, each with its own queue, and Celery's clock."""

import platform
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from celery import bootsteps
from celery.beat import Service
from celery.signals import worker_process_init
from django.conf import settings

from config.background.pulse import Pulse, die_with_parent
from config.celery import app

BEAT = 5.0
"""Seconds between two beats of a worker that has nothing to do."""


def run_tasks(pulse: Pulse) -> None:
    """Run tasks, in processes that are replaced when a task hangs (`CELERY_TASK_TIME_LIMIT`).

    There is one process while little is to do. More are forked when tasks wait, for instance behind a forecast.
    """
    worker_process_init.connect(die_with_parent)
    _work("tasks", settings.CELERY_TASK_DEFAULT_QUEUE, pulse, pool="prefork", most=settings.TASK_PROCESSES)


def run_posts(pulse: Pulse) -> None:
    """Send posts to servers of others, one after the other, in this process."""
    _work("posts", settings.POSTS_QUEUE, pulse, pool="solo")


def _work(name: str, queue: str, pulse: Pulse, *, pool: str, most: int = 1) -> None:
    with _beating(pulse):
        worker = app.Worker(
            hostname=f"{name}@{platform.node()}",
            queues=[queue],
            pool=pool,
            concurrency=1,
            autoscale=[most, 1] if most > 1 else None,
            loglevel="WARNING",
            quiet=True,  # no banner
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
        )
        worker.start()
    sys.exit(worker.exitcode)


@contextmanager
def _beating(pulse: Pulse) -> Iterator[None]:
    """Have the loop of the worker that is made inside the block beat a pulse."""

    class Beating(bootsteps.StartStopStep):  # type: ignore[misc]  # celery has no types
        requires = {"celery.worker.components:Timer"}

        def start(self, worker: Any) -> None:
            worker.timer.call_repeatedly(BEAT, pulse.beat)

    app.steps["worker"].add(Beating)
    try:
        yield
    finally:
        app.steps["worker"].discard(Beating)


def run_clock(pulse: Pulse) -> None:
    """Send the tasks of the schedule when they are due."""
    signal.signal(signal.SIGTERM, lambda *_signal: sys.exit())
    app.log.setup("WARNING")
    schedule = str(settings.VAR_DIR / "celerybeat-schedule")
    clock = Service(app, schedule_filename=schedule, scheduler_cls=settings.CELERY_BEAT_SCHEDULER)
    scheduler, tick = clock.scheduler, clock.scheduler.tick

    def beat_and_tick() -> float:
        pulse.beat()
        delay: float = tick()
        return delay

    scheduler.tick = beat_and_tick
    clock.start()
