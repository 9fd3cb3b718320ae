"""A clock with one task, which is due at every look: run by `manage.py shell`. Its log says what it sends."""

import logging
import sys

from celery.beat import Service
from django.conf import settings

from config.celery import app


def run(schedule: str) -> None:
    """Run until the process is ended. Nobody carries the tasks out."""
    logging.basicConfig(stream=sys.stdout, level=logging.INFO, force=True)
    settings.CELERY_BEAT_SCHEDULE = {"look": {"task": "config.tasks.turn_tables", "schedule": 0.05}}
    Service(app, schedule_filename=schedule, scheduler_cls=settings.CELERY_BEAT_SCHEDULER).start()
