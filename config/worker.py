"""The in-process worker of the embedded server: Celery with the in-memory transport, and its schedule's clock."""

import threading

from celery.beat import EmbeddedService
from celery.worker import WorkController
from django.conf import settings

from config.celery import app


class EmbeddedWorker:
    """Runs the background tasks in threads of the server's own process. Tasks wait here only while it lives."""

    def __init__(self) -> None:
        self._worker = WorkController(app=app, pool="threads", concurrency=2, without_mingle=True, without_gossip=True)
        self._thread = threading.Thread(target=self._worker.start, name="celery-worker", daemon=True)
        schedule = settings.VAR_DIR / "celerybeat-schedule"
        self._beat = EmbeddedService(app, thread=True, schedule_filename=str(schedule))
        self._beat.daemon = True

    def start(self) -> None:
        """Begin to take tasks."""
        self._thread.start()
        self._beat.start()

    def stop(self) -> None:
        """Finish what runs, for five seconds at most, and stop."""
        self._beat.stop()
        ending = threading.Thread(target=self._worker.stop, name="celery-ending", daemon=True)
        ending.start()
        ending.join(timeout=5)
