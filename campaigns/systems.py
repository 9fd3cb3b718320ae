"""The game systems as the record needs them: choices, names and parsed sheets."""

from rules import SYSTEMS


def system_choices() -> list[tuple[str, str]]:
    """Key and name of every system. A callable, so that a new system makes no migration."""
    return list(SYSTEMS.items())


def system_name(key: str) -> str:
    """The name of a system; the key itself if its folder was taken away."""
    return SYSTEMS.get(key, key)
