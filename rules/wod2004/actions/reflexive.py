"""Kinds of action: reflexive actions leave the turn's action free (WD-130 to WD-134), others use it."""

from collections.abc import Mapping
from typing import Any, Final

from rules.battle import Choice
from rules.errors import BadInput
from rules.tables import load_table
from rules.tasks import count_units
from rules.text import Text
from rules.wod2004.traits import TURN_SECONDS

TABLES: Final[Mapping[str, Mapping[str, Any]]] = load_table("wod2004", "tables")


CHALLENGES: Final[Mapping[str, Text]] = {
    "simple": Text("Simple or relaxed"),
    "involved": Text("Involved or trying"),
    "elaborate": Text("Elaborate or demanding"),
    "ornate": Text("Ornate or daunting"),
    "intricate": Text("Intricate or epic"),
}
"""The names of each target of the table, by its first key (WD-087)."""
PACES: Final[Mapping[str, Text]] = {
    "quick": Text("Quick"),
    "short": Text("Short"),
    "long": Text("Long"),
    "lengthy": Text("Lengthy"),
    "consuming": Text("Consuming"),
    "exhausting": Text("Exhausting"),
}


def look_up(name: str, keys: list[str]) -> list[Any]:
    """Return the values of these keys in a table (pace, target, action_kind, default_kind). Raises `BadInput`."""
    rows = TABLES.get(name)
    if rows is None:
        sentence = Text("There is no table {text}. Known: {known}.", text=repr(name[:40]), known=", ".join(TABLES))
        raise BadInput("unknown_table", sentence)
    return [_row(name, rows, key) for key in keys]


def list_challenges() -> tuple[Choice, ...]:
    """Return the named targets of extended actions (WD-087). The value is the number of successes."""
    targets = TABLES["target"]
    return tuple(
        Choice(str(targets[key]), Text("{name}: {n}", name=name, n=targets[key])) for key, name in CHALLENGES.items()
    )


def list_paces() -> tuple[Choice, ...]:
    """Return the named times of one roll (WD-086). The value is the time, where "3 second" is written as "1 turn"."""
    return tuple(_pace(name, time) for name, times in TABLES["pace"].items() for time in times.split(" or "))


def _pace(name: str, time: str) -> Choice:
    number, unit = (1, "turn") if time == f"{TURN_SECONDS} second" else (int(time.split()[0]), time.split()[1])
    return Choice(f"{number} {unit}", Text("{name}: {time}", name=PACES[name], time=count_units(number, unit)))


def action_kind(name: str) -> str:
    """Return instant, extended, contested, extended_contested or reflexive; instant for unknown actions (WD-066)."""
    return str(TABLES["action_kind"].get(_key(name), TABLES["default_kind"]["unspecified"]))


def is_reflexive(name: str) -> bool:
    """Return whether the action takes no time and leaves the turn's action free (WD-130)."""
    return action_kind(name) == "reflexive"


def _row(name: str, rows: Mapping[str, Any], key: str) -> Any:
    plain = _key(key)
    if plain not in rows:
        sentence = Text(
            "The table {name} has no {text}. Known: {known}.",
            name=repr(name),
            text=repr(key[:40]),
            known=", ".join(rows),
        )
        raise BadInput("unknown_row", sentence)
    return rows[plain]


def _key(name: str) -> str:
    return name.strip().lower().replace("_", " ")
