"""The live numbers that the Storyteller may set."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from operator import attrgetter

from rules.battle.numbers import Number, Numbers, make_number
from rules.exalted3e.state.combatant import Combatant
from rules.exalted3e.traits import label
from rules.text import EMPTY, Text, word
from rules.wounds import HARMS


def _live(path: str, low: int, high: int | Callable[[Combatant], int], text: Text = EMPTY) -> Number[Combatant]:
    """Return a number that is a field of the combatant, or of a part of it."""
    return make_number(text or word(label(path.rpartition(".")[2])), path, high, low)


def _count_room(kind: str) -> Callable[[Combatant], int]:
    return lambda one: one.health.free + int(getattr(one.health, kind))


def _is_group(actor: Combatant) -> bool:
    return actor.group is not None


NUMBERS: Numbers[Combatant] = {
    # Writes nothing: `InitiativeChanged` alone changes Initiative.
    "initiative": Number(
        Text("Initiative"), -100, 150, lambda one: one.initiative or 0, lambda one, value: one,
        has=lambda one: one.initiative is not None,
    ),
    "position": _live("position", -20, 20),
    "willpower": _live("willpower", 0, 10),
    "anima": _live("anima", 0, 3),
    "onslaught": _live("onslaught", 0, 30),
    "crash_turns": _live("crash_turns", 0, 3),
    "withdraw_progress": _live("withdraw_progress", 0, 9),
    "bonus_dice": _live("bonus_dice", -20, 20, Text("Bonus dice")),
    "evasion": _live("evasion", 0, 30),
    "soak": _live("soak", 0, 50),
    "hardness": _live("hardness", 0, 50),
    "hardness_in_crash": _live("hardness_in_crash", 0, 50, Text("Hardness in Crash")),
    "action_used": _live("action_used", 0, 1, Text("Action used")),
    "movement_used": Number(
        Text("Movement used"), 0, 1, lambda one: int(bool(one.movement_used)),
        lambda one, value: replace(one, movement_used="move" if value else ""),
    ),
    "prone": _live("prone", 0, 1),
    "mounted": _live("mounted", 0, 1),
    "aloft": _live("aloft", 0, 1, Text("Out of reach")),
    "mount_speed": _live("mount_speed", 0, 10),
    "rout_penalty": replace(_live("rout_penalty", 0, 5), has=_is_group),
    **{
        kind: replace(_live(f"health.{kind}", 0, _count_room(kind)), has=lambda one: one.group is None)
        for kind in HARMS
    },
    "personal": replace(_live("personal", 0, attrgetter("personal_max")), has=attrgetter("has_motes")),
    "peripheral": replace(_live("peripheral", 0, attrgetter("peripheral_max")), has=attrgetter("has_motes")),
    "size": replace(_live("group.size", 0, 5), has=_is_group),
    "magnitude": replace(_live("group.damage", 0, attrgetter("group.maximum"), Text("Magnitude")), has=_is_group),
}  # fmt: skip
"""By the word that a move says."""
POOLS = ("willpower", "personal", "peripheral", "magnitude")
"""Of the numbers, the points that are spent and refilled."""
CHIPS: Mapping[str, Text] = {
    "prone": Text("prone"),
    "mounted": Text("mounted"),
    "aloft": Text("cannot be followed"),
}
"""Of the numbers, the conditions that are there or not."""
