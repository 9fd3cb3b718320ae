"""Reading the terse combatants of the scripts into the battle's own."""

from typing import Literal, cast

from rules.exalted3e.conformance.keys import Given, check_keys, flag, items, maybe_number, number, text
from rules.exalted3e.state.fighters import Arm, Combatant
from rules.exalted3e.traits import COVERS, DAMAGE_TYPES
from rules.pool import Term

KEYS = (
    "name", "side", "initiative", "withering_pool", "decisive_pool", "raw_damage", "overwhelming", "damage_type",
    "parry", "evasion", "soak", "hardness", "join_battle_pool", "athletics_pool", "dodge_pool", "position", "weapon",
    "max_range", "range_accuracy", "cover", "prone", "crashed_by", "crash_turns", "recovered_round",
)  # fmt: skip
REACH = {"melee": 0, "thrown": 2, "archery": 3}
"""Usual maximum ranges (3E-186, 3E-187)."""


def read_fighter(item: object) -> Combatant:
    """One combatant."""
    given = check_keys(item, KEYS, "combatants")
    name = text(given, "name")
    arm = _read_arm(given)
    return Combatant(
        id=name, name=name, side=text(given, "side"), arms=(arm,), weapon=arm.name, evasion=number(given, "evasion"),
        soak=number(given, "soak"), hardness=number(given, "hardness"), join_battle=number(given, "join_battle_pool"),
        athletics=number(given, "athletics_pool"), dodge=number(given, "dodge_pool"),
        initiative=maybe_number(given, "initiative"), position=number(given, "position"),
        cover=text(given, "cover", "none", COVERS), prone=flag(given, "prone"),
        crashed_by=text(given, "crashed_by") or None, crash_turns=number(given, "crash_turns"),
        recovered_round=maybe_number(given, "recovered_round"),
    )  # fmt: skip


def _read_arm(given: Given) -> Arm:
    kind = cast(Literal["melee", "archery", "thrown"], text(given, "weapon", "melee", REACH))
    decisive = number(given, "decisive_pool")
    accuracy = number(given, "withering_pool") - decisive
    bands = tuple(
        accuracy + number({"range_accuracy": band}, "range_accuracy") for band in items(given, "range_accuracy")
    )
    damage_type = text(given, "damage_type", "lethal", DAMAGE_TYPES)
    return Arm(
        kind, kind=kind, pool=(Term("pool", decisive, "pool", "3E-031"),), accuracy=accuracy, bands=bands,
        damage=(Term("Strength and weapon", number(given, "raw_damage"), "weapon", "3E-066"),),
        overwhelming=number(given, "overwhelming"), parry=maybe_number(given, "parry"),
        damage_type=cast(Literal["bashing", "lethal", "aggravated"], damage_type),
        reach=number(given, "max_range", REACH[kind]),
    )  # fmt: skip
