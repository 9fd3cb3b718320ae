"""The shared cache. While Redis is away, each process uses its own memory, so that counters go on."""

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
    """A client for Redis that uses this process' memory if Redis does not answer."""

    def __init__(self, servers: Any, **options: Any) -> None:
        super().__init__(servers, **options)
        self.here = locmem.LocMemCache("while-the-cache-is-away", {"OPTIONS": {"MAX_ENTRIES": 20_000}})

    add, get, set, touch = map(_there_or_here, ("add", "get", "set", "touch"))
    delete, incr, has_key = map(_there_or_here, ("delete", "incr", "has_key"))


class FallbackRedisCache(redis.RedisCache):
    """Django's Redis cache with that client."""

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = FallbackClient
