"""The tables of the books, as data files."""

import tomllib
from pathlib import Path
from typing import Any


def read_table(game: str, name: str) -> dict[str, Any]:
    """Return what the file `data/<name>.toml` of a game holds."""
    with (Path(__file__).parent / game / "data" / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)
