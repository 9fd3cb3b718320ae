"""What a pure function gave for the very same objects, so that it need not be worked out again for the next seat.

States and what they consist of are frozen: while it is the same object, the answer is the same. Nothing is compared,
so a state of a thousand parts costs as little as one.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def remember(size: int) -> Callable[[F], F]:
    """Keep at most so many answers of a function of frozen objects, by the identity of what it was given.

    What comes back is shared: whoever asks must not change it.
    """

    def decorate(function: F) -> F:
        kept: dict[tuple[int, ...], tuple[tuple[object, ...], Any]] = {}

        @wraps(function)
        def asked(*given: object) -> Any:
            key = tuple(map(id, given))
            known = kept.get(key)
            if known is not None:
                return known[1]
            found = function(*given)
            if len(kept) >= size:
                kept.clear()
            kept[key] = (given, found)  # holding what was given: no other object can get its id meanwhile
            return found

        return asked  # type: ignore[return-value]

    return decorate
