"""Replace the keys of characters and handouts in a log. What is not imported gets a key that fits nothing here."""

from collections.abc import Mapping
from typing import Any

ONE = frozenset({"character", "owner", "target_owner", "person", "handout"})
"""Fields of a log that name one character, person or handout."""
SEVERAL = frozenset({"audience"})
BY_CHARACTER = frozenset({"changes", "earned"})
OTHERS = ("person:", "handout:")
"""How keys begin that are not those of characters."""
MAX_KEY = 32


def renew(value: Any, keys: Mapping[str, str]) -> Any:
    """Return the JSON with new keys wherever a character, a person or a handout is named."""
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
    """Return the new key. What is not imported gets a name that is no key of ours."""
    if key in keys:
        return keys[key]
    if key.startswith(OTHERS) or key.isdecimal():
        return f"gone-{key.rpartition(':')[2][:MAX_KEY]}"
    return key
