"""Sheets that an earlier state of the code wrote are read with everything on them, and say what they said."""

import re
from pathlib import Path
from typing import Any

from rules import get_system
from rules.codec import encode
from tests.earlier import read
from tests.earlier.compare import find_difference, find_lost
from tests.earlier.sheets import describe
from tests.earlier.test_battles import every


@every
def test_old_sheets_are_read_without_losing_anything(folder: Path, key: str) -> None:
    rules = get_system(key).sheets
    for name, old in read(folder / f"sheets-{key}.json.gz").items():
        sheet = rules.parse(old["sheet"])
        then = encode(sheet)
        assert rules.parse(then) == sheet, name
        assert not find_lost(then, old["sheet"]), f"{name} has lost {find_lost(then, old['sheet'])}"


ADDED = ("Hardness in Crash",)
"""Values that sheets show now, and did not when the oldest of these files were written."""


@every
def test_the_rules_say_of_old_sheets_what_they_said(folder: Path, key: str) -> None:
    system = get_system(key)
    for name, old in read(folder / f"sheets-{key}.json.gz").items():
        now = describe(system, old["sheet"])
        for part in ("layout", "limits"):
            assert not (found := find_difference(now[part], now[part] | old[part], old[part])), f"{name}: {found}"
            assert old[part].keys() <= now[part].keys(), name
        still = [total for title, total in now["derived"] if title not in ADDED]
        assert still == [total for _title, total in old["derived"]], name
        assert figures(now["arms"]) == figures(old["arms"]), name


def figures(tables: list[list[list[str]]]) -> list[Any]:
    """The numbers in each row of each table, without the words around them."""
    return [[[re.findall(r"\d+", cell) for cell in row] for row in table] for table in tables]
