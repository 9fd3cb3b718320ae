"""Lists of a sheet, filled row by row."""

from collections.abc import Sequence

from campaigns.imports.draft import Builder
from rules.battle import Json

MAX_PLACES = 30
"""How many rows a sheet holds, of each list."""


def put_places(builder: Builder, place: str, items: Sequence[dict[str, Json]]) -> None:
    """Fill a list of the sheet, entry by entry: one that the rules refuse does not cost the others their place."""
    said = [item for item in items if item.get("text") or item.get("name")]
    if len(said) > MAX_PLACES:
        why = "The sheet holds no more."
        builder.tell_change(builder.title_of(place), len(said), MAX_PLACES, why)
    for index, item in enumerate(said[:MAX_PLACES]):
        for name, value in item.items():
            builder.put(f"{place}.{index}.{name}", value or None)
