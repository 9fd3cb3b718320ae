"""Reading a vector's `given` strictly: every key known, every value of its type."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from rules.errors import BadInput
from rules.wod2004.actions.instant import Quality, check_again

Given = Mapping[str, Any]
Answer = dict[str, Any]

MOST: Final = 10_000
QUALITY: Final = ("again", "rote")


class Reader:
    """One `given` (or an object in it): typed getters with the format's defaults; unknown keys are refused at once."""

    def __init__(self, given: object, known: Iterable[str], where: str) -> None:
        if not isinstance(given, Mapping):
            raise BadInput("wrong_type", f"{where} is an object.", key=where)
        self._given, self._where = given, where
        names = tuple(known)
        for key in given:
            if key not in names:
                raise BadInput(
                    "unknown_key", f"{where} has no {str(key)[:40]!r}. Known: {', '.join(names)}.", key=str(key)[:40]
                )

    def has(self, key: str) -> bool:
        """Whether the key is given and not null."""
        return self._given.get(key) is not None

    def number(self, key: str, default: int = 0, *, low: int = 0, high: int = MOST) -> int:
        """A whole number."""
        value = self._given.get(key)
        return default if value is None else self._number(value, key, low, high)

    def optional(self, key: str) -> int | None:
        """A whole number or null."""
        return self.number(key) if self.has(key) else None

    def needed(self, key: str, *, low: int = 0, high: int = MOST) -> int:
        """A whole number that must be there."""
        self._need(key)
        return self.number(key, low=low, high=high)

    def numbers(self, key: str) -> list[int]:
        """A list of whole numbers; none by default."""
        return [self._number(value, key, -MOST, MOST) for value in self.items(key)]

    def items(self, key: str) -> list[Any]:
        """A list; empty by default."""
        value = self._given.get(key)
        if value is None:
            return []
        if not isinstance(value, list):
            raise self._wrong(key, "a list")
        return value

    def flag(self, key: str) -> bool:
        """True or false; false by default."""
        value = self._given.get(key)
        if value is not None and not isinstance(value, bool):
            raise self._wrong(key, "true or false")
        return bool(value)

    def text(self, key: str, default: str | None = None, known: Iterable[str] = ()) -> str:
        """A word, one of `known` where any are named; needed without a default."""
        value = self._given.get(key)
        if value is None and default is not None:
            return default
        self._need(key)
        names = tuple(known)
        if not isinstance(value, str) or (names and value not in names):
            raise self._wrong(key, f"one of {', '.join(names)}" if names else "text")
        return value

    def inner(self, key: str, known: Iterable[str]) -> "Reader":
        """An object within."""
        self._need(key)
        return Reader(self._given[key], known, f"{self._where}.{key}")

    def quality(self) -> Quality:
        """How good the dice are."""
        return Quality(check_again(self.number("again", 10)), self.flag("rote"))

    def _need(self, key: str) -> None:
        if self._given.get(key) is None:
            raise BadInput("missing_key", f"{self._where} needs {key!r}.", key=key)

    def _number(self, value: object, key: str, low: int, high: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self._wrong(key, f"a whole number from {low} to {high}")
        return value

    def _wrong(self, key: str, wanted: str) -> BadInput:
        return BadInput("wrong_type", f"{self._where}: {key!r} must be {wanted}.", key=key)
