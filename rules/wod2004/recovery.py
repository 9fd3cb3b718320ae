"""Days of downtime: wounds heal, and a night of rest gives Willpower (WD-058, WD-220 to WD-222)."""

from dataclasses import replace

from rules.recovery import ACTIVE, REST, Day, DayActivity, RecoveryRules
from rules.sheets.fate import wake_rested
from rules.text import Text
from rules.wod2004.actions.willpower import regain
from rules.wod2004.health import HEALING_MINUTES, heal, wound_state
from rules.wod2004.sheet import derived
from rules.wod2004.sheet.model import Sheet

DAY = 24 * 60
"""A day in minutes."""


class Recovery(RecoveryRules[Sheet]):
    """Recovery, which is the same for every way to spend a day."""

    activities = (
        DayActivity(REST, Text("Rest"), Text("Wounds heal, and every night restores Willpower."), "WD-220"),
        DayActivity(ACTIVE, Text("Live as usual"), Text("Healing continues without rest."), "WD-222"),
    )
    places = ("health", "fate", "willpower_points")
    still_rule = "WD-222"
    unit = "minutes"
    begun_label = Text("Minutes toward next wound")
    begun_rule = "WD-221"

    def spend_day(self, sheet: Sheet, begun: int, day: Day) -> tuple[Sheet, int]:
        """Return the sheet and the minutes towards the next wound after a day."""
        after, minutes = _heal(sheet, begun, day)
        points, dots = after.willpower_points, derived.willpower(after).total
        rested = max(points, regain(points, dots, "rest", day.options))
        if rested != points:
            day.say(Text("A night’s rest: Willpower {n} of {n2}.", n=rested, n2=dots), "WD-058")
        return replace(after, willpower_points=rested), minutes

    def marks(self, sheet: Sheet) -> str:
        """Return the track of wounds."""
        return derived.track_of(sheet)

    def count_most(self, sheet: Sheet) -> int | None:
        """Return the most minutes that may count towards the next wound, None where nothing heals."""
        track = derived.track_of(sheet)
        return HEALING_MINUTES[track[-1]] - 1 if track and not _is_dying(sheet) else None


def _is_dying(sheet: Sheet) -> bool:
    return wound_state(derived.track_of(sheet), derived.health(sheet).total) in ("dying", "dead")


def _heal(sheet: Sheet, minutes: int, day: Day) -> tuple[Sheet, int]:
    track, boxes = derived.track_of(sheet), derived.health(sheet).total
    if not track:
        return wake_rested(sheet), 0
    if _is_dying(sheet):
        if day.number == 1:
            day.say(Text("A dying character does not heal naturally."), "WD-222")
        return sheet, 0
    passed = minutes + DAY
    after = heal(track, passed)
    healed = len(track) - len(after)
    if not healed:
        return sheet, passed
    if after:
        text = Text("A wound heals: {left} left.", "{n} wounds heal: {left} left.", n=healed, left=len(after))
    else:
        text = Text("A wound heals: unhurt.", "{n} wounds heal: unhurt.", n=healed)
    day.say(text, "WD-221")
    left = passed - sum(HEALING_MINUTES[mark] for mark in track[len(after) :])
    return wake_rested(replace(sheet, health=derived.boxes_of(after, boxes))), left if after else 0
