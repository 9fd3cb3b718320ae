"""Celery tasks that look after the server."""

from celery import shared_task
from django.conf import settings

from campaigns.notices import outbox
from campaigns.notices.webhooks.visible import living_webhooks
from campaigns.search.index import forget_removed
from campaigns.tasks import AGAIN
from config.background.heartbeat import note_heartbeat
from config.host.backups import carry_out
from config.server.monitoring.last_backup import watch
from play.commands.overdue import answer_overdue, list_overdue
from play.commands.reminders import remind_awaited
from play.seats.forecasts import work_out_forecast
from play.seats.log_index import index_all_logs


@shared_task
def watch_backups() -> None:
    """Every hour: e-mail the host if there is no good backup."""
    watch()


@shared_task
def back_up(name: str) -> None:
    """Make the backup that the host asked for on the page, as a file of this name."""
    carry_out(name)


@shared_task
def index_logs() -> None:
    """Every minute: index what is new in the logs, so that nobody who searches waits for it."""
    index_all_logs()


@shared_task
def turn_tables() -> None:
    """Every 15 seconds: act for those who are late in scenes by post, and remind those who are awaited.

    It also notes that worker and clock live.
    """
    note_heartbeat()
    for scene in list_overdue():
        answer_overdue(scene)
    remind_awaited()


@shared_task
def forecast_fight(user_id: int, key: str) -> None:
    """Play the fights of the forecast that somebody has asked for."""
    work_out_forecast(user_id, key)


@shared_task(**AGAIN)
def post_outside() -> None:
    """Every 10 seconds: send what is due to servers of others: e-mails, pushes, posts to Discord and to webhooks.

    It has a queue and a process of its own: nothing else waits for servers of others. The API is loaded only where
    somebody has a webhook.
    """
    outbox.send_due()
    if living_webhooks().exists():
        from api.webhooks import send_webhooks

        send_webhooks()


@shared_task
def reset_public_demo() -> None:
    """Every night, on a public demo: remove what visitors made and did."""
    if settings.PUBLIC_DEMO:
        from config.demo.public.tables import clear_tables

        clear_tables()


@shared_task
def give_up_idle_demo_tables() -> None:
    """Every ten minutes, on a public demo: remove the tables that nobody has used for an hour."""
    if settings.PUBLIC_DEMO:
        from config.demo.public.tables import give_up_idle

        give_up_idle()


@shared_task
def tidy_search() -> None:
    """Every day: take out of the index what was removed from series in which nobody has searched since."""
    forget_removed()
