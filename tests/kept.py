"""Rows that are costly to make: made once by a process, then put into the database of each test that asks for them."""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from django.apps import apps
from django.db import connection, transaction
from django.db.models import Model

from play.table.live_scene import live_scenes

M = TypeVar("M", bound=Model)
Rows = dict[str, list[tuple[Any, ...]]]
"""Those of each table, by the statement that puts them there."""


def put(make: Callable[[], M]) -> M:
    """Have the database hold what `make` makes in an empty one, and return the row that it returns.

    It has to come first in a test: the rows have the same keys each time.
    """
    model, key, made = _made(make)
    with connection.cursor() as cursor:
        for statement, rows in made.items():
            cursor.executemany(statement, rows)
    there: M = model._default_manager.get(pk=key)
    return there


@cache
def _made(make: Callable[[], M]) -> tuple[type[M], Any, Rows]:
    with transaction.atomic():
        before = read_rows()
        made = make()
        after = read_rows()
        transaction.set_rollback(True)
    live_scenes.forget()
    new = {statement: rows for statement, rows in after.items() if rows != before[statement]}
    assert not any(before[statement] for statement in new), "there is something in the database already"
    return type(made), made.pk, new


def read_rows() -> Rows:
    """All that is in the database."""
    found: Rows = {}
    with connection.cursor() as cursor:
        for model in apps.get_models(include_auto_created=True):
            names = [connection.ops.quote_name(str(field.column)) for field in model._meta.concrete_fields]
            table, columns = connection.ops.quote_name(model._meta.db_table), ", ".join(names)
            cursor.execute(f"SELECT {columns} FROM {table}")
            places = ", ".join(["%s"] * len(names))
            found[f"INSERT INTO {table} ({columns}) VALUES ({places})"] = cursor.fetchall()
    return found
