"""Recaps in the file, beside their scene or episode. The public page and its address are left out."""

from collections.abc import Mapping
from typing import Any

from campaigns.models import Episode, Recap, Scene, Series
from config.transfer.fields import RECAP
from config.transfer.rows import parse_optional, parse_past, write_row

Recaps = Mapping[tuple[str, int], Recap]
"""The recaps of a series, by the kind and the key of their part."""


def find_recaps(series: Series) -> Recaps:
    """Return the recaps of a series."""
    recaps = Recap.objects.filter(series=series)
    return {
        ("scene", recap.scene_id) if recap.scene_id else ("episode", recap.episode_id or 0): recap for recap in recaps
    }


def write_recap(recap: Recap | None) -> dict[str, Any] | None:
    """Return a recap for the file; None where there is none."""
    return None if recap is None else write_row(recap, RECAP)


def make_recap(part: Scene | Episode, row: Any) -> Recap | None:
    """Return the recap of an imported part, not yet saved. Older files have none."""
    if row is None:
        return None
    published = parse_optional(row["published_at"], parse_past)
    place = {"scene" if isinstance(part, Scene) else "episode": part}
    return Recap(series=part.series, text=row["text"], published_at=published, **place)
