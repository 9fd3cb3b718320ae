"""A cache of limited size that drops what was not used for longest, and a decorator that caches by identity."""

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
F = TypeVar("F", bound=Callable[..., Any])


class LruCache(Generic[K, V]):
    """Values by key, at most `size` of them, and at least half as many of those that were used last.

    A value must follow from its key alone, or never change. Threads may share a cache, and it needs no lock: a value
    that is read moves from the old half to the new half, and once the new half is full the old one is dropped.
    """

    def __init__(self, size: int) -> None:
        self._half = max(1, size // 2)
        self._new: dict[K, V] = {}
        self._old: dict[K, V] = {}

    def get(self, key: K) -> V | None:
        """Return the value, or None where the cache does not have it."""
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
        """Return the value; `make` makes it where the cache does not have it. Two threads may both make it."""
        value = self.get(key)
        if value is None:
            value = make()
            self.put(key, value)
        return value

    def __len__(self) -> int:
        return len(self._new.keys() | self._old.keys())

    def clear(self) -> None:
        """Forget everything."""
        self._new, self._old = {}, {}


def cached_by_identity(size: int) -> Callable[[F], F]:
    """Cache at most `size` answers of a pure function, by the identity of its arguments.

    States and what they consist of are frozen: for the same object the answer is the same. No argument is compared
    or hashed, so a state of a thousand parts costs as little as one. Callers share an answer and must not change it.
    """

    def decorate(function: F) -> F:
        answers: LruCache[tuple[int, ...], tuple[tuple[object, ...], Any]] = LruCache(size)

        @wraps(function)
        def asked(*given: object) -> Any:
            key = tuple(map(id, given))
            known = answers.get(key)
            if known is None:
                known = given, function(*given)  # holds the arguments: no other object can get their ids meanwhile
                answers.put(key, known)
            return known[1]

        return asked  # type: ignore[return-value]

    return decorate
