"""Downtime: a day of rest finds a coin, up to three."""

from dataclasses import replace

from rules.recovery import ACTIVE, REST, Day, DayActivity, RecoveryRules
from rules.text import Text
from storywheel_coins.sheet import Sheet

MAX_COINS = 3


class Recovery(RecoveryRules[Sheet]):
    """No wounds, and so nothing that heals in parts."""

    activities = (
        DayActivity(REST, Text("Rest"), Text("A coin a day, up to three."), "COIN-9"),
        DayActivity(ACTIVE, Text("Live as usual"), Text("No coins."), "COIN-9"),
    )
    places = ("coins",)

    def spend_day(self, sheet: Sheet, begun: int, day: Day) -> tuple[Sheet, int]:
        """Look for a coin."""
        if day.activity != REST or sheet.coins >= MAX_COINS:
            return sheet, 0
        day.say(Text("You find a coin."), "COIN-9")
        return replace(sheet, coins=sheet.coins + 1), 0
