"""Kinds of action: which are reflexive and leave the turn's action free (WD-130 to WD-134), which are not."""

from collections.abc import Mapping
from typing import Any, Final

from rules.battle import Choice
from rules.errors import BadInput
from rules.text import Text
from rules.wod2004.traits import TURN_SECONDS, table

TABLES: Final[Mapping[str, Mapping[str, Any]]] = table("tables")


def look_up(name: str, keys: list[str]) -> list[Any]:
    """The values of these keys in a table (pace, target, action_kind, default_kind), in their order."""
    rows = TABLES.get(name)
    if rows is None:
        raise BadInput(
            "unknown_table",
            Text("There is no table {text}. Known: {known}.", text=repr(name[:40]), known=", ".join(TABLES)),
        )
    return [_row(name, rows, key) for key in keys]


def list_challenges() -> tuple[Choice, ...]:
    """The targets of extended actions by their names (WD-087): the value is the number of successes."""
    names: dict[int, list[str]] = {}
    for name, target in TABLES["target"].items():
        names.setdefault(target, []).append(name)
    return tuple(Choice(str(target), f"{' or '.join(each)}: {target}".capitalize()) for target, each in names.items())


def list_paces() -> tuple[Choice, ...]:
    """The times of one roll by their names (WD-086): the value is the time, a turn being three seconds."""
    rows = [(name, time) for name, times in TABLES["pace"].items() for time in times.split(" or ")]
    return tuple(_pace(name, "1 turn" if time == f"{TURN_SECONDS} second" else time) for name, time in rows)


def _pace(name: str, time: str) -> Choice:
    return Choice(time, f"{name}: {time if time.startswith('1 ') else f'{time}s'}".capitalize())


def action_kind(name: str) -> str:
    """Instant, extended, contested, extended_contested or reflexive; what is not described is instant (WD-066)."""
    return str(TABLES["action_kind"].get(_key(name), TABLES["default_kind"]["unspecified"]))


def is_reflexive(name: str) -> bool:
    """Whether the action takes no time and never uses up the turn's action (WD-130)."""
    return action_kind(name) == "reflexive"


def _row(name: str, rows: Mapping[str, Any], key: str) -> Any:
    plain = _key(key)
    if plain not in rows:
        raise BadInput(
            "unknown_row",
            Text(
                "The table {name} has no {key_40}. Known: {join}.",
                name=repr(name),
                key_40=repr(key[:40]),
                join=", ".join(rows),
            ),
        )
    return rows[plain]


def _key(name: str) -> str:
    return name.strip().lower().replace("_", " ")
