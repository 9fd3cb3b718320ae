"""Names with a number at the end, as in "Guard 2"."""

import re


def split_number(name: str) -> tuple[str, int | None]:
    """Split "Guard 2" into "Guard" and 2. The number is None if the name has none."""
    found = re.fullmatch(r"(.*\S)\s+(\d{1,4})", name, re.A)
    return (found[1], int(found[2])) if found else (name, None)
