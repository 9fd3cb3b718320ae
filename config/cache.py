"""The cache that all processes share: while it is away, each keeps by itself what is put into it, and counts go on."""

from collections.abc import Callable
from typing import Any

from django.core.cache.backends import locmem, redis
from redis import RedisError


def _there_or_here(name: str) -> Callable[..., Any]:
    there, here = getattr(redis.RedisCacheClient, name), getattr(locmem.LocMemCache, name)

    def ask(self: "FallbackClient", *what: Any) -> Any:
        try:
            return there(self, *what)
        except RedisError:
            return here(self.here, *what)

    return ask


class FallbackClient(redis.RedisCacheClient):
    """Redis, or where that does not answer, this process' memory."""

    def __init__(self, servers: Any, **options: Any) -> None:
        super().__init__(servers, **options)
        self.here = locmem.LocMemCache("while-the-cache-is-away", {"OPTIONS": {"MAX_ENTRIES": 20_000}})

    add, get, set, touch = map(_there_or_here, ("add", "get", "set", "touch"))
    delete, incr, has_key = map(_there_or_here, ("delete", "incr", "has_key"))


class FallbackRedisCache(redis.RedisCache):
    """Django's, with the client above."""

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = FallbackClient
