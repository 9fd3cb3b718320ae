"""Events that others are made from."""

from dataclasses import dataclass

from rules.battle.events import ActorEvent
from rules.dice import Die
from rules.pool import Pool


@dataclass(frozen=True, slots=True, kw_only=True)
class RollEvent(ActorEvent):
    """A roll."""

    pool: Pool
    dice: tuple[Die, ...]
    successes: int
