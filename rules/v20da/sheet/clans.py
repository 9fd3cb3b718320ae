"""The clans and their Disciplines (V20-350)."""

from collections.abc import Mapping
from typing import Final

from rules.tables import load_table

_DATA = load_table("v20da", "clans")
CLANS: Final[Mapping[str, tuple[str, ...]]] = {name: tuple(keys) for name, keys in _DATA["disciplines"].items()}
"""The printed name of each clan with the keys of its Disciplines."""
_NAMES: Final[Mapping[str, str]] = {**{name.lower(): name for name in CLANS}, **_DATA["names"]}


def find_clan(words: str) -> str:
    """Return the printed name of the clan that these words name, or an empty string."""
    return str(_NAMES.get(" ".join(words.lower().removeprefix("clan ").split()), ""))


def list_clan_disciplines(clan: str) -> tuple[str, ...]:
    """Return the Disciplines of a clan; none for a clan that the table does not have."""
    return CLANS.get(find_clan(clan), ())
