"""Days of downtime: wounds heal by themselves, a night of rest gives Willpower (WD-058, WD-220 to WD-222)."""

from collections.abc import Mapping

from rules.battle import Json
from rules.dice import Roller
from rules.recovery import ACTIVE, REST, Begun, Line, Recovered, Way, check_begun, read_carry
from rules.system import RecoveryRules
from rules.wod2004.actions.willpower import regain
from rules.wod2004.health import HEALING_MINUTES, heal, wound_state
from rules.wod2004.options import Options
from rules.wod2004.sheet import derived
from rules.wod2004.sheet.model import Sheet

DAY = 24 * 60
"""Minutes."""
WAYS = (
    Way(REST, "Rest", "Wounds heal, and every night gives Willpower.", "WD-220"),
    Way(ACTIVE, "Live as usual", "Healing needs no rest: it goes on all the same.", "WD-222"),
)


def live(sheet: Sheet, carry: Mapping[str, Json], way: str, days: int, roller: Roller, options: Options) -> Recovered:
    """Let days pass. Neither wounds nor Willpower ask in which way."""
    lines: list[Line] = []
    boxes, dots = derived.health(sheet).total, derived.willpower(sheet).total
    track, points = derived.track_of(sheet), sheet.willpower_points
    minutes = read_carry(carry, "minutes", track)
    for day in range(1, days + 1):
        track, minutes = _heal(track, minutes, boxes, day, lines)
        rested = max(points, regain(points, dots, "rest", options))
        if rested != points:
            lines.append(Line(day, f"A night's rest: Willpower {rested} of {dots}.", "WD-058"))
        points = rested
    changes: dict[str, Json] = {}
    if track != derived.track_of(sheet):
        changes["health"] = derived.boxes_of(track, boxes)
    if points != sheet.willpower_points:
        changes["willpower_points"] = points
    return Recovered(changes, {"minutes": minutes, "marks": track} if minutes else {}, tuple(lines))


def begun(sheet: Sheet, carry: Mapping[str, Json]) -> Begun | None:
    """The minutes that the wound has had which heals next."""
    track = derived.track_of(sheet)
    if not track or wound_state(track, derived.health(sheet).total) in ("dying", "dead"):
        return None
    most = HEALING_MINUTES[track[-1]] - 1
    return Begun("Minutes towards the next wound", min(read_carry(carry, "minutes", track), most), most, "WD-221")


def begin(sheet: Sheet, carry: Mapping[str, Json], value: int) -> Recovered:
    """Put these minutes to so many."""
    check_begun(begun(sheet, carry), value)
    return Recovered({}, {"minutes": value, "marks": derived.track_of(sheet)} if value else {})


def _heal(track: str, minutes: int, boxes: int, day: int, lines: list[Line]) -> tuple[str, int]:
    if not track:
        return track, 0
    if wound_state(track, boxes) in ("dying", "dead"):
        if day == 1:
            lines.append(Line(day, "Nothing heals by itself in one who is dying.", "WD-222"))
        return track, 0
    passed = minutes + DAY
    after = heal(track, passed)
    left = passed - sum(HEALING_MINUTES[mark] for mark in track[len(after) :])
    healed = len(track) - len(after)
    if healed:
        what = "A wound heals" if healed == 1 else f"{healed} wounds heal"
        lines.append(Line(day, f"{what}: {f'{len(after)} left' if after else 'unhurt again'}.", "WD-221"))
    return after, left if after else 0


RECOVERY = RecoveryRules(WAYS, live, begun, begin)
