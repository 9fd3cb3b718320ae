"""Damage and its results in words."""

from rules.exalted2e.health.track import Health
from rules.text import EMPTY, Text


def describe_fall(who: str, health: Health) -> Text:
    """Return the sentence about a combatant whom an attack has put out of action, or an empty text."""
    if health.state == "incapacitated":
        return Text("{who} is incapacitated.", who=who)
    if health.state == "dying":
        return Text("{who} is dying.", who=who)
    if health.state == "dead":
        return Text("{who} is dead.", who=who)
    return Text("{who} passes out.", who=who) if health.unconscious else EMPTY
