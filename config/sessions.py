"""Sessions in the database, as Django keeps them; to read one, which every click does, the statement is written out."""

from typing import Any

from django.contrib.sessions.backends import db
from django.db import connection
from django.utils import timezone

_FIND = "SELECT session_data FROM django_session WHERE session_key = %s AND expire_date > %s"


class SessionStore(db.SessionStore):
    """The session of one browser."""

    def load(self) -> dict[str, Any]:
        """What the session holds; nothing where it has ended."""
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        with connection.cursor() as cursor:
            cursor.execute(_FIND, [self.session_key, now])
            row = cursor.fetchone()
        if row is None:
            self._session_key = None
            return {}
        found: dict[str, Any] = self.decode(row[0])
        return found
