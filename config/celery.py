"""The Celery application. A setting names its broker."""

import importlib
import os
from typing import Any

from celery import Celery
from celery.signals import beat_init, worker_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
WORKER_MODULES = (
    *("celery.apps.worker", "celery.beat", "celery.concurrency.prefork", "celery.concurrency.solo"),
    *("celery.worker.consumer", "celery.worker.components", "celery.worker.autoscale", "celery.worker.strategy"),
    *("celery.app.amqp", "celery.app.control", "celery.app.events", "celery.app.log", "celery.events.receiver"),
    *("kombu.pidbox", "kombu.matcher", "kombu.transport.redis", "config.server.cache", "config.background.clock"),
    "django.core.cache.backends.redis",
)
"""What Celery imports only when it starts."""


def make_app(name: str, **options: Any) -> Celery:
    """Return a Celery application with our settings and tasks."""
    made = Celery(name, **options)
    made.config_from_object("django.conf:settings", namespace="CELERY")
    made.autodiscover_tasks()
    return made


app = make_app("storywheel")


def check_start(**_event: Any) -> None:
    """Keep workers and beat from starting on an unsafe server. For the embedded worker `serve` checks."""
    from config.checks import refuse_unsafe_start

    refuse_unsafe_start()


def load_all() -> None:
    """Import all tasks and what a worker is made of, so that processes that are forked afterwards share it."""
    app.loader.import_default_modules()
    app.finalize()
    for module in WORKER_MODULES:
        importlib.import_module(module)


worker_init.connect(check_start)
beat_init.connect(check_start)
