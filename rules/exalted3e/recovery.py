"""Days of downtime: wounds by the table of healing times, motes by the hour (3E-270 to 3E-273, 3E-341)."""

from dataclasses import replace
from typing import Final

from rules.exalted3e.health import heal_for, hours_of_next, is_incapacitated, say_boxes
from rules.exalted3e.sheet.model import Sheet
from rules.exalted3e.traits import TABLES
from rules.recovery import ACTIVE, REST, Day, DayActivity, RecoveryRules
from rules.sheets.fate import wake_rested
from rules.text import Text

MOTES_PER_HOUR, MOTES_PER_HOUR_OF_REST = 5, 10
SLEEP, DAY = 8, 24
"""Hours."""
RESTED: Final = {REST: DAY, ACTIVE: SLEEP}
"""The hours of a day in which motes come back at the rate of rest."""


class Recovery(RecoveryRules[Sheet]):
    """The books at hand give no Willpower for sleep: that is left to the Storyteller."""

    activities = (
        DayActivity(
            REST, Text("Rest"), Text("Wounds heal each day; motes come back at the resting rate all day."), "3E-341"
        ),
        DayActivity(
            ACTIVE,
            Text("Live as usual"),
            Text("Wounds heal each day; motes come back at the resting rate only during sleep."),
            "3E-341",
        ),
    )
    places = ("health.marks", "fate", "motes.personal", "motes.peripheral")
    unit = "hours"
    still_rule = "3E-268"
    begun_label = Text("Hours toward next health level")
    begun_rule = "3E-272"

    def spend_day(self, sheet: Sheet, begun: int, day: Day) -> tuple[Sheet, int]:
        """Heal wounds and regain motes for a day."""
        after, hours = _heal(sheet, begun, day)
        return _breathe(after, day), hours

    def marks(self, sheet: Sheet) -> str:
        """Return the marks of the track."""
        return say_boxes(sheet.track)

    def count_most(self, sheet: Sheet) -> int | None:
        """Return one hour less than the next level takes to heal."""
        needed = hours_of_next(sheet.track, _being(sheet))
        return None if needed is None else needed - 1


def _being(sheet: Sheet) -> str:
    return "exalt" if sheet.archetype in TABLES["pools"] else "mortal"


def _heal(sheet: Sheet, hours: int, day: Day) -> tuple[Sheet, int]:
    health = sheet.track
    if not health.filled:
        return wake_rested(sheet), 0
    after, left = heal_for(health, _being(sheet), hours + DAY)
    healed = health.filled - after.filled
    day.say_healed(healed, after.filled, "3E-272")
    if not healed and is_incapacitated(health) and day.number == 1:
        day.say(Text("Incapacitated: that level heals only when the Storyteller says so."), "3E-272")
    if not healed:
        return sheet, left
    return wake_rested(replace(sheet, health=replace(sheet.health, marks=say_boxes(after)))), left


def _breathe(sheet: Sheet, day: Day) -> Sheet:
    if not sum(sheet.full_motes):
        return sheet
    now = after = (sheet.motes.personal, sheet.motes.peripheral)
    rested = RESTED[day.activity]
    for hours, resting in ((rested, True), (DAY - rested, False)):
        after = regain_motes(*after, sheet.full_motes, sheet.motes.committed, hours, resting)
    back = sum(after) - sum(now)
    if back:
        line = Text(
            "{n} mote returns: {n2} personal, {n3} peripheral.",
            "{n} motes return: {n2} personal, {n3} peripheral.",
            n=back,
            n2=after[0],
            n3=after[1],
        )
        day.say(line, "3E-341")
    return replace(sheet, motes=replace(sheet.motes, personal=after[0], peripheral=after[1]))


def regain_motes(
    personal: int, peripheral: int, full: tuple[int, int], committed: int, hours: int, resting: bool = False
) -> tuple[int, int]:
    """Return the personal and the peripheral pool after some hours; the peripheral one refills first (3E-341, 3E-343).

    `full` are the whole pools; committed motes take their place in the peripheral one.
    """
    gained = hours * (MOTES_PER_HOUR_OF_REST if resting else MOTES_PER_HOUR)
    to_peripheral = max(0, min(gained, full[1] - committed - peripheral))
    to_personal = max(0, min(gained - to_peripheral, full[0] - personal))
    return personal + to_personal, peripheral + to_peripheral
