"""Facts as they are sent, and what they must not hold."""

import json
from collections.abc import Iterator
from typing import Any


def as_sent(facts: Any) -> Any:
    """Facts as they come out of a frame."""
    return json.loads(json.dumps(facts, allow_nan=False))


def find_nulls(facts: Any, path: str = "") -> Iterator[str]:
    """Where facts are null. A change takes a key away by null, so that no fact may be."""
    if facts is None:
        yield path
    parts = facts.items() if isinstance(facts, dict) else enumerate(facts) if isinstance(facts, list) else ()
    for key, value in parts:
        yield from find_nulls(value, f"{path}/{key}")
