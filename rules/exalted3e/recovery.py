"""Days of downtime: wounds by the table of healing times, motes by the hour (3E-270 to 3E-273, 3E-341)."""

from collections.abc import Mapping
from typing import Any, Final

from rules.battle import Json
from rules.dice import Roller
from rules.exalted3e.actions.essence import regain_motes
from rules.exalted3e.health import Health, heal_for, hours_of_next, is_incapacitated, read_boxes
from rules.exalted3e.options import Options
from rules.exalted3e.pools import motes_of
from rules.exalted3e.sheet.model import Sheet
from rules.exalted3e.traits import TABLES
from rules.recovery import ACTIVE, REST, Begun, Line, Recovered, Way, check_begun, read_carry
from rules.system import RecoveryRules

SLEEP, DAY = 8, 24
"""Hours."""
RESTED: Final = {REST: DAY, ACTIVE: SLEEP}
"""Hours of a day in which motes come back at the rate of rest."""
WAYS = (
    Way(REST, "Rest", "Wounds heal day by day; motes come back at the rate of rest all day.", "3E-341"),
    Way(ACTIVE, "Live as usual", "Wounds heal day by day; motes come back as at rest in sleep alone.", "3E-341"),
)


def live(sheet: Sheet, carry: Mapping[str, Json], way: str, days: int, roller: Roller, options: Options) -> Recovered:
    """Let days pass in one way. The books at hand give no Willpower for sleep: that is left to the Storyteller."""
    lines: list[Line] = []
    health = _health(sheet)
    hours = read_carry(carry, "hours", _marks(health))
    personal, peripheral = sheet.motes.personal, sheet.motes.peripheral
    for day in range(1, days + 1):
        health, hours = _heal(sheet, health, hours, day, lines)
        personal, peripheral = _breathe(sheet, (personal, peripheral), RESTED[way], day, lines)
    changes: dict[str, Json] = {}
    if _marks(health) != _marks(_health(sheet)):
        changes["health.marks"] = _marks(health)
    for key, before, after in (("personal", sheet.motes.personal, personal),
                               ("peripheral", sheet.motes.peripheral, peripheral)):  # fmt: skip
        if after != before:
            changes[f"motes.{key}"] = after
    return Recovered(changes, {"hours": hours, "marks": _marks(health)} if hours else {}, tuple(lines))


def begun(sheet: Sheet, carry: Mapping[str, Json]) -> Begun | None:
    """The hours that the level has had which heals next."""
    health = _health(sheet)
    needed = hours_of_next(health, _being(sheet))
    if needed is None:
        return None
    hours = read_carry(carry, "hours", _marks(health))
    return Begun("Hours towards the next health level", min(hours, needed - 1), needed - 1, "3E-272")


def begin(sheet: Sheet, carry: Mapping[str, Json], value: int) -> Recovered:
    """Put these hours to so many."""
    check_begun(begun(sheet, carry), value)
    return Recovered({}, {"hours": value, "marks": _marks(_health(sheet))} if value else {})


def _being(sheet: Sheet) -> str:
    return "exalt" if sheet.archetype in TABLES["pools"] else "mortal"


def _heal(sheet: Sheet, health: Health, hours: int, day: int, lines: list[Line]) -> tuple[Health, int]:
    if not health.filled:
        return health, 0
    after, left = heal_for(health, _being(sheet), hours + DAY)
    healed = health.filled - after.filled
    if healed:
        what = "A health level heals" if healed == 1 else f"{healed} health levels heal"
        lines.append(Line(day, f"{what}: {f'{after.filled} still marked' if after.filled else 'unhurt again'}.",
                          "3E-272"))  # fmt: skip
    elif is_incapacitated(health) and day == 1:
        lines.append(Line(day, "Incapacitated: that level heals at the Storyteller's word.", "3E-272"))
    return after, left


def _breathe(sheet: Sheet, now: tuple[int, int], rested: int, day: int, lines: list[Line]) -> tuple[int, int]:
    full = motes_of(sheet.archetype, sheet.essence, _pools())
    if not sum(full):
        return now
    after = now
    for hours, resting in ((rested, True), (DAY - rested, False)):
        after = regain_motes(*after, full, sheet.motes.committed, hours, resting)
    back = sum(after) - sum(now)
    if back:
        word = "mote comes" if back == 1 else "motes come"
        lines.append(Line(day, f"{back} {word} back: {after[0]} personal, {after[1]} peripheral.", "3E-341"))
    return after


def _pools() -> dict[str, dict[str, list[int]]]:
    pools: Any = TABLES["pools"]
    return dict(pools)


def _health(sheet: Sheet) -> Health:
    marks = sheet.health.marks
    return Health(sheet.levels, marks.count("b"), marks.count("l"), marks.count("a"))


def _marks(health: Health) -> str:
    return "".join(mark for _penalty, mark in read_boxes(health))


RECOVERY = RecoveryRules(WAYS, live, begun, begin)
