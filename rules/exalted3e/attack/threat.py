"""What the target of an attack may know of it: its dice, the Defense that it meets, its chance to hit."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.exalted3e.actions.count import TENS_DOUBLE
from rules.exalted3e.attack.meeting import MetDefense, meet
from rules.exalted3e.attack.rolls import attack_pool
from rules.exalted3e.defense import DefenseValues
from rules.exalted3e.state.board import State
from rules.exalted3e.state.combatant import Modifier
from rules.exalted3e.state.exchange import Exchange
from rules.odds import Odds, odds, percent
from rules.pool import Pool
from rules.text import EMPTY, Text, join, small, word
from rules.view import signed


@dataclass(frozen=True, slots=True)
class Threat:
    """The attack pool, what it meets, and the odds to hit its target, past a guardian if there is one (3E-064)."""

    pool: Pool
    met: MetDefense
    odds: Odds

    @property
    def chance(self) -> float:
        """The chance of a hit."""
        return float(self.odds.success)


def compute_threat(state: State, exchange: Exchange, extra: Iterable[Modifier] = ()) -> Threat:
    """Return the running attack as it stands; `extra` is what the target adds to its Defense (3E-018, 3E-345)."""
    attacker = state.get(exchange.attacker)
    pool = attack_pool(attacker, exchange, attacker.find_arm(exchange.arm) or attacker.arm)
    met = meet(state, exchange, extra)
    return Threat(pool, met, roll_odds(pool, met.for_target))


def roll_odds(pool: Pool, difficulty: int = 1) -> Odds:
    """Return the odds of a roll on which tens count twice and nothing botches (3E-002, 3E-009)."""
    return odds(TENS_DOUBLE, pool.dice, difficulty=difficulty, bonus=pool.bonus_successes, botch="none")


def describe_threat(state: State, exchange: Exchange) -> Text:
    """Return what the target may know: the attack and weapon, its dice, the Defense, the chance to be hit."""
    threat = compute_threat(state, exchange)
    values = {"attack": threat.pool.title, "w": small(word(exchange.arm)), "n": threat.pool.dice}
    line = Text(
        "{attack}, {w}: {n} die against Defense {n2}, {chance} to hit.",
        "{attack}, {w}: {n} dice against Defense {n2}, {chance} to hit.",
        **values,
        n2=threat.met.defense.defense,
        chance=percent(threat.chance),
    )
    added = threat.pool.bonus_successes
    sure = Text("{n} success is certain.", "{n} successes are certain.", n=added) if added else EMPTY
    return join(" ", (line, _describe_changes(threat.met.defense), _describe_guard(threat.met), sure))


def _describe_guard(met: MetDefense) -> Text:
    """Return who guards the target; empty where no one does."""
    if met.guardian is None:
        return EMPTY
    return Text("{who} guards with Parry {n}, which the attack must beat first.", who=met.guardian.name, n=met.parry)


def _describe_changes(met: DefenseValues) -> Text:
    """Return what makes a Defense other than the value on the card; empty where nothing changes it."""
    base, *changes = (term for step in met.explain().steps for term in step.terms)
    if not changes:
        return EMPTY
    texts = (Text("{what} {amount}", what=term.name, amount=signed(term.amount)) for term in changes)
    return Text("{what} {n}, {changes}.", what=base.name, n=base.amount, changes=join(", ", texts))
