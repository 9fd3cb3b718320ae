"""The plain roll of the command line (`python -m rules roll exalted2e`) and its odds."""

from dataclasses import dataclass

from rules.dice import MAX_DICE, SIDES, FaceRule, Roller
from rules.errors import check_range
from rules.exalted2e.actions.hidden import finish
from rules.exalted2e.actions.rolling import TARGET, plain_rule, roll
from rules.exalted2e.options import DEFAULTS
from rules.exalted2e.pools import order_modifiers
from rules.odds import Odds, odds
from rules.pool import BARE, Pool, Term, change
from rules.roll import Roll
from rules.system import CommandRules
from rules.text import Text

COUNTED = {
    "pool": Text("Dice pool"),
    "difficulty": Text("Difficulty"),
    "external": Text("External penalty"),
    "bonus_successes": Text("Bonus successes"),
}
"""The numbers from 0 to `MAX_DICE`, with their labels."""


@dataclass(frozen=True, slots=True)
class _Numbers:
    """The numbers of the command: each 0 to `MAX_DICE`, the target 1 to 10."""

    pool: int
    difficulty: int = 1
    target: int = TARGET
    external: int = 0
    bonus_successes: int = 0
    doubles: bool = True


def _roll(said: _Numbers, roller: Roller) -> Roll:
    pool = _pool(said)
    found = roll(
        pool.total,
        _rule(said),
        roller,
        difficulty=said.difficulty,
        bonus=said.bonus_successes,
        external=said.external,
    )
    return finish(pool, found, DEFAULTS)


def _odds(said: _Numbers) -> Odds:
    return odds(
        _rule(said),
        _pool(said).dice,
        difficulty=said.difficulty,
        bonus=said.bonus_successes,
        external=said.external,
        botch="none" if said.bonus_successes else "ones",
    )


def _pool(said: _Numbers) -> Pool:
    """Return the pool in the six steps. No Essence is known, so there is no floor. Raise `BadInput`."""
    for name, title in COUNTED.items():
        check_range(title, getattr(said, name), 0, MAX_DICE)
    check_range(Text("Target number"), said.target, 1, SIDES)
    return order_modifiers(
        BARE,
        (Term(Text("Pool"), said.pool, "base", "2E-035"),),
        essence=1,
        successes=change(Text("Bonus"), said.bonus_successes, "other", "2E-109"),
        external=change(Text("External"), -said.external, "external", "2E-108"),
    )


def _rule(said: _Numbers) -> FaceRule:
    return plain_rule(said.doubles, said.target)


COMMAND = CommandRules(_Numbers, _roll, _odds)
