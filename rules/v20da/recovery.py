"""Nights of downtime: waking costs blood and gives Willpower, blood heals (V20-200 to V20-206), hunting brings blood.

The sources name no figures for feeding: a table's option says what it brings.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.battle import Json
from rules.recovery import ACTIVE, REST, Day, DayActivity, RecoveryRules
from rules.text import Text
from rules.v20da.health.blood import blood_maximum, wake
from rules.v20da.health.fate import list_marks
from rules.v20da.health.healing import AGGRAVATED_COST, heal_light, heal_rest, light_wounds
from rules.v20da.sheet.model import Sheet

HUNT = "hunt"
RESERVE = 1
"""The blood that is kept for the next waking (V20-206)."""


class Recovery(RecoveryRules[Sheet]):
    """Downtime in V20. The sources give mortals no rates, so the Storyteller decides for them."""

    activities = (
        DayActivity(
            REST,
            Text("Rest and heal"),
            Text(
                "A vampire spends blood on wounds, lightest first, and keeps one point for waking. A day of "
                "rest heals one aggravated level for five. When nothing heals, it lives as usual."
            ),
            "V20-203",
        ),
        DayActivity(
            ACTIVE,
            Text("Live as usual"),
            Text("Waking costs a vampire one blood point per night; feeding as usual replaces it."),
            "V20-206",
        ),
        DayActivity(
            HUNT,
            Text("Hunt"),
            Text("A vampire refills the blood pool, or gains the amount set for a night in the rule options."),
            "V20-206",
        ),
    )
    places = ("health", "blood", "willpower_points")
    still_rule = "V20-185"
    story_help = Text("Willpower returns to its rating.")

    def find_still(self, sheet: Sheet) -> str:
        """Return the fate in which nights give nothing; the stake is one, whatever it found (V20-162)."""
        return super().find_still(sheet) or next(iter(list_marks(sheet)), "")

    def end_story(self, sheet: Sheet, options: Any) -> Mapping[str, Json]:
        """Return Willpower at its rating, where the table has it so (V20-356, 357)."""
        return {"willpower_points": sheet.willpower} if options.willpower_story_end else {}

    def find_nature(self, sheet: Sheet) -> str:
        """Return the Nature of someone who has spent Willpower (V20-355)."""
        return sheet.nature if sheet.willpower_points < sheet.willpower else ""

    def act_out(self, sheet: Sheet, points: int) -> Mapping[str, Json]:
        """Return Willpower with these points, up to its rating (V20-355)."""
        return {"willpower_points": min(sheet.willpower, sheet.willpower_points + points)}

    def spend_day(self, sheet: Sheet, begun: int, day: Day) -> tuple[Sheet, int]:
        """Wake, then hunt or heal."""
        return _spend_night(sheet, day), 0


def _spend_night(sheet: Sheet, day: Day) -> Sheet:
    if not sheet.is_vampire:
        if sheet.health and day.number == 1:
            day.say(Text("Mortals’ wounds heal only when the Storyteller says so."), "V20-200")
        return _refresh(sheet, day)
    if sheet.blood < 1:
        if day.number == 1:
            day.say(Text("Without a blood point, a vampire does not wake."), "V20-206")
        return sheet
    sheet = _refresh(sheet, day)
    awake = replace(sheet, blood=wake(sheet.blood))
    if day.activity == HUNT:
        return _hunt(awake, day)
    if day.options.feeds_as_usual and (day.activity == ACTIVE or not _can_heal(awake)):
        return sheet
    if not awake.blood:
        day.say(Text("The last blood point is spent on waking."), "V20-206")
    return _heal(awake, day) if day.activity == REST else awake


def _refresh(sheet: Sheet, day: Day) -> Sheet:
    """Waking gives a point of Willpower, where the table has it so (V20-356)."""
    if not day.options.willpower_on_waking or sheet.willpower_points >= sheet.willpower:
        return sheet
    points = sheet.willpower_points + 1
    day.say(Text("Waking gives a Willpower point: {n} of {n2}.", n=points, n2=sheet.willpower), "V20-356")
    return replace(sheet, willpower_points=points)


def _can_heal(sheet: Sheet) -> bool:
    """Return whether the blood of a vampire who has woken heals anything tonight."""
    light = light_wounds(sheet.health)
    return sheet.blood > RESERVE if light else "*" in sheet.health and sheet.blood >= AGGRAVATED_COST + RESERVE


def _hunt(sheet: Sheet, day: Day) -> Sheet:
    room = blood_maximum(sheet.generation) - sheet.blood
    gained = min(room, day.options.hunt_blood or room)
    held = sheet.blood + gained
    day.say(
        Text(
            "The hunt brings {n} blood point; pool {left}.",
            "The hunt brings {n} blood points; pool {left}.",
            n=gained,
            left=held,
        ),
        "V20-206",
    )
    return replace(sheet, blood=held)


def _heal(sheet: Sheet, day: Day) -> Sheet:
    light = min(light_wounds(sheet.health), max(0, sheet.blood - RESERVE))
    if light:
        track = heal_light(sheet.health, light)
        sheet = replace(sheet, health=track, blood=sheet.blood - light)
        day.say(
            Text(
                "{n} level heals, 1 blood each; {left} left.",
                "{n} levels heal, 1 blood each; {left} left.",
                n=light,
                left=sheet.blood,
            ),
            "V20-200",
        )
    if sheet.health and not light_wounds(sheet.health) and sheet.blood >= AGGRAVATED_COST + RESERVE:
        healed = heal_rest(sheet.blood, 0, sheet.health)
        sheet = replace(sheet, health=healed.track, blood=healed.blood)
        text = Text("An aggravated level heals for {n} blood; {left} left.", n=AGGRAVATED_COST, left=sheet.blood)
        day.say(text, "V20-203")
    return sheet
