"""Reading what a vector gives: by a dataclass per op, so that an unknown or mistyped key is named."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from rules.battle import Json
from rules.codec import decode
from rules.conformance import drop_nulls
from rules.dice import Roller
from rules.errors import BadInput

T = TypeVar("T")

Result = Mapping[str, Json]
Op = Callable[[Mapping[str, Json], Roller], Result]

PYTHON_WORDS = {"from": "from_"}


def read(cls: type[T], given: Mapping[str, Json]) -> T:
    """Decode a vector's `given`, its op taken off. Raises `BadInput` naming the key at fault."""
    for word, name in PYTHON_WORDS.items():
        if name in given:
            raise BadInput("unknown_key", f"There is no {name!r} here, but {word!r}.", key=name)
    return decode(cls, {PYTHON_WORDS.get(key, key): value for key, value in drop_nulls(given).items()})


def dispatch(ops: Mapping[str, Op]) -> Op:
    """The function of a kind that has several ops."""

    def run(given: Mapping[str, Json], roller: Roller) -> Result:
        op = given.get("op")
        if not isinstance(op, str) or op not in ops:
            raise BadInput("unknown_op", f"There is no op {op!r} here. Known: {', '.join(ops)}.", op=repr(op))
        return ops[op]({key: value for key, value in given.items() if key != "op"}, roller)

    return run


def one_of(key: str, value: str, known: tuple[str, ...]) -> Any:
    """The value if it is known. Raises `BadInput`."""
    if value not in known:
        raise BadInput("unknown_value", f"{key!r} is one of {', '.join(known)}, not {value!r}.", key=key)
    return value


def in_range(key: str, value: int, low: int, high: int) -> int:
    """The value if it is in the range. Raises `BadInput`."""
    if not low <= value <= high:
        raise BadInput("out_of_range", f"{key!r} is {low} to {high}, not {value}.", key=key)
    return value
