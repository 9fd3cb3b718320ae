"""One finished roll of any system."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.battle import Json
from rules.dice import Die
from rules.pool import Pool
from rules.text import Text


@dataclass(frozen=True, slots=True)
class Roll:
    """One finished roll: its pool, every die, the total and the result in the book's words.

    `successes` is the result of the dice, `total` adds bonus successes and subtracts external penalties, `threshold` is
    what is above the difficulty (None on a failure or without a difficulty), `outcome` a stable word (success, failure,
    botch ...), `verdict` the book's word for it, `options` the settings that it was computed with. `standard`: the
    book's difficulty, where no one has said one.
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
    standard: int | None = None
