"""What an attempt to influence someone in a debate is made of (2E-510 to 2E-516)."""

from dataclasses import dataclass
from typing import Literal

Purpose = Literal["act", "build", "erode"]
"""To make someone do something, to build an Intimacy, or to erode one."""
Stance = Literal["", "dodge", "parry", "none"]


@dataclass(frozen=True, slots=True)
class Leaning:
    """How the words stand to the target's mind, as the Storyteller rules: 1 against, -1 in favor, 0 neither (2E-514).

    `other` is what else changes the MDV. `which` is the Intimacy that the words work on, if it is one of the sheet.
    """

    intimacy: int = 0
    virtue: int = 0
    motivation: int = 0
    other: int = 0
    which: str = ""


@dataclass(frozen=True, slots=True)
class Influence:
    """The part of a plain action that makes it an attempt to influence the target.

    `leaning` is None until the Storyteller has ruled, `stance` empty until the target has chosen an MDV. `hit`: the
    roll has beaten the MDV, and the target has yet to yield or to resist (2E-515).
    """

    target: str
    purpose: Purpose = "act"
    leaning: Leaning | None = None
    stance: Stance = ""
    hit: bool = False
