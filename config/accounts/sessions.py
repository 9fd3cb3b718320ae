"""Sessions in the database, as Django keeps them, read by one statement; what cannot be a key is not asked for."""

from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone

_FIND = "SELECT session_data FROM django_session WHERE session_key = %s AND expire_date > %s"
"""Written by hand: each click reads a session, and through the ORM that costs four times as much."""
_EXPIRES = Session._meta.get_field("expire_date")


class SessionStore(db.SessionStore):
    """The session of one browser."""

    def _validate_session_key(self, key: str | None) -> bool:
        """Whether this may be a key: cookies hold whatever a stranger likes, and PostgreSQL takes no NUL."""
        return bool(key and key.isalnum() and super()._validate_session_key(key))  # type: ignore[misc]

    def load(self) -> dict[str, Any]:
        """Return what the session holds: nothing if there is none of this key, or no longer."""
        row = self._find() if self.session_key else None
        if row is None:
            self._session_key = None
            return {}
        data: dict[str, Any] = self.decode(row[0])
        return data

    def _find(self) -> tuple[str] | None:
        with connection.cursor() as cursor:
            cursor.execute(_FIND, [self.session_key, _EXPIRES.get_db_prep_value(timezone.now(), connection)])
            row: tuple[str] | None = cursor.fetchone()
        return row

    async def _aget_session_from_db(self) -> Session | None:
        return await super()._aget_session_from_db() if self.session_key else None  # type: ignore[misc]
