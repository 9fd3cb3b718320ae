"""Days of downtime: wounds, fatigue, motes and Willpower (chapters 17 and 18)."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Final

from rules.battle import Json
from rules.exalted2e.actions.rolling import plain_rule, roll
from rules.exalted2e.health.fatigue import rest_fatigue
from rules.exalted2e.health.healing import heal
from rules.exalted2e.health.recovery import motes_per_hour, regain_motes, regain_willpower
from rules.exalted2e.sheet.model import Sheet
from rules.exalted2e.sheet.parse import mote_room
from rules.exalted2e.traits import has_rule_of_10
from rules.recovery import ACTIVE, REST, Begun, Day, Recovered, RecoveryRules, Way, check_begun

SLEEP, DAY = 8, 24
"""Hours: a night's sleep is rest on any day."""
REST_HOURS: Final = {REST: DAY, ACTIVE: SLEEP}


class Recovery(RecoveryRules[Sheet]):
    """What a wound has healed in part stands on the sheet itself, as a share of the box (2E-424)."""

    ways = (
        Way(REST, "Rest", "Wounds heal at the rate of rest, fatigue goes by three points, motes come back.", "2E-421"),
        Way(ACTIVE, "Live as usual", "Wounds heal at the rate of activity; eight hours of sleep are rest.", "2E-421"),
    )
    places = ("health", "unconscious", "healing", "fatigue", "personal", "peripheral", "willpower_points")

    def spend_day(self, sheet: Sheet, begun: int, day: Day) -> tuple[Sheet, int]:
        """Heal, lose fatigue, breathe and sleep."""
        rested = REST_HOURS[day.way]
        # The table's hours of activity have their nights in them; bashing wounds heal in these nights alone (2E-420).
        resting = rested if day.way == REST or "B" in sheet.health else 0
        body, healed = heal(sheet.body(), sheet.being, resting, DAY - resting, day.options)
        day.say_healed(healed, len(body.boxes) - body.boxes.count("."), "2E-424")
        fatigue = rest_fatigue(sheet.fatigue, rested)
        if fatigue != sheet.fatigue:
            day.say(f"Fatigue falls from {sheet.fatigue} to {fatigue}.", "2E-430")
        after = replace(
            sheet, health=body.boxes, unconscious=body.unconscious, healing=body.healing, fatigue=fatigue
        )  # fmt: skip
        return _sleep(_breathe(after, rested, day), day), 0

    def begun(self, sheet: Sheet, carry: Mapping[str, Json]) -> Begun | None:
        """How much of the rightmost wound has healed, in hundredths."""
        box = _next_box(sheet)
        if box is None:
            return None
        done = next((Fraction(share, whole) for index, share, whole in sheet.healing if index == box), Fraction(0))
        return Begun("Healed of the next health level, per cent", int(100 * done), 99, "2E-424")

    def begin(self, sheet: Sheet, carry: Mapping[str, Json], value: int) -> Recovered:
        """Put what has healed of the rightmost wound at a value; wounds left of it keep what they have."""
        check_begun(self.begun(sheet, carry), value)
        box, done = _next_box(sheet) or 0, Fraction(value, 100)
        kept: list[Json] = [[index, share, whole] for index, share, whole in sheet.healing if index < box]
        return Recovered({"healing": [*kept, [box, done.numerator, done.denominator]] if done else kept}, carry)


def _next_box(sheet: Sheet) -> int | None:
    """The box that heals next, from 0; None for the unhurt and the dying."""
    box = len(sheet.health) - sheet.health.count(".") - 1
    return None if box < 0 or sheet.body().state in ("dying", "dead") else box


def _breathe(sheet: Sheet, rested: int, day: Day) -> Sheet:
    """Motes of the day: asleep at the rate of relaxation, the rest of a day of rest at that of ordinary rest."""
    gained = SLEEP * motes_per_hour("relax") + (rested - SLEEP) * motes_per_hour("rest")
    room = mote_room(sheet)
    peripheral = regain_motes(sheet.peripheral, room[1], gained)
    left = gained - (peripheral - sheet.peripheral)
    personal = regain_motes(sheet.personal, room[0], left)
    back = peripheral - sheet.peripheral + personal - sheet.personal
    if not back:
        return sheet
    day.say(f"{_count(back, 'mote')} come back: {personal} Personal, {peripheral} Peripheral.", "2E-440")
    return replace(sheet, personal=personal, peripheral=peripheral)


def _sleep(sheet: Sheet, day: Day) -> Sheet:
    """Conviction, rolled after a full night's sleep while Willpower is spent."""
    if sheet.willpower_points >= sheet.willpower:
        return sheet
    slept = roll(sheet.virtues.conviction, plain_rule(has_rule_of_10(sheet.being)), day.roller)
    points = regain_willpower(sheet.willpower_points, sheet.willpower, slept.total)
    told = f"Conviction after sleep: {_count(slept.total, 'success')}, Willpower {points} of {sheet.willpower}."
    day.say(told, "2E-443", tuple(die.face for die in slept.dice))
    return replace(sheet, willpower_points=points)


def _count(number: int, word: str) -> str:
    plural = f"{word}es" if word.endswith("s") else f"{word}s"
    return f"{number} {word if number == 1 else plural}"


RECOVERY = Recovery()
