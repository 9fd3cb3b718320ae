"""Leases in Redis: a key for each scene, with its owner, that lapses when nobody renews it."""

from collections.abc import Iterable

from redis.asyncio import Redis
from redis.exceptions import RedisError

from benchmarks.owners import LEASE_SECONDS, LOOK_SECONDS, StoreAway

TAKE = """
local owner = redis.call('get', KEYS[1])
if owner and owner ~= ARGV[2] then return owner end
redis.call('set', KEYS[1], ARGV[1], 'px', ARGV[3])
return ARGV[1]
"""
RENEW = """
local lost = {}
for at, key in ipairs(KEYS) do
  if redis.call('get', key) == ARGV[1] then redis.call('pexpire', key, ARGV[2]) else table.insert(lost, at) end
end
return lost
"""
LASTS = round(LEASE_SECONDS * 1000)


def lease_key(scene: int) -> str:
    """Where the lease of a scene stands in Redis."""
    return f"lease.{scene}"


class RedisStore:
    """Leases in Redis, each a key that lapses."""

    def __init__(self, url: str) -> None:
        redis = Redis.from_url(url, decode_responses=True, socket_timeout=LOOK_SECONDS)
        self._take, self._renew = redis.register_script(TAKE), redis.register_script(RENEW)

    async def take(self, scene: int, wanted: str, instead_of: str) -> str:
        """Give a free scene to `wanted`, also one that `instead_of` has. Return its owner then."""
        try:
            return str(await self._take(keys=[lease_key(scene)], args=[wanted, instead_of or "-", LASTS]))
        except (RedisError, OSError) as error:
            raise StoreAway from error

    async def renew(self, owner: str, scenes: Iterable[int]) -> set[int]:
        """Renew the leases of an owner. Return those of the scenes that are its own no more."""
        asked = list(scenes)
        try:
            lost = await self._renew(keys=[lease_key(scene) for scene in asked], args=[owner, LASTS])
        except (RedisError, OSError) as error:
            raise StoreAway from error
        return {asked[int(at) - 1] for at in lost}
