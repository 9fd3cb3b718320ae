"""Morale: who stands when hostilities begin (2E-485)."""

from typing import Final

FOES: Final[dict[int, str]] = {
    1: "an equal foe",
    2: "a slightly superior foe",
    3: "a clearly superior foe, or daunting numbers",
    4: "an overwhelming foe",
    5: "a seemingly invincible foe",
}
"""The difficulty of a Valor check by what stands against one."""


def needs_valor_check(valor: int, difficulty: int) -> bool:
    """Whether the check is rolled: not by those whose Valor exceeds its difficulty."""
    return valor <= difficulty


def stands(before: bool | None, now: bool, improved: bool) -> bool:
    """Whether one stands after a new check: where things have improved the better result counts."""
    return now or (improved and bool(before))
