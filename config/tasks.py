"""Celery tasks that look after the server."""

from celery import shared_task

from config.last_backup import watch


@shared_task
def watch_backups() -> None:
    """Every hour: tell the host if there is no good backup."""
    watch()
