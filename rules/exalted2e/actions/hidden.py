"""Hidden difficulty: the player reports successes, the Storyteller compares (2E-066 to 2E-068)."""

from dataclasses import replace

from rules.exalted2e.actions.rolling import threshold_name
from rules.roll import Roll


def conceal(roll: Roll) -> Roll:
    """The same roll without difficulty, threshold and result, as a player may see it until it is released."""
    outcome = roll.outcome if roll.outcome in ("botch", "auto_fail") else "rolled"
    return replace(roll, difficulty=None, threshold=None, outcome=outcome, verdict=count_words(roll.total))


def judge(roll: Roll, difficulty: int) -> Roll:
    """A roll without a difficulty, judged against one."""
    if roll.outcome in ("botch", "auto_fail"):
        return replace(roll, difficulty=difficulty, verdict=verdict(roll.outcome, None))
    threshold = roll.total - difficulty if roll.total >= difficulty else None
    outcome = "failure" if threshold is None else "success"
    return replace(
        roll, difficulty=difficulty, threshold=threshold, outcome=outcome, verdict=verdict(outcome, threshold)
    )


def may_look(attribute: str, ability: str) -> bool:
    """Whether one may look before one leaps: not at a basic Perception + Awareness check (2E-068)."""
    return (attribute, ability) != ("perception", "awareness")


def verdict(outcome: str, threshold: int | None) -> str:
    """The book's word for an outcome."""
    if outcome == "success":
        return threshold_name(threshold) or ""
    return {"botch": "Botch", "auto_fail": "Automatic failure"}.get(outcome, "Failure")


def count_words(total: int) -> str:
    """The total in words, such as `3 successes`."""
    return f"{total} success" if total == 1 else f"{total} successes"
