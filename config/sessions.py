"""Sessions in the database, as Django keeps them; what cannot be a key is not asked for."""

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session


class SessionStore(db.SessionStore):
    """The session of one browser."""

    def _validate_session_key(self, key: str | None) -> bool:
        """Whether this may be a key: cookies hold whatever a stranger likes, and PostgreSQL takes no NUL."""
        return bool(key and key.isalnum() and super()._validate_session_key(key))  # type: ignore[misc]

    def _get_session_from_db(self) -> Session | None:
        return super()._get_session_from_db() if self.session_key else None  # type: ignore[misc]

    async def _aget_session_from_db(self) -> Session | None:
        return await super()._aget_session_from_db() if self.session_key else None  # type: ignore[misc]
