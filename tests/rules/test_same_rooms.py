"""Every system has the same rooms: modules (files or packages) of the same names at its top, and none beside them."""

from pathlib import Path

import pytest

import rules
from rules import SYSTEMS

ROOMS = {
    "options", "traits", "sheet", "pools", "actions", "timing", "defense", "attack", "health", "experience", "raising",
    "recovery", "moves",
    "events", "state", "decide", "apply", "view", "legal", "battle", "fighting", "conformance", "forecast", "system",
}  # fmt: skip
"""The modules of a system, by the names that the law of the house gives them."""
DATA = "data"
"""Beside them: its tables."""
ROOT = Path(rules.__file__).parent


def rooms_of(system: str) -> dict[str, Path]:
    """The top-level names of a system's package, without their endings."""
    found = (path for path in (ROOT / system).iterdir() if not path.name.startswith(("_", ".")))
    return {path.stem: path for path in found}


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_system_has_the_rooms_of_all_others_and_no_more(system: str) -> None:
    assert {*rooms_of(system)} == {*ROOMS, DATA}


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_room_is_a_module_or_a_package_and_data_holds_tables_alone(system: str) -> None:
    rooms = rooms_of(system)
    for name in ROOMS:
        assert rooms[name].suffix == ".py" or (rooms[name] / "__init__.py").is_file(), name
    tables = [path for path in rooms["data"].rglob("*") if path.is_file()]
    assert tables
    assert {path.suffix for path in tables} == {".toml"}


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_module_of_a_system_reaches_into_another_system(system: str) -> None:
    others = [other for other in SYSTEMS if other != system]
    for path in (ROOT / system).rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not any(f"rules.{other}" in text for other in others), path
