"""Counterattacks by magic, made between the attack roll that they answer and its damage (3E-297)."""

from rules.battle import Seat
from rules.errors import IllegalMove
from rules.exalted3e.attack.plan import Plan, is_legal, parse_kind
from rules.exalted3e.attack.prompts import ask_target, name_parties
from rules.exalted3e.state.board import State
from rules.exalted3e.state.combatant import Combatant
from rules.exalted3e.state.exchange import Exchange
from rules.exalted3e.timing.play import Play
from rules.text import Text


def check_magic(actor: Combatant, seat: Seat) -> None:
    """Refuse a counterattack without motes; the Storyteller may let anyone but a battle group make one."""
    if actor.group is not None or not (seat.storyteller or actor.has_motes):
        raise IllegalMove("no_magic", Text("{who} has no magic for a counterattack.", who=actor.name))


def check_can_counter(exchange: Exchange, actor: Combatant, seat: Seat) -> None:
    """Refuse to answer a counterattack with a counterattack."""
    check_magic(actor, seat)
    if exchange.answers:
        raise IllegalMove("no_counter", Text("A counterattack can’t be answered with another."))


def plan_counter(answered: Exchange, kind: str) -> Plan:
    """Return the attack with which the target answers an attack: it needs neither turn nor aim (3E-193)."""
    return Plan(answered.target, answered.attacker, parse_kind(kind), exempt="counter")


def counter_kinds(state: State, exchange: Exchange) -> tuple[str, ...]:
    """Return the attacks with which the target can answer: none against a counterattack, a clash or an ambush."""
    target = state.get(exchange.target)
    ready = exchange.counters or target.counters
    if not ready or exchange.answers or exchange.clash is not None or exchange.incoming.ambush or target.group:
        return ()
    return tuple(kind for kind in ("withering", "decisive") if is_legal(state, plan_counter(exchange, kind)))


def ask_counter(play: Play, exchange: Exchange) -> bool:
    """Ask a target that readied a counterattack whether it makes it. Return whether someone must answer."""
    if "counter" in exchange.settled or exchange.automatic_miss:
        return False
    kinds = counter_kinds(play.state, exchange)
    names = name_parties(play.state, exchange)
    question = Text("{who} has rolled against {whom}: counterattack before the damage?", **names)
    return bool(kinds) and ask_target(play, exchange, "counter", question, kinds)
