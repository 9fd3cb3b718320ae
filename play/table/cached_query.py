"""Rows that every click and every push needs, and that rarely change: scene, members, characters.

The database is asked each time, by a statement that was built once. Objects are made of its answer, and only when it
differs from the last one: that saves most of the cost of a query. All callers share the objects and must not change
them.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Model, QuerySet

from play.table.live_scene import LiveScene

M = TypeVar("M", bound=Model)
Rows = list[tuple[Any, ...]]

_MARK = -90_210_107
"""Stands for the key in the statement while it is built."""
KEYS = 2**63
"""Larger than any key of a database."""


class CachedQuery(Generic[M]):
    """The objects of a query with one key in it. `about` makes the query for a key."""

    def __init__(self, about: Callable[[int], QuerySet[M]]) -> None:
        self._about = about
        self._statement: tuple[str, tuple[Any, ...]] | None = None

    def load(self, key: int, live: LiveScene | None) -> list[M]:
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
        objects = self._make(key, rows)
        live.rows[self] = rows, objects
        return objects

    def _make(self, key: int, rows: Rows) -> list[M]:
        """Return the objects of these rows, as Django makes them, without asking again."""
        queryset = self._about(key)
        compiler = queryset.query.get_compiler(connection.alias)
        compiler.pre_sql_setup()
        compiler.execute_sql = lambda *_args, **_options: [rows]
        queryset.query.get_compiler = lambda *_args, **_options: compiler  # type: ignore[method-assign]
        return list(queryset)

    def _ask(self, key: int) -> Rows:
        if self._statement is None:
            sql, given = self._about(_MARK).query.sql_with_params()
            self._statement = sql, tuple(given)
        sql, given = self._statement
        with connection.cursor() as cursor:
            cursor.execute(sql, [key if value == _MARK else value for value in given])
            rows: Rows = cursor.fetchall()
        return rows


def load_rows(about: Callable[[tuple[int, ...]], QuerySet[Any, Any]], keys: Iterable[int]) -> Rows:
    """Return the values of a query about these keys, as the database gives them.

    The statement is built once for the same keys: each process asks about its scenes several times a second.
    """
    asked = tuple(sorted(keys))
    if not asked:
        return []
    with connection.cursor() as cursor:
        cursor.execute(*build_statement(about, asked))
        return list(cursor.fetchall())


@lru_cache(maxsize=64)
def build_statement(about: Callable[[tuple[int, ...]], QuerySet[Any, Any]], keys: tuple[int, ...]) -> tuple[str, Any]:
    """Return the statement of a query about these keys, with its values."""
    return about(keys).query.sql_with_params()
