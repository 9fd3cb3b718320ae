"""Nights of downtime: waking costs blood, blood heals (V20-200 to V20-206), and hunting brings it.

The sources name no figures for feeding: what it brings is a table's option.
"""

from collections.abc import Mapping
from dataclasses import replace

from rules.battle import Json
from rules.dice import Roller
from rules.recovery import ACTIVE, REST, Line, Recovered, Way
from rules.system import RecoveryRules
from rules.v20da.health.blood import blood_maximum, wake
from rules.v20da.health.healing import AGGRAVATED_COST, heal_light, heal_rest, light_wounds
from rules.v20da.options import Options
from rules.v20da.sheet.model import Sheet

HUNT = "hunt"
RESERVE = 1
"""Blood that is kept for the next waking (V20-206)."""
WAYS = (
    Way(REST, "Rest and heal", "A vampire spends blood on its wounds, the lightest first, and keeps one for waking. A "
        "day of rest heals one aggravated level for five.", "V20-203"),
    Way(ACTIVE, "Live as usual", "Waking costs a vampire one blood point a night; feeding as usual makes it good.",
        "V20-206"),
    Way(HUNT, "Hunt", "A vampire fills its blood pool, or gains what the table has settled for a night.", "V20-206"),
)  # fmt: skip


def live(sheet: Sheet, carry: Mapping[str, Json], way: str, days: int, roller: Roller, options: Options) -> Recovered:
    """Let nights pass in one way. The books at hand give mortals no rates: that is left to the Storyteller."""
    lines: list[Line] = []
    now = sheet
    for day in range(1, days + 1):
        now = _spend_night(now, way, day, options, lines)
    changed = [name for name in ("health", "blood") if getattr(now, name) != getattr(sheet, name)]
    return Recovered({name: getattr(now, name) for name in changed}, {}, tuple(lines))


def _spend_night(sheet: Sheet, way: str, day: int, options: Options, lines: list[Line]) -> Sheet:
    if not sheet.is_vampire:
        if sheet.health and day == 1:
            lines.append(Line(day, "Wounds of mortals heal at the Storyteller's word.", "V20-200"))
        return sheet
    if sheet.blood < 1:
        if day == 1:
            lines.append(Line(day, "Without a blood point a vampire does not wake.", "V20-206"))
        return sheet
    awake = replace(sheet, blood=wake(sheet.blood))
    if way == HUNT:
        return _hunt(awake, day, options, lines)
    if way == ACTIVE and options.feeds_as_usual:
        return sheet
    if not awake.blood:
        lines.append(Line(day, "The last blood point is spent on waking.", "V20-206"))
    return _heal(awake, day, lines) if way == REST else awake


def _hunt(sheet: Sheet, day: int, options: Options, lines: list[Line]) -> Sheet:
    room = blood_maximum(sheet.generation) - sheet.blood
    gained = min(room, options.hunt_blood or room)
    points = "blood point" if gained == 1 else "blood points"
    lines.append(Line(day, f"The hunt brings {gained} {points}; {sheet.blood + gained} in the pool.", "V20-206"))
    return replace(sheet, blood=sheet.blood + gained)


def _heal(sheet: Sheet, day: int, lines: list[Line]) -> Sheet:
    light = min(light_wounds(sheet.health), max(0, sheet.blood - RESERVE))
    if light:
        track = heal_light(sheet.health, light)
        sheet = replace(sheet, health=track, blood=sheet.blood - light)
        levels = "level heals" if light == 1 else "levels heal"
        lines.append(Line(day, f"{light} {levels} for as much blood; {sheet.blood} left.", "V20-200"))
    if sheet.health and not light_wounds(sheet.health) and sheet.blood >= AGGRAVATED_COST + RESERVE:
        healed = heal_rest(sheet.blood, 0, sheet.health)
        sheet = replace(sheet, health=healed.track, blood=healed.blood)
        lines.append(
            Line(day, f"An aggravated level heals for {AGGRAVATED_COST} blood; {sheet.blood} left.", "V20-203")
        )
    return sheet


RECOVERY = RecoveryRules(WAYS, live)
