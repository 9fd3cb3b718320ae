"""A JSON merge patch as a page applies it (RFC 7396), and what facts must not hold."""

import json
from collections.abc import Iterator
from typing import Any


def as_sent(facts: Any) -> Any:
    """Facts as they come out of a frame."""
    return json.loads(json.dumps(facts, allow_nan=False))


def patch(known: Any, change: Any) -> Any:
    """What a page knows after a change."""
    if not isinstance(change, dict):
        return change
    made = dict(known) if isinstance(known, dict) else {}
    for key, value in change.items():
        if value is None:
            made.pop(key, None)
        else:
            made[key] = patch(made.get(key), value)
    return made


def find_nulls(facts: Any, path: str = "") -> Iterator[str]:
    """Where facts are null. A change takes a key away by null, so that no fact may be."""
    if facts is None:
        yield path
    parts = facts.items() if isinstance(facts, dict) else enumerate(facts) if isinstance(facts, list) else ()
    for key, value in parts:
        yield from find_nulls(value, f"{path}/{key}")
