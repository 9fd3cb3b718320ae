"""A cache of limited size that drops the least recently used values, and a decorator that caches by identity."""

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
F = TypeVar("F", bound=Callable[..., Any])


class LruCache(Generic[K, V]):
    """A mapping of at most `size` values that keeps at least the most recently used half of them.

    A value must depend on its key alone, or never change. Threads may share a cache without a lock: reading a value
    moves it from the old half to the new half, and once the new half is full the old half is dropped.
    """

    def __init__(self, size: int) -> None:
        self._half = max(1, size // 2)
        self._new: dict[K, V] = {}
        self._old: dict[K, V] = {}

    def get(self, key: K) -> V | None:
        """Return the value, or None if the cache does not have it."""
        value = self._new.get(key)
        if value is None:
            value = self._old.get(key)
            if value is not None:
                self.put(key, value)
        return value

    def put(self, key: K, value: V) -> None:
        """Store a value."""
        new = self._new
        new[key] = value
        if len(new) >= self._half:
            self._old, self._new = new, {}

    def get_or_make(self, key: K, make: Callable[[], V]) -> V:
        """Return the value; call `make` for it if the cache does not have it. Two threads may both call `make`."""
        value = self.get(key)
        if value is None:
            value = make()
            self.put(key, value)
        return value

    def __len__(self) -> int:
        return len(self._new.keys() | self._old.keys())

    def clear(self) -> None:
        """Remove all values."""
        self._new, self._old = {}, {}


def cached_by_identity(size: int) -> Callable[[F], F]:
    """Cache at most `size` results of a pure function, by the identity of its arguments.

    States and their parts are frozen, so the result for an object never changes. No argument is compared or hashed, so
    a large state costs no more than a small one. Callers share a result and must not change it.
    """

    def decorate(function: F) -> F:
        answers: LruCache[tuple[int, ...], tuple[tuple[object, ...], Any]] = LruCache(size)

        @wraps(function)
        def asked(*given: object) -> Any:
            key = tuple(map(id, given))
            known = answers.get(key)
            if known is None:
                known = given, function(*given)  # keeps the arguments alive, so that no other object can get their ids
                answers.put(key, known)
            return known[1]

        return asked  # type: ignore[return-value]

    return decorate
