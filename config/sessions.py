"""Django's sessions in the database. Every click reads one, so that statement is written out."""

from typing import Any

from asgiref.sync import sync_to_async
from django.contrib.sessions.backends import db
from django.db import connection
from django.utils import timezone

_FIND = "SELECT session_data FROM django_session WHERE session_key = %s AND expire_date > %s"


class SessionStore(db.SessionStore):
    """The session of one browser."""

    def load(self) -> dict[str, Any]:
        """Return the session's data. Empty if it has ended."""
        kept = self._find()
        if kept is None:
            self._session_key = None
            return {}
        found: dict[str, Any] = self.decode(kept)
        return found

    async def aload(self) -> dict[str, Any]:
        """Return the session's data, from async code."""
        return await sync_to_async(self.load)()

    def _find(self) -> str | None:
        if not str(self.session_key).isalnum():  # cookies hold whatever a stranger likes, and PostgreSQL takes no NUL
            return None
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        with connection.cursor() as cursor:
            cursor.execute(_FIND, [self.session_key, now])
            row = cursor.fetchone()
        return row[0] if row else None
