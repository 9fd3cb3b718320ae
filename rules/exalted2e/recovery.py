"""Days of downtime: wounds, fatigue, motes and Willpower (chapters 17 and 18)."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Final

from rules.battle import Json
from rules.codec import encode
from rules.dice import Roller
from rules.exalted2e.actions.rolling import plain_rule, roll
from rules.exalted2e.health.fatigue import rest_fatigue
from rules.exalted2e.health.healing import heal
from rules.exalted2e.health.recovery import motes_per_hour, regain_motes, regain_willpower
from rules.exalted2e.options import Options
from rules.exalted2e.sheet.model import Sheet
from rules.exalted2e.sheet.parse import mote_room
from rules.exalted2e.traits import has_rule_of_10
from rules.recovery import ACTIVE, REST, Begun, Line, Recovered, Way, check_begun
from rules.system import RecoveryRules

SLEEP, DAY = 8, 24
"""Hours: a night's sleep is rest on any day."""
REST_HOURS: Final = {REST: DAY, ACTIVE: SLEEP}
WAYS = (
    Way(REST, "Rest", "Wounds heal at the rate of rest, fatigue goes by three points, motes come back.", "2E-421"),
    Way(ACTIVE, "Live as usual", "Wounds heal at the rate of activity; eight hours of sleep are rest.", "2E-421"),
)


def live(sheet: Sheet, carry: Mapping[str, Json], way: str, days: int, roller: Roller, options: Options) -> Recovered:
    """Let days pass in one way. What a wound has healed in part stands on the sheet itself (2E-424)."""
    lines: list[Line] = []
    now = sheet
    for day in range(1, days + 1):
        now = _spend_day(now, way, day, roller, options, lines)
    return Recovered(_changes(sheet, now), {}, tuple(lines))


def begun(sheet: Sheet, carry: Mapping[str, Json]) -> Begun | None:
    """How much of the rightmost wound has healed, in hundredths."""
    box = _next_box(sheet)
    if box is None:
        return None
    done = next((Fraction(share, whole) for index, share, whole in sheet.healing if index == box), Fraction(0))
    return Begun("Healed of the next health level, per cent", int(100 * done), 99, "2E-424")


def begin(sheet: Sheet, carry: Mapping[str, Json], value: int) -> Recovered:
    """Put what has healed of the rightmost wound at so many hundredths; wounds left of it keep what they have."""
    check_begun(begun(sheet, carry), value)
    box, done = _next_box(sheet) or 0, Fraction(value, 100)
    kept: list[Json] = [[index, share, whole] for index, share, whole in sheet.healing if index < box]
    return Recovered({"healing": [*kept, [box, done.numerator, done.denominator]] if done else kept}, carry)


def _next_box(sheet: Sheet) -> int | None:
    """The box that heals next, from 0; None for the unhurt and the dying."""
    box = len(sheet.health) - sheet.health.count(".") - 1
    return None if box < 0 or sheet.body().state in ("dying", "dead") else box


def _spend_day(sheet: Sheet, way: str, day: int, roller: Roller, options: Options, lines: list[Line]) -> Sheet:
    rested = REST_HOURS[way]
    # The table's hours of activity have their nights in them; bashing wounds heal in these nights alone (2E-420).
    resting = rested if way == REST or "B" in sheet.health else 0
    body, healed = heal(sheet.body(), sheet.being, resting, DAY - resting, options)
    if healed:
        left = len(body.boxes) - body.boxes.count(".")
        what = "A health level heals" if healed == 1 else f"{healed} health levels heal"
        lines.append(Line(day, f"{what}: {f'{left} still marked' if left else 'unhurt again'}.", "2E-424"))
    fatigue = rest_fatigue(sheet.fatigue, rested)
    if fatigue != sheet.fatigue:
        told = f"Fatigue falls from {sheet.fatigue} to {fatigue}."
        lines.append(Line(day, told, "2E-430"))
    after = replace(
        sheet, health=body.boxes, unconscious=body.unconscious, healing=body.healing, fatigue=fatigue
    )  # fmt: skip
    return _sleep(_breathe(after, rested, day, lines), day, roller, lines)


def _breathe(sheet: Sheet, rested: int, day: int, lines: list[Line]) -> Sheet:
    """Motes of the day: asleep at the rate of relaxation, the rest of a day of rest at that of ordinary rest."""
    gained = SLEEP * motes_per_hour("relax") + (rested - SLEEP) * motes_per_hour("rest")
    room = mote_room(sheet)
    peripheral = regain_motes(sheet.peripheral, room[1], gained)
    left = gained - (peripheral - sheet.peripheral)
    personal = regain_motes(sheet.personal, room[0], left)
    back = peripheral - sheet.peripheral + personal - sheet.personal
    if not back:
        return sheet
    told = f"{_count(back, 'mote')} come back: {personal} Personal, {peripheral} Peripheral."
    lines.append(Line(day, told, "2E-440"))
    return replace(sheet, personal=personal, peripheral=peripheral)


def _sleep(sheet: Sheet, day: int, roller: Roller, lines: list[Line]) -> Sheet:
    """Conviction, rolled after a full night's sleep while Willpower is spent."""
    if sheet.willpower_points >= sheet.willpower:
        return sheet
    slept = roll(sheet.virtues.conviction, plain_rule(has_rule_of_10(sheet.being)), roller)
    points = regain_willpower(sheet.willpower_points, sheet.willpower, slept.total)
    told = f"Conviction after sleep: {_count(slept.total, 'success')}, Willpower {points} of {sheet.willpower}."
    lines.append(Line(day, told, "2E-443", tuple(die.face for die in slept.dice)))
    return replace(sheet, willpower_points=points)


def _changes(before: Sheet, after: Sheet) -> dict[str, Json]:
    names = ("health", "unconscious", "healing", "fatigue", "personal", "peripheral", "willpower_points")
    changed = (name for name in names if getattr(before, name) != getattr(after, name))
    return {name: encode(getattr(after, name)) for name in changed}


def _count(number: int, word: str) -> str:
    plural = f"{word}es" if word.endswith("s") else f"{word}s"
    return f"{number} {word if number == 1 else plural}"


RECOVERY = RecoveryRules(WAYS, live, begun, begin)
