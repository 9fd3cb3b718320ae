"""The cache of limited size, and caching by identity."""

from rules.lru_cache import LruCache, cached_by_identity


def test_what_was_not_used_for_longest_is_dropped_first() -> None:
    cache: LruCache[str, str] = LruCache(4)
    for key in ("a", "b", "c", "a", "d", "a", "e"):
        cache.get_or_make(key, key.upper)
        assert len(cache) <= 4
    assert (cache.get("a"), cache.get("b")) == ("A", None)


def test_an_answer_is_cached_for_the_very_same_objects() -> None:
    asked: list[object] = []

    @cached_by_identity(2)
    def count(one: list[int]) -> int:
        asked.append(one)
        return len(one)

    first, twin = [1], [1]
    assert [count(first), count(first), count(twin), count([]), count(first)] == [1, 1, 1, 0, 1]
    assert asked == [[1], [1], [], [1]]
