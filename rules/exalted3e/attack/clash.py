"""Clash attacks: two combatants attack each other on the same tick (3E-295, 3E-296)."""

from collections.abc import Callable
from dataclasses import replace

from rules.battle.play import about, at
from rules.exalted3e import events as ev
from rules.exalted3e.attack.decisive import lose_for_miss
from rules.exalted3e.attack.plan import Plan, find_arm, is_legal, parse_kind
from rules.exalted3e.attack.prompts import ask_target, name_parties
from rules.exalted3e.attack.rolls import attack_pool, open_exchange
from rules.exalted3e.defense import CLASH_LOST
from rules.exalted3e.state.board import State, are_enemies
from rules.exalted3e.state.combatant import Combatant
from rules.exalted3e.state.exchange import Exchange
from rules.exalted3e.timing.play import Play, rolled, throw
from rules.pool import Pool, Term
from rules.text import Text

PAIRED_DICE = 2
"""Bonus dice of a two-handed or paired weapon on clash attacks (3E-260)."""


def clash_kinds(state: State, exchange: Exchange) -> tuple[str, ...]:
    """Return the attacks with which the target can clash: it acts on this tick and has not acted yet."""
    attacker, target = state.get(exchange.attacker), state.get(exchange.target)
    if exchange.reflexive or exchange.clash is not None or attacker.group or target.group:
        return ()
    due = target.id in state.due and target.id != state.current and not target.clashed
    has_acted = target.turn_begun and not target.is_delaying
    if not due or has_acted or not are_enemies(attacker, target) or target.clinch:
        return ()
    return tuple(kind for kind in ("withering", "decisive") if _could_attack(state, target, attacker, kind))


def _could_attack(state: State, actor: Combatant, target: Combatant, kind: str) -> bool:
    opened = replace(actor, turn_open=True, action_used=False, flurry=())
    others = tuple(opened if c.id == actor.id else c for c in state.combatants)
    return is_legal(replace(state, combatants=others, current=actor.id), _answer(actor.id, target.id, kind))


def _answer(actor: str, target: str, kind: str) -> Plan:
    return Plan(actor, target, parse_kind(kind))


def ask_clash(play: Play, exchange: Exchange) -> bool:
    """Ask the target whether it clashes. Return whether someone must answer."""
    if "clash" in exchange.settled or not play.state.options.ask_clash:
        return False
    kinds = clash_kinds(play.state, exchange)
    question = Text("{who} attacks {whom}, who acts on the same tick: clash?", **name_parties(play.state, exchange))
    return bool(kinds) and ask_target(play, exchange, "clash", question, kinds)


def plan_answer(exchange: Exchange, kind: str) -> Plan:
    """Return the attack with which the target of an attack clashes."""
    return _answer(exchange.target, exchange.attacker, kind)


def clash(play: Play, exchange: Exchange, plan: Plan, pay: Callable[[], None]) -> None:
    """Roll both attacks. `plan` is the target's attack, and `pay` pays for it once it is declared.

    The exchange goes on as the winner's attack; on a tie both attacks fail.
    """
    attacker, target = play.state.get(exchange.attacker), play.state.get(exchange.target)
    play.emit(ev.ClashTaken(**at(target, attacker)))
    answer = open_answer(exchange, target, attacker, plan)
    pay()
    mine = _roll(play, exchange, attacker, target)
    theirs = _roll(play, answer, target, attacker)
    if mine >= theirs:
        running = replace(exchange, rolled=True, successes=mine, clash=theirs)
        loser = replace(answer, successes=theirs, clash=mine)
    else:
        running = replace(answer, rolled=True, successes=theirs, clash=mine)
        loser = replace(exchange, successes=mine, clash=theirs)
    note = Text("The clash is a tie: both attacks fail.") if mine == theirs else Text("The clash is won.")
    play.emit(ev.ExchangeSettled(**about(play.state.get(running.attacker)), attack=running, note=note))
    suffer_onslaught(play, running.attacker)
    if loser.kind == "decisive":
        lose_for_miss(play, loser.attacker, loser.target)
    if mine != theirs:
        lose_clash(play, loser.attacker)


def open_answer(exchange: Exchange, actor: Combatant, target: Combatant, plan: Plan) -> Exchange:
    """Return the other attack of a clash (3E-295)."""
    opened = open_exchange(exchange.id, actor, target, plan, find_arm(actor, plan))
    return replace(opened, reflexive=True, settled=("clash", "defense"))


def clash_pool(exchange: Exchange, actor: Combatant) -> Pool:
    """Return the pool of one of the two attacks, with the bonus of a two-handed or paired weapon."""
    arm = actor.find_arm(exchange.arm) or actor.arm
    if "two_handed" in arm.tags or "paired" in arm.tags:
        paired = Term(Text("two weapons in the clash"), PAIRED_DICE, "tag", "3E-260")
        exchange = replace(exchange, modifiers=(*exchange.modifiers, paired))
    return attack_pool(actor, exchange, arm)


def _roll(play: Play, exchange: Exchange, actor: Combatant, target: Combatant) -> int:
    pool = clash_pool(exchange, actor)
    thrown = throw(play, pool, actor, target)
    now = replace(exchange, rolled=True, successes=thrown.total)
    who = about(actor, target)
    play.emit(ev.ClashRolled(**who, **rolled(pool, thrown), attack=now, target_name=target.name))
    return thrown.total


def lose_clash(play: Play, id: str) -> None:
    """Take 2 from the loser's Defense until its next turn (3E-296)."""
    play.emit(ev.ModifierGained(**about(play.state.get(id)), modifier=CLASH_LOST))


def suffer_onslaught(play: Play, id: str) -> None:
    """Add 1 onslaught (3E-135)."""
    target = play.state.get(id)
    play.emit(ev.OnslaughtSuffered(**about(target), onslaught=target.onslaught + 1))
