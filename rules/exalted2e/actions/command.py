"""The plain roll of the command line (`python -m rules roll exalted2e`) and its odds."""

from dataclasses import dataclass

from rules.battle.declare import ask
from rules.dice import MAX_DICE, SIDES, FaceRule, Roller
from rules.exalted2e.actions.hidden import finish
from rules.exalted2e.actions.rolling import TARGET, plain_rule, roll
from rules.exalted2e.options import DEFAULTS
from rules.exalted2e.pools import order_modifiers
from rules.odds import Odds, odds
from rules.pool import BARE, Pool, Term, change
from rules.roll import Roll
from rules.system import CommandRules
from rules.text import Text


@dataclass(frozen=True, slots=True)
class _Numbers:
    """The numbers of the command."""

    pool: int = ask("Dice pool", 0, MAX_DICE)
    difficulty: int = ask("Difficulty", 0, MAX_DICE, default=1)
    target: int = ask("Target number", 1, SIDES, default=TARGET)
    external: int = ask("External penalty", 0, MAX_DICE, default=0)
    bonus_successes: int = ask("Bonus successes", 0, MAX_DICE, default=0)
    doubles: bool = ask("10s count twice", default=True)


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
    """Return the pool in the six steps. No Essence is known, so there is no floor."""
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
