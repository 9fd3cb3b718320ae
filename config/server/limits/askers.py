"""Find out who asks before Django looks at a request: a person by a session or a token, else an address.

Limits on what runs at the same time need it before any work is done. Who a session or a token belongs to is remembered
for a minute, so that a click does not ask the database once more.
"""

import re
import time
from collections.abc import Callable, Hashable
from functools import partial
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.db import DatabaseError

from api.gate import is_of_api
from campaigns.series.tokens.services import find_token_owner
from config.server.limits.throttle import truncate_address
from play.server.threads import run_reading

Scope = dict[str, Any]

REMEMBERED_SECONDS = 60.0
MAX_REMEMBERED = 5_000
_KEY = re.compile(r"[0-9a-z]{32}")


class Askers:
    """Finds out who asks."""

    def __init__(self) -> None:
        self._people: dict[str, tuple[Hashable, float]] = {}

    async def find(self, scope: Scope) -> Hashable:
        """Return who a request counts for: `("person", key)` or `("address", address)`."""
        headers = dict(scope["headers"])
        if is_of_api(scope["path"]):  # no cookie counts there
            kind, secret = "token", headers.get(b"authorization", b"").decode("latin-1").removeprefix("Bearer ")
        else:
            kind, secret = "session", parse_session_key(scope["headers"])
        person = await self._find_person(kind, secret) if secret else None
        if person is not None:
            return "person", person
        return "address", truncate_address(scope["client"][0]) if scope.get("client") else ""

    async def _find_person(self, kind: str, secret: str) -> Hashable:
        now, name = time.monotonic(), f"{kind}:{secret}"
        person, until = self._people.get(name, (None, 0.0))
        if until > now:
            return person
        try:
            person = await run_reading(partial(FINDERS[kind], secret))
        except DatabaseError:
            return None
        if person is not None:
            if len(self._people) >= MAX_REMEMBERED:
                self._people.clear()
            self._people[name] = person, now + REMEMBERED_SECONDS
        return person


def parse_session_key(headers: list[tuple[bytes, bytes]]) -> str:
    """Return the key of the session that a browser names, or nothing."""
    mark = f"{settings.SESSION_COOKIE_NAME}="
    for name, value in headers:
        if name == b"cookie":
            for part in value.decode("latin-1").split(";"):
                if part.strip().startswith(mark):
                    key = part.strip().removeprefix(mark).strip('"')
                    return key if _KEY.fullmatch(key) else ""
    return ""


def find_session_owner(key: str) -> int | None:
    """Return the key of the person who is signed in with a session; None without one."""
    found = import_module(settings.SESSION_ENGINE).SessionStore(key).get(SESSION_KEY)
    return None if found is None else int(found)


FINDERS: dict[str, Callable[[str], Hashable]] = {"session": find_session_owner, "token": find_token_owner}
