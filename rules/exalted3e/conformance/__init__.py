"""Vectors on the rules: kind to a function (given, roller) -> what `expect` is compared with.

The functions only read and tell; every rule is the one that the battle plays by.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from rules.dice import Roller
from rules.exalted3e.conformance.attacks import check_attack_vector
from rules.exalted3e.conformance.defense import check_defense
from rules.exalted3e.conformance.order import check_order
from rules.exalted3e.conformance.rolls import check_roll
from rules.exalted3e.conformance.script import check_script
from rules.exalted3e.conformance.upkeep import check_health, check_xp

CONFORMANCE: Mapping[str, Callable[[Mapping[str, Any], Roller], Mapping[str, Any]]] = {
    "roll": check_roll,
    "defense": check_defense,
    "withering": partial(check_attack_vector, kind="withering"),
    "decisive": partial(check_attack_vector, kind="decisive"),
    "order": check_order,
    "health": check_health,
    "xp": check_xp,
    **dict.fromkeys(("crash", "break", "shift", "movement", "aim", "flurry", "sequence"), check_script),
}
