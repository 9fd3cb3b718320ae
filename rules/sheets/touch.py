"""What a tap on a sheet says, and what it changes there: the same at a table and on the sheet's own page."""

from dataclasses import dataclass
from typing import Any

from rules.battle import Json
from rules.errors import BadInput
from rules.paths import write_path
from rules.sheets.fate import PLACE as FATE
from rules.sheets.points import Change, change_points
from rules.sheets.rules import SheetRules
from rules.text import Text
from rules.wounds import HARMS

MARK = "mark"
"""What a tap on an empty box says: it takes the kind of harm that the switch next to it has."""
MAX_TAPS = 99
"""The most points of one change."""
BAD_TAP = Text("Tap a box, or plus or minus next to a pool.")
_STEPS = {"1": 1, "-1": -1}


@dataclass(frozen=True, slots=True)
class TapTarget:
    """What a tap is on: `who` is the key of a character or the id of a combatant, `what` a place, `by` how much."""

    who: str
    what: str
    by: int


def parse_tap(tap: str, harm: str, times: int) -> TapTarget:
    """Return what a tap says: "12 willpower_points -1". Raises `BadInput`."""
    who, what, step = [*tap.split(" "), "", "", ""][:3]
    if harm not in HARMS:
        raise BadInput("unknown_harm", Text("Damage is bashing, lethal or aggravated."), key="harm")
    if not (who.isascii() and what) or step not in _STEPS or tap.count(" ") != 2:
        raise BadInput("bad_tap", BAD_TAP, key="tap")
    if not 1 <= times <= MAX_TAPS:
        raise BadInput("bad_times", Text("Change 1 to {n} points at once.", n=MAX_TAPS), key="times")
    return TapTarget(who, harm if what == MARK else what, _STEPS[step] * times)


def touch_sheet(rules: SheetRules, stored: Json, sheet: Any, touched: TapTarget) -> tuple[Change, dict[str, Json]]:
    """Return what a tap changes, and the new values by their paths: a fate follows the health boxes.

    `stored`: the sheet as JSON; `sheet`: the parsed one, whose figures count. Raises `IllegalMove` where nothing would
    change.
    """
    change = change_points(rules.points(sheet), touched.what, touched.by)
    after = rules.parse(write_path(stored, change.trait.key, change.now))
    values = {change.trait.key: change.now}
    if getattr(sheet, FATE, ""):
        values[FATE] = rules.follow_boxes(sheet, after)
    return change, values
