"""An attack from its declaration to its end, in the order of the book (3E-298)."""

from collections.abc import Callable
from dataclasses import replace

from rules.battle.play import about
from rules.exalted3e import events as ev
from rules.exalted3e.attack.clash import ask_clash
from rules.exalted3e.attack.counter import ask_counter
from rules.exalted3e.attack.effects import land, strike
from rules.exalted3e.attack.gambits import loosen, set_clinch
from rules.exalted3e.attack.meeting import face, meet
from rules.exalted3e.attack.outcome import end_attack
from rules.exalted3e.attack.plan import Plan, find_arm, initiative_cost, is_legal
from rules.exalted3e.attack.prompts import ask_defender, ask_guard_choice
from rules.exalted3e.attack.rolls import attack_pool, open_exchange
from rules.exalted3e.state.combatant import Modifier
from rules.exalted3e.state.exchange import Exchange, ResolvedAttack
from rules.exalted3e.timing.initiative import Cause, change_initiative
from rules.exalted3e.timing.play import Play, make_id, rolled, throw
from rules.text import Text

TAG_DEFENSE = Modifier(Text("-1 Defense from the weapon’s tag"), -1, "3E-249")


def declare_attack(play: Play, plan: Plan, pay: Callable[[], None] = lambda: None, answers: str = "") -> None:
    """Begin an attack that has been checked, and pay its Initiative; `pay` pays the rest.

    `answers` is the id of the attack that this counterattack interrupts.
    """
    attacker, target = play.state.get(plan.attacker), play.state.get(plan.target)
    arm = find_arm(attacker, plan)
    exchange = replace(
        open_exchange(make_id(play.state, "attack", attacker.id), attacker, target, plan, arm), answers=answers
    )
    play.emit(ev.AttackDeclared(**about(attacker, target), attack=exchange, target_name=target.name, weapon=arm.name))
    pay()
    cost = initiative_cost(plan, arm)
    change_initiative(play, attacker.id, -cost, Cause("own", Text("the weapon’s tag"), "3E-261", about=target.id))
    if plan.tag:
        play.emit(ev.ModifierGained(**about(attacker), modifier=TAG_DEFENSE))
    if plan.hold == "savage":
        loosen(play, attacker.id, 1)
    elif plan.hold == "throw":
        set_clinch(play, play.state.get(attacker.id), target, None)
    resolve(play)


def resolve(play: Play) -> None:
    """Continue the exchange until it ends or someone must choose."""
    exchange = _running(play)
    if play.asks and not exchange.rolled and not exchange.automatic_miss:
        if ask_clash(play, exchange) or ask_defender(play, exchange):
            return
        exchange = _running(play)
    if not exchange.rolled and not exchange.automatic_miss:
        roll_attack(play, exchange)
        exchange = _running(play)
    if play.asks and (ask_counter(play, exchange) or ask_guard_choice(play, exchange)):
        return
    exchange = _running(play)
    if exchange.answers:
        play.emit(ev.CounterHeld(**about(play.state.get(exchange.attacker)), blow=strike(play, exchange)))
        resolve(play)
    else:
        finish(play, exchange)


def _running(play: Play) -> Exchange:
    exchange = play.state.exchange
    if exchange is None:
        raise RuntimeError("no attack in progress")
    return exchange


def roll_attack(play: Play, exchange: Exchange) -> None:
    """Make the attack roll of Step One against the target's Defense (3E-064, 3E-079)."""
    attacker, target = play.state.get(exchange.attacker), play.state.get(exchange.target)
    met = meet(play.state, exchange)
    pool = attack_pool(attacker, exchange, attacker.find_arm(exchange.arm) or attacker.arm)
    thrown = throw(play, pool, attacker, target)
    now = replace(face(exchange, met), rolled=True, successes=thrown.total)
    play.emit(
        ev.AttackRolled(
            **about(attacker, target),
            **rolled(pool, thrown),
            attack=now,
            target_name=target.name,
            defense=met.defense.explain(),
            guard_name=met.guardian.name if met.guardian else "",
        )
    )


def finish(play: Play, exchange: Exchange) -> None:
    """Take the exchange from the roll to its end: damage, the effects of a counterattack and its own, onslaught
    (3E-298).
    """
    first = len(play.events)
    attack = strike(play, exchange)
    if play.state.blow is not None:
        _land_counter(play, play.state.blow)
    land(play, attack)
    end_attack(play, exchange, attack, play.events[first:])
    _attack_next(play, exchange)


def _land_counter(play: Play, attack: ResolvedAttack) -> None:
    """Apply the effects of the counterattack, which was rolled first, together with the attack's (3E-297)."""
    first = len(play.events)
    play.emit(ev.CounterLanded(**about(play.state.get(attack.exchange.attacker))))
    land(play, attack)
    end_attack(play, attack.exchange, attack, play.events[first:])


def counterattack(play: Play, plan: Plan, pay: Callable[[], None]) -> None:
    """Interrupt the running attack with its target's counterattack, made by `plan_counter` (3E-297)."""
    declare_attack(play, plan, pay, answers=_running(play).id)


def _attack_next(play: Play, exchange: Exchange) -> None:
    """Attack the next target of a battle group (3E-311)."""
    for number, id in enumerate(exchange.rest):
        rest = exchange.rest[number + 1 :]
        plan = Plan(exchange.attacker, id, "withering", weapon=exchange.arm, exempt="group", rest=rest)
        if is_legal(play.state, plan):
            declare_attack(play, plan)
            return
