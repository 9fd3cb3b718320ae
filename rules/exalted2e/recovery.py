"""Days of downtime: wounds, fatigue, motes and Willpower (chapters 17 and 18)."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from rules.battle import Json
from rules.exalted2e.actions.rolling import plain_rule, roll
from rules.exalted2e.health.healing import heal, heal_active_day
from rules.exalted2e.health.recovery import motes_per_hour, regain, regain_motes, rest_fatigue
from rules.exalted2e.sheet.model import Sheet
from rules.exalted2e.sheet.parse import mote_room
from rules.exalted2e.traits import has_rule_of_10
from rules.recovery import ACTIVE, REST, Day, DayActivity, HealingProgress, RecoveryResult, RecoveryRules, check_begun
from rules.sheets.fate import wake_rested
from rules.text import Text

SLEEP, DAY = 8, 24
"""Hours of a night's sleep, which is rest on any day, and of a day."""
REST_HOURS: Final = {REST: DAY, ACTIVE: SLEEP}


class Recovery(RecoveryRules[Sheet]):
    """Downtime. The sheet itself keeps which share of a box has healed (2E-424)."""

    activities = (
        DayActivity(
            REST,
            Text("Rest"),
            Text("Wounds heal at the resting rate, fatigue drops by three points, motes come back."),
            "2E-421",
        ),
        DayActivity(
            ACTIVE,
            Text("Live as usual"),
            Text("Wounds heal at the active rate; eight hours of sleep count as rest."),
            "2E-421",
        ),
    )
    still_rule = "2E-409"
    places = ("health", "unconscious", "fate", "healing", "fatigue", "personal", "peripheral", "willpower_points")

    story_help = Text("Willpower returns to its rating, and the channels of Virtues are free again.")

    def end_story(self, sheet: Sheet, options: Any) -> Mapping[str, Json]:
        """Return Willpower at its rating, never lower than it is, and Virtues that can be channeled again (2E-444)."""
        channels = {f"channels.{virtue}": 0 for virtue, spent in sheet.channels.items() if spent}
        return {**channels, "willpower_points": max(sheet.willpower_points, sheet.willpower)}

    def spend_day(self, sheet: Sheet, begun: int, day: Day) -> tuple[Sheet, int]:
        """Return the sheet after a day: healing, fatigue, motes, sleep."""
        rested = REST_HOURS[day.activity]
        if day.activity == REST:
            body, healed = heal(sheet.body(), sheet.being, DAY, options=day.options)
        else:
            body, healed = heal_active_day(sheet.body(), sheet.being, DAY, SLEEP, day.options)
        day.say_healed(healed, len(body.boxes) - body.boxes.count("."), "2E-424")
        fatigue = rest_fatigue(sheet.fatigue, rested)
        if fatigue != sheet.fatigue:
            day.say(Text("Fatigue drops from {was} to {now}.", was=sheet.fatigue, now=fatigue), "2E-430")
        after = replace(sheet, health=body.boxes, healing=body.healing, fatigue=fatigue)
        if healed or not body.boxes.strip("."):
            after = replace(wake_rested(after), unconscious=False)
        return _sleep(_breathe(after, rested, day), day), 0

    def begun(self, sheet: Sheet, carry: Mapping[str, Json]) -> HealingProgress | None:
        """Return the healed share of the rightmost wound in per cent; None if nothing heals."""
        box = _next_box(sheet)
        if box is None:
            return None
        done = next((Fraction(share, whole) for index, share, whole in sheet.healing if index == box), Fraction(0))
        return HealingProgress(Text("Next health level healed so far, percent"), int(100 * done), 99, "2E-424")

    def begin(self, sheet: Sheet, carry: Mapping[str, Json], value: int) -> RecoveryResult:
        """Set the healed share of the rightmost wound in per cent; other wounds keep theirs."""
        check_begun(self.begun(sheet, carry), value)
        box, done = _next_box(sheet) or 0, Fraction(value, 100)
        kept: list[Json] = [[index, share, whole] for index, share, whole in sheet.healing if index < box]
        return RecoveryResult({"healing": [*kept, [box, done.numerator, done.denominator]] if done else kept}, carry)


def _next_box(sheet: Sheet) -> int | None:
    """Return the index of the box that heals next; None for the unhurt, the dying and the dead."""
    box = len(sheet.health) - sheet.health.count(".") - 1
    return None if box < 0 or sheet.body().state in ("dying", "dead") else box


def _breathe(sheet: Sheet, rested: int, day: Day) -> Sheet:
    """Regain the motes of a day: eight hours as relaxed, other hours of rest as at rest, with an attuned hearthstone
    (2E-441)."""
    stone = sheet.hearthstone
    gained = SLEEP * motes_per_hour("relax", stone) + (rested - SLEEP) * motes_per_hour("rest", stone)
    personal, peripheral = regain_motes(sheet.personal, sheet.peripheral, mote_room(sheet), gained)
    back = peripheral - sheet.peripheral + personal - sheet.personal
    if not back:
        return sheet
    text = Text(
        "{n} mote comes back: {personal} Personal, {peripheral} Peripheral.",
        "{n} motes come back: {personal} Personal, {peripheral} Peripheral.",
        n=back,
        personal=personal,
        peripheral=peripheral,
    )
    day.say(text, "2E-440")
    return replace(sheet, personal=personal, peripheral=peripheral)


def _sleep(sheet: Sheet, day: Day) -> Sheet:
    """Roll Conviction after a night's sleep if Willpower is spent (2E-443)."""
    if sheet.willpower_points >= sheet.willpower:
        return sheet
    slept = roll(sheet.virtues["conviction"], plain_rule(has_rule_of_10(sheet.being)), day.roller)
    points = regain(sheet.willpower_points, sheet.willpower, slept.total)
    text = Text(
        "Conviction after sleep: {n} success, Willpower {points} of {most}.",
        "Conviction after sleep: {n} successes, Willpower {points} of {most}.",
        n=slept.total,
        points=points,
        most=sheet.willpower,
    )
    day.say(text, "2E-443", tuple(die.face for die in slept.dice))
    return replace(sheet, willpower_points=points)
