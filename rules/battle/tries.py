"""What a fight reports to its table of tries, so that both keep the same count."""

from collections.abc import Callable
from dataclasses import dataclass

CountTries = Callable[[str, tuple[str, ...]], int]
"""From the key of a character, and the traits that are rolled, to how often that has failed in the scene."""


@dataclass(frozen=True, slots=True)
class FightTry:
    """One try: whose, with which traits, whether it failed, and whether it tried again what had failed."""

    character: str
    traits: tuple[str, ...]
    failed: bool
    again: bool
