"""A finished roll in the shape that all systems share."""

from rules.codec import encode
from rules.pool import Pool
from rules.roll import Roll
from rules.text import Text, word
from rules.v20da.actions.rolling import Result
from rules.v20da.options import Options


def report(pool: Pool, result: Result, options: Options, notes: tuple[Text, ...] = ()) -> Roll:
    """Return a finished roll (V20-220). The degree of success is the verdict (V20-040, 042)."""
    return Roll(
        "v20da",
        pool.title,
        pool,
        result.dice,
        max(0, result.rolled - result.ones),
        result.net,
        result.difficulty,
        None,
        result.outcome,
        word(result.degree or result.outcome),
        notes,
        encode(options),
    )
