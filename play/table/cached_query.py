"""Rows that every click and every push needs, and that rarely change: scene, members, characters.

The database is asked each time, by a statement that was built once. Objects are made of its answer only when it differs
from the last one: that saves most of the cost of a query. All callers share the objects and must not change them.
"""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Model, QuerySet

from play.table.live_scene import LiveScene

M = TypeVar("M", bound=Model)
Rows = list[tuple[Any, ...]]

_MARK = -90_210_107
"""Stands for the key in the statement while it is built."""
TRIES = 3
KEYS = 2**63
"""Larger than any key of a database."""


class CachedQuery(Generic[M]):
    """The objects of a query with one key in it. `about` makes the query for a key."""

    def __init__(self, about: Callable[[int], QuerySet[M]]) -> None:
        self._about = about
        self._statement: tuple[str, tuple[Any, ...]] | None = None

    def read(self, key: int, live: LiveScene | None) -> list[M]:
        """Return the objects as the database has them now; none where no row can have the key.

        `live` is the scene that they are read for and remembered with; None where nothing is remembered of it.
        """
        if not 0 < key < KEYS:
            return []
        if live is None:
            return list(self._about(key))
        rows = self._ask(key)
        known: tuple[Rows, list[M]] | None = live.rows.get(self)
        if known and known[0] == rows:
            return known[1]
        for _ in range(TRIES):
            objects, before, rows = list(self._about(key)), rows, self._ask(key)
            if rows == before:  # nothing changed meanwhile: the rows are those of the objects
                live.rows[self] = rows, objects
                break
        return objects

    def _ask(self, key: int) -> Rows:
        if self._statement is None:
            sql, given = self._about(_MARK).query.sql_with_params()
            self._statement = sql, tuple(given)
        sql, given = self._statement
        with connection.cursor() as cursor:
            cursor.execute(sql, [key if value == _MARK else value for value in given])
            rows: Rows = cursor.fetchall()
        return rows
