"""Who knows of a thing, in the file. Characters are named by the keys that they have there."""

from collections.abc import Mapping
from typing import Any

from campaigns.models import Known, KnownTo


def write_known(row: Known) -> dict[str, Any]:
    """Return who knows of a row whose knowers are loaded."""
    return {"known_to": row.known_to, "knowers": sorted(one.pk for one in row.knowers.all())}


def read_known(row: Known, data: Mapping[str, Any], keys: Mapping[str, str]) -> None:
    """Say who knows of a saved row. `keys`: the new keys of characters by those in the file. Raises `ValueError`."""
    row.known_to = KnownTo(data["known_to"])
    row.save(update_fields=["known_to"])
    row.knowers.set([int(keys[str(int(one))]) for one in data["knowers"]])
