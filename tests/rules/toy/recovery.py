"""Downtime: a day of rest finds a coin, up to three."""

from collections.abc import Mapping
from typing import Any

from rules.battle import Json
from rules.dice import Roller
from rules.recovery import ACTIVE, REST, Line, Recovered, Way
from rules.system import RecoveryRules

from .sheet import Sheet

MOST = 3
WAYS = (
    Way(REST, "Rest", "A coin a day, up to three.", "TOY-9"),
    Way(ACTIVE, "Live as usual", "No coins.", "TOY-9"),
)


def live(sheet: Sheet, carry: Mapping[str, Json], way: str, days: int, roller: Roller, options: Any) -> Recovered:
    """Let days pass in one way."""
    found = max(0, min(days, MOST - sheet.coins)) if way == REST else 0
    lines = tuple(Line(day, "A coin is found.", "TOY-9") for day in range(1, found + 1))
    return Recovered({"coins": sheet.coins + found} if found else {}, {}, lines)


RECOVERY = RecoveryRules(WAYS, live)
