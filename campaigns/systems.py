"""Names of the game systems."""

from rules import SYSTEMS


def system_choices() -> list[tuple[str, str]]:
    """Return key and name of every system. It is a callable so that a new system needs no migration."""
    return list(SYSTEMS.items())


def system_name(key: str) -> str:
    """Return the name of a system, or its key if it is not installed."""
    return SYSTEMS.get(key, key)
