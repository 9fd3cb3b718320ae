"""Events that others are made from."""

from rules.battle.events import ActorEvent
from rules.dice import Die
from rules.pool import Pool


class RollEvent(ActorEvent):
    """A roll."""

    pool: Pool
    dice: tuple[Die, ...]
    successes: int
