"""The game systems as a library: pure Python, no clock, no database, no global randomness.

Start with `get_system(key)`; `SYSTEMS` lists the keys with the titles of the books.
"""

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from rules.errors import BadInput
from rules.text import Text

if TYPE_CHECKING:
    from rules.system import System

__all__ = ["PACKAGED", "SYSTEMS", "UNKNOWN_SYSTEM", "__version__", "get_system"]

__version__ = "0.2.0rc1"
"""The version of this library and of Storywheel. `tests/fixtures/releases` keeps files of each released version."""

SYSTEMS: dict[str, str] = {
    "exalted2e": "Exalted, Second Edition",
    "exalted3e": "Exalted, Third Edition",
    "wod2004": "World of Darkness (2004)",
    "v20da": "Vampire: the Dark Ages (V20)",
}
"""Every game system. To add one here, add its folder and one line; a package of its own adds itself
(`rules.packages`)."""

PACKAGED: dict[str, "System"] = {}
"""The systems that came in packages of their own, by key."""


UNKNOWN_SYSTEM = "unknown_system"
"""The code of the error for a key that is not in `SYSTEMS`."""


@cache
def get_system(key: str) -> "System":
    """Load the system with this key. Raises `BadInput` for a key that is not in `SYSTEMS`."""
    if key not in SYSTEMS:
        raise BadInput(
            UNKNOWN_SYSTEM,
            Text("There is no system {key}. Known: {known}.", key=repr(key), known=", ".join(SYSTEMS)),
            key=key,
        )
    system: System = PACKAGED[key] if key in PACKAGED else import_module(f"rules.{key}.system").SYSTEM
    return system
