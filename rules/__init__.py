"""The games as a library: pure Python, no clock, no database, no global randomness.

`get_system(key)` is the way in; `SYSTEMS` lists the keys with the names the books carry.
"""

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from rules.errors import BadInput
from rules.text import Text

if TYPE_CHECKING:
    from rules.system import System

__all__ = ["SYSTEMS", "__version__", "get_system"]

__version__ = "0.1.0"
"""The version of this library and of Storywheel. Each one that was released is kept in `tests/fixtures/releases`."""

SYSTEMS: dict[str, str] = {
    "exalted2e": "Exalted, Second Edition",
    "exalted3e": "Exalted, Third Edition",
    "wod2004": "World of Darkness (2004)",
    "v20da": "Vampire: the Dark Ages (V20)",
}
"""Every game system: adding one is its folder and one line here."""


@cache
def get_system(key: str) -> "System":
    """Load the system of this key. Raises `BadInput` for a key that is not in `SYSTEMS`."""
    if key not in SYSTEMS:
        raise BadInput(
            "unknown_system",
            Text("There is no system {key}. Known: {known}.", key=repr(key), known=", ".join(SYSTEMS)),
            key=key,
        )
    system: System = import_module(f"rules.{key}.system").SYSTEM
    return system
