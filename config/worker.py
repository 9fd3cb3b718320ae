"""The Celery worker and beat in the process of the embedded server, with the in-memory transport."""

import threading

from celery.beat import EmbeddedService
from celery.worker import WorkController
from django.conf import settings

from config.celery import app


class EmbeddedWorker:
    """Runs background tasks in threads of the server's process. Waiting tasks are lost when it ends."""

    def __init__(self) -> None:
        self._worker = WorkController(app=app, pool="threads", concurrency=2, without_mingle=True, without_gossip=True)
        self._thread = threading.Thread(target=self._worker.start, name="celery-worker", daemon=True)
        schedule = settings.VAR_DIR / "celerybeat-schedule"
        scheduler = settings.CELERY_BEAT_SCHEDULER
        self._beat = EmbeddedService(app, thread=True, schedule_filename=str(schedule), scheduler_cls=scheduler)
        self._beat.daemon = True

    def start(self) -> None:
        """Start the worker and beat."""
        self._thread.start()
        self._beat.start()

    def stop(self) -> None:
        """Let running tasks finish for at most five seconds, and stop."""
        self._beat.stop()
        ending = threading.Thread(target=self._worker.stop, name="celery-ending", daemon=True)
        ending.start()
        ending.join(timeout=5)
