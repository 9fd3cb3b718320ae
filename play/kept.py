"""What a process remembers so as not to work it out twice: what was not used for longest goes."""

import json
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Kept(Generic[K, V]):
    """Values by key, at most `size` of them. A value must follow from its key alone, or never change.

    Safe to share between threads, and without a lock, for threads that draw would stand in a queue at it: what is asked
    for moves from the old half to the new one, and once the new one is full the old one is dropped.
    """

    def __init__(self, size: int) -> None:
        self._half = max(1, size // 2)
        self._new: dict[K, V] = {}
        self._old: dict[K, V] = {}

    def get(self, key: K) -> V | None:
        """The value, if it is here."""
        value = self._new.get(key)
        if value is None:
            value = self._old.get(key)
            if value is not None:
                self.put(key, value)
        return value

    def put(self, key: K, value: V) -> None:
        """Keep a value."""
        new = self._new
        new[key] = value
        if len(new) >= self._half:
            self._old, self._new = new, {}

    def get_or_make(self, key: K, make: Callable[[], V]) -> V:
        """The value, made now if it is not here; two threads may both make it, and either will do."""
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


def mark_of(view: Any) -> str:
    """Return what a view of the rules is recognised by."""
    return json.dumps(view, check_circular=False)
