"""The tables of the books, as data files."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from rules.codec import decode

T = TypeVar("T")


def load_table(game: str, name: str) -> dict[str, Any]:
    """Return what the file `data/<name>.toml` of a game holds."""
    with (Path(__file__).parent / game / "data" / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)


def load_rows(cls: type[T], rows: Mapping[str, Any]) -> Mapping[str, T]:
    """Return the rows of a table by their keys. The key of a row is a field of its class, too."""
    return {key: decode(cls, {"key": key, **row}) for key, row in rows.items()}
