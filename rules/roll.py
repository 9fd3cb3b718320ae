"""One finished roll of any system."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.battle import Json
from rules.dice import Die
from rules.pool import Pool
from rules.text import Text


@dataclass(frozen=True, slots=True)
class Roll:
    """One finished roll: the pool it came from, every die, the total and what it means in the book's words.

    `successes` is what the dice gave, `total` that plus bonus successes less external penalties, `threshold` what
    is above the difficulty (None on a failure or without a difficulty), `outcome` a stable word (success, failure,
    botch ...), `verdict` the book's word for it, `options` the settings it was computed under.
    """

    system: str
    title: Text
    pool: Pool
    dice: tuple[Die, ...]
    successes: int
    total: int
    difficulty: int | None
    threshold: int | None
    outcome: str
    verdict: Text
    notes: tuple[Text, ...] = ()
    options: Mapping[str, Json] = field(default_factory=dict)
