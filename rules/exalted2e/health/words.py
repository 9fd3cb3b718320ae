"""Damage and its results in words."""

from typing import Final

from rules.exalted2e.health.track import Damage, Health
from rules.text import EMPTY, Text

DAMAGE_WORDS: Final[dict[Damage, Text]] = {"B": Text("bashing"), "L": Text("lethal"), "A": Text("aggravated")}


def count_levels(n: int, damage: Damage) -> Text:
    """Return "1 lethal level", "2 bashing levels"."""
    if damage == "B":
        return Text("{n} bashing level", "{n} bashing levels", n=n)
    if damage == "L":
        return Text("{n} lethal level", "{n} lethal levels", n=n)
    return Text("{n} aggravated level", "{n} aggravated levels", n=n)


def tell_fall(who: str, health: Health) -> Text:
    """Return the sentence about a combatant whom a blow has put out of action, or an empty text."""
    if health.state == "incapacitated":
        return Text("{who} is incapacitated.", who=who)
    if health.state == "dying":
        return Text("{who} is dying.", who=who)
    if health.state == "dead":
        return Text("{who} is dead.", who=who)
    return Text("{who} passes out.", who=who) if health.unconscious else EMPTY
