"""Django's PostgreSQL backend, for a database that may restart at any moment. Django dictates the names."""

from typing import Any

from django.db.backends.postgresql import base
from psycopg import OperationalError
from psycopg_pool import ConnectionPool


class DatabaseWrapper(base.DatabaseWrapper):
    """Check a connection when it is taken from the pool, and raise Django's own errors wherever one is lost.

    The pool can do that itself, but it waits a second and longer for each dead connection. If one is dead the database
    has most likely restarted, and all are: so the pool is emptied and a new connection made.
    """

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Return a live connection. Raises `OperationalError` if there is none."""
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

    def chunked_cursor(self) -> Any:
        """Return a server-side cursor. Django leaves the errors of its `close` as the driver raises them."""
        cursor: Any = super().chunked_cursor()
        cursor.close = self.wrap_database_errors(cursor.close)
        return cursor
