"""Django's PostgreSQL, whose pool gets over a restart at once (the module's name and its class' are Django's law)."""

from typing import Any

from django.db.backends.postgresql import base
from psycopg import OperationalError
from psycopg_pool import ConnectionPool


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that is looked at when it is taken from the pool.

    The pool can do that by itself, but for each dead connection that it finds it waits a second and longer. Where one
    is dead the database has most likely restarted, and so all are: they go, and a new one is made.
    """

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """One that lives. Raises `OperationalError` where none can be had."""
        link, pool = super().get_new_connection(conn_params), self.pool
        if pool is None:
            return link
        try:
            ConnectionPool.check_connection(link)
        except OperationalError:
            pool.putconn(link)
            pool.drain()
            return super().get_new_connection(conn_params)
        return link
