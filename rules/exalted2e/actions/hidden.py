"""Rolls against a hidden difficulty (2E-066 to 2E-068)."""

from dataclasses import replace

from rules.exalted2e.actions.rolling import threshold_name
from rules.roll import Roll
from rules.text import EMPTY, Text

FAILURE = Text("Failure")
VERDICTS = {"botch": Text("Botch"), "auto_fail": Text("Automatic failure")}
"""The book's words for outcomes that are neither a success nor a failure."""


def conceal(roll: Roll) -> Roll:
    """Return a roll without its difficulty and result, as a player may see it until it is revealed."""
    outcome = roll.outcome if roll.outcome in ("botch", "auto_fail") else "rolled"
    told = Text("{n} success", "{n} successes", n=roll.total)
    return replace(roll, difficulty=None, threshold=None, outcome=outcome, verdict=told)


def may_look(attribute: str, ability: str) -> bool:
    """Whether a character may look before this roll: not before Perception + Awareness itself (2E-068)."""
    return (attribute, ability) != ("perception", "awareness")


def verdict(outcome: str, threshold: int | None) -> Text:
    """Return the book's word for an outcome."""
    if outcome == "success":
        return threshold_name(threshold) or EMPTY
    return VERDICTS.get(outcome, FAILURE)
