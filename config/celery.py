"""The Celery application. A setting names its broker."""

import os
from typing import Any

from celery import Celery
from celery.signals import beat_init, worker_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
app = Celery("storywheel")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


def check_start(**_event: Any) -> None:
    """Keep workers and beat from starting on an unsafe server. For the embedded worker `serve` checks."""
    from config.checks import refuse_unsafe_start

    refuse_unsafe_start()


worker_init.connect(check_start)
beat_init.connect(check_start)
