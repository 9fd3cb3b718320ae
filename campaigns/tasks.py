"""Celery tasks of the record."""

from celery import shared_task
from django.core.management import call_command
from django.db import InterfaceError, OperationalError

from campaigns.core import audit
from campaigns.downtime.deadlines import close_due, remind_late
from campaigns.downtime.publishing import publish_due
from campaigns.downtime.running import list_stranded, work_out
from campaigns.notices import outbox

AGAIN = {"autoretry_for": (OperationalError, InterfaceError), "retry_backoff": 1, "max_retries": 8}
"""Retry for some minutes if the database does not answer."""


@shared_task(**AGAIN)
def clear_expired_sessions() -> None:
    """Delete expired sessions."""
    call_command("clearsessions")


@shared_task(**AGAIN)
def clear_old_audit() -> None:
    """Delete old entries of the audit log."""
    audit.clear_old()


@shared_task(**AGAIN)
def clear_old_notices() -> None:
    """Delete old notices, and what was sent of them long ago."""
    outbox.clear_old()


@shared_task(**AGAIN)
def work_out_downtime(run_id: int) -> None:
    """Resolve a downtime. It may run twice, or be killed and run again, with the same results."""
    work_out(run_id)


@shared_task(**AGAIN)
def turn_downtimes() -> None:
    """Every 15 seconds: send reminders, close and resolve what is due, resume lost runs, publish what is due."""
    remind_late()
    for run_id in [*close_due(), *list_stranded()]:
        work_out_downtime.delay(run_id)
    publish_due()
