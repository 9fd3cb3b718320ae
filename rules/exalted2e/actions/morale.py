"""Morale: the Valor check when hostilities begin (2E-485)."""

from typing import Final

from rules.text import Text

FOES: Final[dict[int, Text]] = {
    1: Text("an equal foe"),
    2: Text("a slightly superior foe"),
    3: Text("a clearly superior foe, or daunting numbers"),
    4: Text("an overwhelming foe"),
    5: Text("a seemingly invincible foe"),
}
"""The foe for each difficulty of a Valor check."""


def needs_valor_check(valor: int, difficulty: int) -> bool:
    """Whether the check is rolled: Valor above its difficulty needs no roll."""
    return valor <= difficulty


def stands(before: bool | None, now: bool, improved: bool) -> bool:
    """Whether a character stands after a new check; if things have improved, the better result counts."""
    return now or (improved and bool(before))
