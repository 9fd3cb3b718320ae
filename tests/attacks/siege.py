"""Requests that leave no trace: everything is looked at, then rolled back, and the browser is as it was before."""

from dataclasses import dataclass
from http.cookies import SimpleCookie
from typing import Any

from django.apps import apps
from django.db import connection, transaction
from django.db.models import Model
from django.http.response import ResponseHeaders
from django.test import Client

from campaigns.models import User

FORGETFUL = frozenset({"sessions.Session", "admin.LogEntry", "usersessions.UserSession"})
"""Written by looking, too."""

Row = tuple[Any, ...]
Rows = dict[tuple[str, Any], Row]


def all_rows() -> Rows:
    """Every row of the database, by table and key."""
    rows: Rows = {}
    with connection.cursor() as cursor:
        for model in apps.get_models():
            if model._meta.label not in FORGETFUL:
                cursor.execute(f"SELECT {', '.join(_columns(model))} FROM {model._meta.db_table}")
                rows |= {(model._meta.label, row[0]): row for row in cursor.fetchall()}
    return rows


def _columns(model: type[Model]) -> list[str]:
    key: Any = model._meta.pk.column
    columns = [key, *(field.column for field in model._meta.concrete_fields if field.column != key)]
    return [connection.ops.quote_name(column) for column in columns]


def read_user(row: Row) -> dict[str, Any]:
    """A row of the people's table by the names of its columns."""
    names = (name.strip('"') for name in _columns(User))
    return dict(zip(names, row, strict=True))


@dataclass(frozen=True)
class Answer:
    """What a request got, and what it did to rows that were there before: (table, key) with its row afterwards."""

    status: int
    text: str
    headers: ResponseHeaders
    changed: dict[tuple[str, Any], Row | None]
    added: frozenset[tuple[str, Any]]

    @property
    def location(self) -> str:
        """Where it leads."""
        return self.headers.get("Location", "")


def _count_writes() -> int:
    """How many rows have been written on this connection; SQLite counts them, so that most answers need no look."""
    count: int = connection.connection.total_changes
    return count


def knock_and_look(client: Client, url: str, data: dict[str, Any], *then: str) -> list[Answer]:
    """POST, look where that leads and, if anything was written, at other addresses. Undo whatever happened."""
    cookies = SimpleCookie(client.cookies.output(header="", sep=";"))
    with transaction.atomic():
        client.raise_request_exception = False
        writes = _count_writes()
        first = client.post(url, data)
        places = dict.fromkeys((first.headers.get("Location"), *(then if _count_writes() != writes else ())))
        answers = [_read(first), *(knock(client, address) for address in places if address)]
        transaction.set_rollback(True)
    client.cookies = cookies
    return answers


def knock_and_keep(client: Client, url: str, data: dict[str, Any]) -> tuple[int, list[str]]:
    """POST, and undo it. Return the answer's status, and each text of the database if anything was written."""
    cookies = SimpleCookie(client.cookies.output(header="", sep=";"))
    with transaction.atomic():
        writes = _count_writes()
        status = client.post(url, data).status_code
        rows = all_rows().values() if _count_writes() != writes else ()
        transaction.set_rollback(True)
    client.cookies = cookies
    return status, [value for row in rows for value in row if isinstance(value, str)]


def _read(response: Any, was: Rows | None = None, after: Rows | None = None) -> Answer:
    body = b"".join(response) if response.streaming else response.content
    was, after = was or {}, after or {}
    changed = {key: after.get(key) for key, row in was.items() if after.get(key) != row}
    added = frozenset(after.keys() - was.keys())
    return Answer(response.status_code, body.decode(errors="replace"), response.headers, changed, added)


def knock(client: Client, url: str, data: dict[str, Any] | bytes | None = None, before: Rows | None = None) -> Answer:
    """GET an address, or POST `data` to it, and undo whatever happened."""
    cookies = SimpleCookie(client.cookies.output(header="", sep=";"))
    client.raise_request_exception = False
    with transaction.atomic():
        writes = _count_writes()
        if isinstance(data, bytes):
            response = client.post(url, data, content_type="application/x-www-form-urlencoded")
        else:
            response = client.get(url) if data is None else client.post(url, data)
        after = all_rows() if before is not None and _count_writes() != writes else before or {}
        transaction.set_rollback(True)
    client.cookies = cookies
    return _read(response, before, after)


def browser(user: User | None, *, enforce_csrf: bool = False) -> Client:
    """A browser in which this person is signed in."""
    client = Client(enforce_csrf_checks=enforce_csrf)
    if user is not None:
        client.force_login(user)
    return client
