"""The envelope in which Foundry exports an actor of any game system."""

from collections.abc import Iterator, Mapping
from typing import Any

from campaigns.imports.reader import Reader

NOISE = (
    *("_id", "_key", "id", "img", "flags", "_stats", "effects", "ownership", "folder", "sort", "sorting", "token"),
    *("prototypeToken", "permission", "settings", "savedRolls", "favoriterolls", "listdata", "purchaseLocked", "icon"),
    *("purchaseLog", "isvisible", "isfavorited", "collapse", "charcreation", "tokenimage", "worldanvil", "macro"),
    *("iscreated", "isupdated", "min", "prefattribute", "defaultAttribute", "excellency", "maiden", "parentid"),
)
"""Parts of paths that say nothing of a character."""


def is_actor(data: Mapping[str, Any], system: str) -> bool:
    """Whether this is an actor of the named Foundry system: it says so, in one of the ways of its versions."""
    stats, flags = data.get("_stats"), data.get("flags")
    source = flags.get("exportSource") if isinstance(flags, Mapping) else None
    said = [
        stats.get("systemId") if isinstance(stats, Mapping) else "",
        source.get("system") if isinstance(source, Mapping) else "",
    ]
    return system in said and isinstance(data.get("system", data.get("data")), Mapping)


def open_actor(data: Mapping[str, Any]) -> Reader:
    """The values of an actor under `system`: versions before the tenth have them under `data`."""
    items = data.get("items")
    rows = [_with_system(item) for item in items] if isinstance(items, list) else items
    return Reader({**_with_system(data), "items": rows}, NOISE)


def list_items(reader: Reader) -> Iterator[tuple[str, str, str]]:
    """Every item: where it stands, its kind in small letters, its name."""
    for row in reader.rows("items"):
        at = f"items.{row}"
        yield at, reader.peek(f"{at}.type").lower(), " ".join(reader.peek(f"{at}.name").split())


def _with_system(data: Any) -> Any:
    if not isinstance(data, Mapping) or "system" in data or not isinstance(data.get("data"), Mapping):
        return data
    return {**{key: value for key, value in data.items() if key != "data"}, "system": data["data"]}
