"""An attack from its declaration to its end, in the book's order (3E-298)."""

from collections.abc import Callable
from dataclasses import replace

from .. import events as ev
from ..apply.play import Play
from ..defense import read_defense
from ..state import Arm, Combatant, Exchange, Modifier, State, distance
from ..timing.initiative import Cause, change_initiative
from .clash import ask_clash, lose_clash, suffer_onslaught
from .decisive import deal_decisive, lose_for_miss, try_gambit
from .gambits import loosen, set_clinch
from .harm import take_out
from .knock import knock
from .outcome import end_attack
from .plan import Plan, find_arm, incoming_of, initiative_cost, is_guarded_friend, is_legal, is_unaimed
from .prompts import ask_defender, ask_guard_choice
from .rolls import attack_pool, attack_terms
from .withering import deal_withering

TAG_DEFENSE = Modifier("opening given by the weapon's tag", -1, "3E-249")
CHOPPING_RAW, CHOPPING_HARDNESS, PIERCING_SOAK = 3, 2, 4


def declare_attack(play: Play, plan: Plan, pay: Callable[[], None] = lambda: None) -> None:
    """Begin the exchange and pay what was declared (`pay` what is not Initiative); it must have been checked."""
    attacker, target = play.get(plan.attacker), play.get(plan.target)
    arm = find_arm(attacker, plan)
    exchange = open_exchange(play.name("attack"), attacker, target, plan, arm)
    play.emit(
        ev.AttackDeclared(**play.about(attacker, target), exchange=exchange, target_name=target.name, weapon=arm.name)
    )
    pay()
    cost = initiative_cost(plan, arm)
    change_initiative(play, attacker.id, -cost, Cause("own", "the weapon's tag", "3E-261", about=target.id))
    if plan.tag:
        play.emit(ev.ModifierGained(**play.about(attacker), modifier=TAG_DEFENSE))
    if plan.hold == "savage":
        loosen(play, attacker.id, 1)
    elif plan.hold == "throw":
        set_clinch(play, play.get(attacker.id), target, None)
    resolve(play)


def open_exchange(id: str, attacker: Combatant, target: Combatant, plan: Plan, arm: Arm) -> Exchange:
    """Everything that is known when the attack is declared; Crash is tested now (3E-117)."""
    chops = plan.tag == "chopping"
    throws = plan.hold_rounds if plan.hold == "throw" else 0
    reduction = PIERCING_SOAK if plan.tag == "piercing" else 0
    return Exchange(
        id=id,
        attacker=attacker.id,
        target=target.id,
        kind=plan.kind,
        arm=arm.name,
        distance=distance(attacker, target),
        gambit=plan.gambit,
        difficulty=plan.difficulty,
        ally=plan.ally,
        modifiers=attack_terms(attacker, target, plan),
        auto=plan.auto,
        raw_bonus=plan.raw_bonus + (CHOPPING_RAW if chops else 0) + 2 * throws,
        pool_bonus=plan.pool_bonus + throws,
        soak_reduction=plan.soak_reduction + reduction,
        hardness_reduction=plan.hardness_reduction + (CHOPPING_HARDNESS if chops else 0),
        smashes=plan.tag == "smashing",
        smashes_back=plan.smash == "back",
        throws=plan.hold == "throw",
        incoming=incoming_of(plan, arm, attacker, distance(attacker, target)),
        guarded_friend=is_guarded_friend(attacker, target, plan),
        reflexive=plan.reflexive,
        automatic_miss=is_unaimed(attacker, target, plan, arm),
        avenged=attacker.crashed_by or "" if attacker.is_crashed else "",
        choice=plan.choice,
        clash=plan.clash,
        rest=plan.rest,
    )


def resolve(play: Play) -> None:
    """Go on with the exchange until it ends or someone must choose."""
    exchange = _running(play)
    if play.asks and not exchange.rolled and not exchange.automatic_miss:
        if ask_clash(play, exchange) or ask_defender(play, exchange):
            return
        exchange = _running(play)
    if not exchange.rolled and not exchange.automatic_miss:
        roll_attack(play, exchange)
        exchange = _running(play)
    if play.asks and ask_guard_choice(play, exchange):
        return
    finish(play, _running(play))


def _running(play: Play) -> Exchange:
    exchange = play.state.exchange
    if exchange is None:
        raise RuntimeError("no attack is running")
    return exchange


def find_guardian(state: State, exchange: Exchange) -> Combatant | None:
    """Who defends the target: at close range of it, able to parry this attack (3E-171, 3E-179)."""
    if exchange.incoming.unblockable or exchange.clash is not None:
        return None
    target = state.get(exchange.target)
    guards = [
        c
        for c in state.combatants
        if c.ward == target.id and c.is_in_play and not c.hidden and c.id != exchange.attacker
        and distance(c, target) == 0 and c.arm.parry is not None
    ]  # fmt: skip
    return max(guards, key=lambda c: guard_parry(c, exchange), default=None)


def guard_parry(guardian: Combatant, exchange: Exchange) -> int:
    """The Parry which the guardian puts before its ward, as it is now."""
    incoming = replace(exchange.incoming, ambush=False, surprise=False)
    return read_defense(guardian, incoming).parry or 0


def roll_attack(play: Play, exchange: Exchange) -> None:
    """Step One: the attack roll against the target's Defense (3E-064, 3E-079)."""
    attacker, target = play.get(exchange.attacker), play.get(exchange.target)
    guardian = find_guardian(play.state, exchange)
    pool = attack_pool(attacker, exchange, attacker.find_arm(exchange.arm) or attacker.arm)
    defended = read_defense(target, exchange.incoming, attacker, exchange.defense)
    thrown = play.throw(pool)
    rolled = replace(
        exchange,
        rolled=True,
        successes=thrown.total,
        defense_met=defended.defense,
        guard=guardian.id if guardian else None,
        guard_parry=guard_parry(guardian, exchange) if guardian else 0,
    )
    play.emit(
        ev.AttackRolled(
            **play.about(attacker, target),
            exchange=rolled,
            target_name=target.name,
            pool=pool,
            dice=thrown.dice,
            successes=thrown.total,
            defense=defended.explain(),
            guard_name=guardian.name if guardian else "",
        )
    )


def finish(play: Play, exchange: Exchange) -> None:
    """From the roll to the end: hit or miss, damage, onslaught, who goes down."""
    first = len(play.events)
    struck, threshold, why = read_hit(play.state, exchange)
    attacker, target = play.get(exchange.attacker), play.get(exchange.target)
    hit = play.state.find(struck)
    play.emit(
        ev.AttackResolved(
            **play.about(attacker, target),
            exchange=exchange.id,
            attack=exchange.kind,
            target=target.id,
            target_name=target.name,
            hit=bool(struck),
            struck=struck,
            struck_name=hit.name if hit else "",
            threshold=threshold,
            why=why,
        )
    )
    beaten = bool(hit and hit.no_hope and hit.is_crashed and exchange.kind == "withering")
    dealt = 0
    if hit:
        dealt = _deal(play, exchange, hit, threshold)
    else:
        _miss(play, exchange)
    _suffer_onslaught(play, exchange, why)
    if hit:
        _after_hit(play, exchange, hit, dealt, beaten)
    _loosen_grip(play, exchange, bool(hit))
    end_attack(play, exchange, play.events[first:])
    _attack_next(play, exchange)


def _attack_next(play: Play, exchange: Exchange) -> None:
    """A battle group goes on to its further targets (3E-311)."""
    for number, id in enumerate(exchange.rest):
        rest = exchange.rest[number + 1 :]
        plan = Plan(exchange.attacker, id, "withering", weapon=exchange.arm, exempt="group", rest=rest)
        if is_legal(play.state, plan):
            declare_attack(play, plan)
            return


def read_hit(state: State, exchange: Exchange) -> tuple[str, int, str]:
    """Whom the attack hits ("" for nobody), with what threshold, and why not (3E-004, 3E-172 to 3E-174, 3E-296)."""
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


def _deal(play: Play, exchange: Exchange, struck: Combatant, threshold: int) -> int:
    """Steps Two to Four; returns the Initiative or levels dealt."""
    if exchange.kind == "withering":
        return deal_withering(play, exchange, struck, threshold)
    lost = 0
    if exchange.guard is not None and exchange.choice == "ward":
        lost = read_defense(play.get(exchange.guard), exchange.incoming).defense // 2
    if exchange.gambit:
        try_gambit(play, exchange, struck, lost)
        return 0
    return deal_decisive(play, exchange, struck, lost)


def _miss(play: Play, exchange: Exchange) -> None:
    """A missed decisive attack costs Initiative (3E-080, 3E-177); a lost clash also opens the Defense (3E-296)."""
    if exchange.kind == "decisive":
        lose_for_miss(play, exchange.attacker, exchange.target)
    if exchange.clash is not None and exchange.successes < exchange.clash:
        lose_clash(play, exchange.attacker)


def _suffer_onslaught(play: Play, exchange: Exchange, why: str) -> None:
    """After the attack, hit or miss (3E-135, 3E-136); of a guarded one see 3E-178."""
    suffering = [exchange.target]
    if exchange.guard is not None:
        ward_too = exchange.choice == "ward" and why != "blocked"
        ward_too = ward_too or play.state.options.ward_always_takes_onslaught
        suffering = [exchange.guard, exchange.target] if ward_too else [exchange.guard]
    for id in suffering:
        if not exchange.guarded_friend:
            suffer_onslaught(play, id)


def _after_hit(play: Play, exchange: Exchange, struck: Combatant, dealt: int, beaten: bool) -> None:
    take_out(play, struck.id)
    if exchange.throws:
        knock(play, exchange.attacker, struck.id, "prone")
    elif exchange.smashes and dealt:
        knock(play, exchange.attacker, struck.id, "back" if exchange.smashes_back else "prone")
    now = play.get(struck.id)
    if beaten and not exchange.guarded_friend and now.is_in_play:
        play.emit(ev.WentOut(**play.about(now), why="defeated"))


def _loosen_grip(play: Play, exchange: Exchange, hit: bool) -> None:
    """Attacks on who controls a clinch cost rounds of control (3E-293)."""
    target = play.get(exchange.target)
    if target.clinch and target.clinch.controls:
        loosen(play, target.id, 2 if hit else 1)
