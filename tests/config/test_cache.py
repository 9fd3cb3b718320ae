"""The shared cache while it is away: counts go on in this process, and nobody waits long."""

import pytest

from config.server.cache import FallbackRedisCache

NOWHERE = "redis://127.0.0.1:9/0"


@pytest.fixture
def cache() -> FallbackRedisCache:
    """A cache at a port on which nobody listens."""
    return FallbackRedisCache(NOWHERE, {})


def test_counts_go_on_here(cache: FallbackRedisCache) -> None:
    assert cache.add("tries", 0, 60)
    assert not cache.add("tries", 0, 60)
    assert [cache.incr("tries"), cache.incr("tries")] == [1, 2]


def test_what_is_put_in_is_found_and_goes_away_again(cache: FallbackRedisCache) -> None:
    cache.set("look", ("token", b"file"), 60)
    assert cache.get("look") == ("token", b"file")
    assert cache.has_key("look")
    assert cache.touch("look", 60)
    assert cache.delete("look")
    assert cache.get("look", "nothing") == "nothing"
    with pytest.raises(ValueError, match="not found"):
        cache.incr("look")
