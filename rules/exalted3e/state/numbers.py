"""The live numbers that the Storyteller may set."""

from dataclasses import replace
from typing import Any

from rules.battle.numbers import Number, Numbers, make_number
from rules.exalted3e.state.fighters import Combatant
from rules.exalted3e.traits import label
from rules.text import EMPTY, Text, word
from rules.wounds import HARMS


def _live(name: str, low: int, high: int, text: Text = EMPTY, kind: type[int] = int) -> Number[Combatant]:
    """Return a number that is a field of the combatant itself."""
    return make_number(text or word(label(name)), name, high, low, kind=kind)


def _motes(name: str, most: str) -> Number[Combatant]:
    number: Number[Combatant] = make_number(word(label(name)), name, lambda one: int(getattr(one, most)))
    return replace(number, has=lambda one: one.personal_max + one.peripheral_max > 0)


def _wounds(kind: str) -> Number[Combatant]:
    def write(one: Combatant, value: int) -> Combatant:
        changes: dict[str, Any] = {kind: value}
        return replace(one, health=replace(one.health, **changes))

    return Number(
        word(label(kind)), 0, lambda one: one.health.free + int(getattr(one.health, kind)),
        lambda one: int(getattr(one.health, kind)), write, has=lambda one: one.group is None,
    )  # fmt: skip


def _group(text: Text, name: str, most: Any) -> Number[Combatant]:
    def write(one: Combatant, value: int) -> Combatant:
        changes: dict[str, Any] = {name: value}
        return replace(one, group=one.group and replace(one.group, **changes))

    return Number(text, 0, most, lambda one: int(getattr(one.group, name)), write, has=_is_group)


def _is_group(one: Combatant) -> bool:
    return one.group is not None


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
    "action_used": _live("action_used", 0, 1, Text("Action used"), bool),
    "movement_used": Number(
        Text("Movement used"), 0, 1, lambda one: int(bool(one.movement_used)),
        lambda one, value: replace(one, movement_used="move" if value else ""),
    ),
    "prone": _live("prone", 0, 1, kind=bool),
    "mounted": _live("mounted", 0, 1, kind=bool),
    "mount_speed": _live("mount_speed", 0, 10),
    "rout_penalty": replace(_live("rout_penalty", 0, 5), has=_is_group),
    **{kind: _wounds(kind) for kind in HARMS},
    "personal": _motes("personal", "personal_max"),
    "peripheral": _motes("peripheral", "peripheral_max"),
    "size": _group(Text("Size"), "size", 5),
    "magnitude": _group(Text("Magnitude"), "damage", lambda one: one.group.maximum),
}  # fmt: skip
"""By the word that a move says."""
