"""The Celery workers and beat in the process of the embedded server, with the in-memory transport."""

import threading

from celery.beat import EmbeddedService
from celery.worker import WorkController
from django.conf import settings

from config.background.counts import start_counting
from config.celery import app, make_app

POOLS = {settings.CELERY_TASK_DEFAULT_QUEUE: 2, settings.POSTS_QUEUE: 1}
"""How many threads work on each queue: servers of others hold up none but their own."""


class EmbeddedWorker:
    """Runs background tasks in threads of the server's process. Waiting tasks are lost when it ends."""

    def __init__(self) -> None:
        start_counting()
        self._workers = [_make_worker(queue, threads) for queue, threads in POOLS.items()]
        self._threads = [
            threading.Thread(target=worker.start, name=f"celery-{queue}", daemon=True)
            for queue, worker in zip(POOLS, self._workers, strict=True)
        ]
        schedule = settings.VAR_DIR / "celerybeat-schedule"
        scheduler = settings.CELERY_BEAT_SCHEDULER
        self._beat = EmbeddedService(app, thread=True, schedule_filename=str(schedule), scheduler_cls=scheduler)
        self._beat.daemon = True

    def start(self) -> None:
        """Start the workers and beat."""
        for thread in self._threads:
            thread.start()
        self._beat.start()

    def stop(self) -> None:
        """Let running tasks finish for at most five seconds, and stop."""
        self._beat.stop()
        endings = [threading.Thread(target=worker.stop, daemon=True) for worker in self._workers]
        for ending in endings:
            ending.start()
        for ending in endings:
            ending.join(timeout=5)


def _make_worker(queue: str, threads: int) -> WorkController:
    """Return a worker of one queue. Which queues are listened to is a matter of the Celery application, so the second
    worker of a process needs its own."""
    is_first = queue == settings.CELERY_TASK_DEFAULT_QUEUE
    own = app if is_first else make_app(f"storywheel-{queue}", set_as_current=False)
    return WorkController(
        app=own,
        hostname=f"{queue}@embedded",
        queues=[queue],
        pool="threads",
        concurrency=threads,
        without_mingle=True,
        without_gossip=True,
    )
