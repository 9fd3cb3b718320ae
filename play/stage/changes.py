"""The difference of two facts: a JSON merge patch (RFC 7396), where null takes a key away."""

from collections.abc import Mapping
from typing import Any

NOTHING: Any = object()


def find_change(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the merge patch that makes `after` of `before`, or None where they say the same.

    Parts that are the same object are not looked into. No fact is null, so null can take keys away.
    """
    change: dict[str, Any] = {}
    for key, value in after.items():
        known = before.get(key, NOTHING)
        if known is value:
            continue
        if isinstance(value, dict) and isinstance(known, dict):
            if (inner := find_change(known, value)) is not None:
                change[key] = inner
        elif known != value:
            change[key] = value
    change.update(dict.fromkeys(before.keys() - after.keys()))
    return change or None


def apply_change(known: Any, change: Any) -> Any:
    """Return what a page knows after a change. What it knew stays as it is."""
    if not isinstance(change, dict):
        return change
    made = dict(known) if isinstance(known, dict) else {}
    for key, value in change.items():
        if value is None:
            made.pop(key, None)
        else:
            made[key] = apply_change(made.get(key), value)
    return made
