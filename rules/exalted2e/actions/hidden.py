"""Finished rolls, and rolls against a hidden difficulty (2E-066 to 2E-068)."""

from dataclasses import replace

from rules.codec import encode
from rules.exalted2e.actions.rolling import Count, threshold_name
from rules.exalted2e.options import Options
from rules.pool import Pool
from rules.roll import Roll
from rules.text import EMPTY, Text

SUCCESS, FAILURE = Text("Success"), Text("Failure")
VERDICTS = {"botch": Text("Botch"), "auto_fail": Text("Automatic failure")}
"""The book's words for outcomes that are neither a success nor a failure."""


def conceal(roll: Roll) -> Roll:
    """Return a roll without its difficulty and result, as a player may see it until it is revealed."""
    outcome = roll.outcome if roll.outcome in ("botch", "auto_fail") else "rolled"
    verdict = Text("{n} success", "{n} successes", n=roll.total)
    return replace(roll, difficulty=None, threshold=None, outcome=outcome, verdict=verdict)


def finish(pool: Pool, counted: Count, options: Options, notes: tuple[Text, ...] = ()) -> Roll:
    """Return the finished roll of a pool."""
    return Roll(
        "exalted2e",
        pool.title,
        pool,
        counted.dice,
        counted.successes,
        counted.total,
        counted.difficulty,
        counted.threshold,
        counted.outcome,
        verdict(counted.outcome, counted.threshold),
        notes,
        encode(options),
    )


def may_look(attribute: str, ability: str) -> bool:
    """Whether a character may look before this roll: not before Perception + Awareness itself (2E-068)."""
    return (attribute, ability) != ("perception", "awareness")


def verdict(outcome: str, threshold: int | None) -> Text:
    """Return the book's word for an outcome."""
    if outcome == "success":
        return threshold_name(threshold) or EMPTY
    return VERDICTS.get(outcome, FAILURE)


def bare_verdict(outcome: str) -> Text:
    """Return the word for an outcome without its threshold, for the difficulty is hidden (2E-066)."""
    return SUCCESS if outcome == "success" else VERDICTS.get(outcome, FAILURE)
