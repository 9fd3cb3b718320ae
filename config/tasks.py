"""Celery tasks that look after the server."""

from celery import shared_task
from django.conf import settings

from campaigns.services.search_index import forget_removed
from config.last_backup import watch
from config.public_demo.tables import clear_tables
from play.commands.overdue import answer_overdue, list_overdue
from play.commands.reminders import remind_awaited
from play.seats.log_index import index_all_logs


@shared_task
def watch_backups() -> None:
    """Every hour: tell the host if there is no good backup."""
    watch()


@shared_task
def index_logs() -> None:
    """Every minute: index what is new in the logs, so that nobody who searches waits for it."""
    index_all_logs()


@shared_task
def turn_tables() -> None:
    """Every 15 seconds: act for those who are late in scenes by post, and remind those who are awaited."""
    for scene in list_overdue():
        answer_overdue(scene)
    remind_awaited()


@shared_task
def reset_public_demo() -> None:
    """Every night, on a public demo: remove what visitors made and did."""
    if settings.PUBLIC_DEMO:
        clear_tables()


@shared_task
def tidy_search() -> None:
    """Every day: take out of the index what was removed from series in which nobody has searched since."""
    forget_removed()
