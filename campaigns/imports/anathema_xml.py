"""How Anathema writes values: elements with attributes, several of one name in a row."""

import re

from campaigns.imports.reader import Reader


def rate(reader: Reader, path: str) -> int | None:
    """A trait as it is now: what experience made of it, else what it was made with."""
    made, grown = reader.number(f"{path}.creationValue"), reader.number(f"{path}.experiencedValue")
    return made if grown is None else grown


def each(reader: Reader, path: str) -> list[str]:
    """Where each element of this name stands: one alone is no list."""
    rows = [f"{path}.{row}" for row in reader.rows(path)]
    return rows or ([path] if reader.has(path) else [])


def name_of(identifier: str) -> str:
    """An id in words: "2nd Excellency: Melee" of `Solar.2ndExcellency.Melee`."""
    parts = identifier.split(".")
    words = [re.sub(r"(?<=[a-z])(?=[A-Z])", " ", part) for part in (parts[1:] if len(parts) > 1 else parts)]
    return ": ".join(word for word in words if word)
