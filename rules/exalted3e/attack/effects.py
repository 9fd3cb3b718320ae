"""The attack and damage rolls of an attack, then their effects (3E-064 to 3E-091, 3E-135)."""

from rules.battle.play import at
from rules.exalted3e import events as ev
from rules.exalted3e.attack.clash import lose_clash, suffer_onslaught
from rules.exalted3e.attack.decisive import deal_decisive, finish_gambit, lose_for_miss, roll_decisive, roll_gambit
from rules.exalted3e.attack.gambits import loosen
from rules.exalted3e.attack.harm import fell, knock, take_out
from rules.exalted3e.attack.withering import deal_withering, roll_withering
from rules.exalted3e.defense import compute_guard
from rules.exalted3e.state.board import State
from rules.exalted3e.state.combatant import Combatant
from rules.exalted3e.state.exchange import Exchange, ResolvedAttack
from rules.exalted3e.timing.play import Play


def strike(play: Play, exchange: Exchange) -> ResolvedAttack:
    """Decide hit or miss and roll the damage dice. Return the attack; nothing of it takes effect yet."""
    struck, threshold, why = find_hit(play.state, exchange)
    attacker, target = play.state.get(exchange.attacker), play.state.get(exchange.target)
    hit = play.state.find(struck)
    play.emit(
        ev.AttackResolved(
            **at(attacker, target),
            attack=exchange.kind,
            hit=bool(struck),
            struck=struck,
            struck_name=hit.name if hit else "",
            threshold=threshold,
            why=why,
        )
    )
    if hit is None:
        return ResolvedAttack(exchange, why=why)
    beaten = hit.no_hope and hit.is_crashed and exchange.kind == "withering"
    works, amount, kind = False, 0, ""
    if exchange.gambit:
        works = roll_gambit(play, exchange, hit, count_lost(play.state, exchange))
    elif exchange.kind == "decisive":
        amount, kind = roll_decisive(play, exchange, hit, count_lost(play.state, exchange))
    else:
        amount, kind = roll_withering(play, exchange, hit, threshold)
    return ResolvedAttack(exchange, struck, threshold, why, amount, kind, works, beaten)


def find_hit(state: State, exchange: Exchange) -> tuple[str, int, str]:
    """Return who is hit ("" for no one), the threshold, and why it missed (3E-004, 3E-172 to 3E-174, 3E-296)."""
    total = exchange.successes
    if exchange.automatic_miss:
        return "", 0, "unaimed"
    if exchange.clash is not None:
        won = total > exchange.clash
        return (exchange.target, total - exchange.clash, "") if won else ("", 0, "clash")
    if exchange.guard is not None:
        if total < exchange.guard_parry:
            return "", 0, "blocked"
        total -= exchange.guard_parry
        if exchange.choice != "ward":
            return exchange.guard, total, ""
    if total < exchange.defense_met:
        return "", 0, "missed"
    return exchange.target, total - exchange.defense_met, ""


def count_lost(state: State, exchange: Exchange) -> int:
    """Return the dice that a guardian takes from a decisive attack on its ward (3E-175)."""
    if exchange.guard is None or exchange.choice != "ward":
        return 0
    return compute_guard(state.get(exchange.guard), exchange.incoming, state.get(exchange.attacker)).defense // 2


def land(play: Play, attack: ResolvedAttack) -> None:
    """Apply everything that follows from the attack: damage or the cost of a miss, onslaught, who goes down."""
    exchange = attack.exchange
    if not attack.struck:
        _miss(play, exchange)
    elif exchange.gambit:
        finish_gambit(play, attack)
    elif exchange.kind == "decisive":
        deal_decisive(play, attack)
    else:
        deal_withering(play, attack)
    _suffer_onslaught(play, exchange, attack.why)
    if attack.struck:
        _after_hit(play, attack, play.state.get(attack.struck))
    _loosen_grip(play, exchange, bool(attack.struck))


def _miss(play: Play, exchange: Exchange) -> None:
    """Take Initiative for a missed decisive attack (3E-080, 3E-177); open the Defense after a lost clash (3E-296)."""
    if exchange.kind == "decisive":
        lose_for_miss(play, exchange.attacker, exchange.target)
    if exchange.clash is not None and exchange.successes < exchange.clash:
        lose_clash(play, exchange.attacker)


def _suffer_onslaught(play: Play, exchange: Exchange, why: str) -> None:
    """Add onslaught after the attack, hit or miss (3E-135, 3E-136); guarded attacks follow 3E-178."""
    suffering = [exchange.target]
    if exchange.guard is not None:
        ward_too = exchange.choice == "ward" and why != "blocked"
        ward_too = ward_too or play.state.options.ward_always_takes_onslaught
        suffering = [exchange.guard, exchange.target] if ward_too else [exchange.guard]
    for id in suffering:
        if not exchange.guarded_friend:
            suffer_onslaught(play, id)


def _after_hit(play: Play, attack: ResolvedAttack, struck: Combatant) -> None:
    exchange = attack.exchange
    take_out(play, struck.id, by_attack=True)
    if exchange.throws:
        knock(play, exchange.attacker, struck.id, "prone")
    elif exchange.smashes and attack.amount and attack.damage_type != "none":
        knock(play, exchange.attacker, struck.id, "back" if exchange.smashes_back else "prone")
    now = play.state.get(struck.id)
    if attack.beaten and not exchange.guarded_friend and now.is_in_play:
        fell(play, now, "defeated")


def _loosen_grip(play: Play, exchange: Exchange, hit: bool) -> None:
    """Take rounds of control from the controller of a clinch who was attacked (3E-293)."""
    target = play.state.get(exchange.target)
    if target.clinch and target.clinch.controls:
        loosen(play, target.id, 2 if hit else 1)
