"""Background work of the record."""

from celery import shared_task
from django.core.management import call_command
from django.db import InterfaceError, OperationalError

from campaigns.services import audit, downtime

AGAIN = {"autoretry_for": (OperationalError, InterfaceError), "retry_backoff": 1, "max_retries": 8}
"""What has met no database is tried again, for some minutes."""


@shared_task(**AGAIN)
def clear_expired_sessions() -> None:
    """Remove the sessions that have run out."""
    call_command("clearsessions")


@shared_task(**AGAIN)
def clear_old_audit() -> None:
    """Remove what the audit log keeps no longer."""
    audit.clear_old()


@shared_task(**AGAIN)
def work_out_downtime(run_id: int) -> None:
    """Work out a downtime. It may run twice, or be killed and run again: the results are the same."""
    downtime.work_out(run_id)


@shared_task(**AGAIN)
def turn_downtimes() -> None:
    """Every quarter of a minute: remind, close what is due, take up what has lost its worker, publish what is due."""
    downtime.remind_late()
    for run_id in [*downtime.close_due(), *downtime.list_stranded()]:
        work_out_downtime.delay(run_id)
    downtime.publish_due()
