"""The broker of background tasks, asked through Celery, which speaks to all kinds of brokers."""

from typing import Any

from config.celery import app

TIMEOUTS = {"socket_connect_timeout": 1, "socket_timeout": 1}
"""Seconds to wait for the broker. One in this process answers at once."""


class BrokerAway(Exception):
    """The broker does not answer."""


def count_waiting_tasks() -> int:
    """Return how many tasks wait for a worker. Raises `BrokerAway`."""
    link: Any = app.connection_for_read(transport_options=TIMEOUTS)
    with link:
        try:
            link.ensure_connection(max_retries=1, interval_start=0, reraise_as_library_errors=False)
            return int(link.default_channel.queue_declare(app.conf.task_default_queue).message_count)
        except (*link.recoverable_connection_errors, *link.recoverable_channel_errors) as error:
            raise BrokerAway from error
