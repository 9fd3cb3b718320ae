"""Replace the keys of characters in a log. A character or person that is not imported gets a key that fits nobody."""

from collections.abc import Mapping
from typing import Any

ONE = frozenset({"character", "owner", "target_owner", "person"})
"""Fields of a log that name one character or person."""
SEVERAL = frozenset({"audience"})
BY_CHARACTER = frozenset({"changes", "earned"})
MAX_KEY = 32


def renew(value: Any, keys: Mapping[str, str]) -> Any:
    """Return the JSON with new keys wherever a character or person is named."""
    if isinstance(value, list):
        return [renew(item, keys) for item in value]
    if not isinstance(value, dict):
        return value
    return {name: _renew_field(name, item, keys) for name, item in value.items()}


def _renew_field(name: str, value: Any, keys: Mapping[str, str]) -> Any:
    if name in ONE and isinstance(value, str):
        return renew_key(value, keys)
    if name in SEVERAL and isinstance(value, list):
        return [renew_key(item, keys) if isinstance(item, str) else item for item in value]
    if name in BY_CHARACTER and isinstance(value, dict):
        return {renew_key(key, keys): item for key, item in value.items()}
    return renew(value, keys)


def renew_key(key: str, keys: Mapping[str, str]) -> str:
    """Return the new key. Characters and people that are not imported get a name that is no key of ours."""
    if key in keys:
        return keys[key]
    if key.startswith("person:") or key.isdecimal():
        return f"gone-{key.removeprefix('person:')[:MAX_KEY]}"
    return key
