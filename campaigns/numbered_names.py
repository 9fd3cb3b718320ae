"""Names with a number at the end: "Guard 2" is the second guard."""

import re


def split_number(name: str) -> tuple[str, int | None]:
    """A name without the number at its end, and that number, if it has one."""
    found = re.fullmatch(r"(.*\S)\s+(\d{1,4})", name, re.A)
    return (found[1], int(found[2])) if found else (name, None)
