"""The envelope in which Foundry exports an actor of any game system."""

from collections.abc import Mapping
from typing import Any

NOISE = (
    *("_id", "img", "flags", "_stats", "effects", "ownership", "folder", "sort", "prototypeToken", "token"),
    *("permission", "system.settings", "system.savedRolls", "system.favoriterolls", "system.listdata", "data"),
)


def is_actor(data: Mapping[str, Any], system: str) -> bool:
    """Whether this is an actor of the named Foundry system: it says so, or has the shape that only that one has."""
    stats = data.get("_stats")
    return isinstance(stats, Mapping) and stats.get("systemId") == system and isinstance(data.get("system"), Mapping)
