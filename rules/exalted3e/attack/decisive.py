"""A decisive attack's Steps Two to Four, its miss, and gambits (3E-078 to 3E-091, 3E-281 to 3E-290)."""

from rules.pool import Breakdown, Term

from .. import events as ev
from ..apply.play import Play
from ..defense import read_hardness
from ..pools import build_value
from ..state import Combatant, Exchange
from ..timing.initiative import BASE, Cause, change_initiative, set_initiative
from .gambits import take_effect
from .groups import damage_group, decisive_extra
from .harm import mark_levels

CLASH_LEVELS = 1
"""Automatic damage successes of a won clash (3E-296)."""


def miss_loss(initiative: int) -> int:
    """Initiative lost by a missed decisive attack: 3 from 11 on, else 2 (3E-080, 3E-081)."""
    return 3 if initiative >= 11 else 2


def lose_for_miss(play: Play, id: str, target: str) -> None:
    """Pay for a miss; that may be Crash by one's own action (3E-083)."""
    own = play.state.options.missed_decisive_is_self_crash
    loss = miss_loss(play.get(id).initiative or 0)
    rule = "3E-080" if loss == 2 else "3E-081"
    change_initiative(play, id, -loss, Cause("own" if own else "other", "missed decisive attack", rule, about=target))


def damage_pool(attacker: Combatant, exchange: Exchange, lost: int) -> Breakdown:
    """Step Two: all of the current Initiative, less what a guardian takes (3E-084, 3E-175)."""
    changes = [Term("the guardian's Defense", -lost, "guard", "3E-175")] if lost else []
    if exchange.pool_bonus:
        changes.append(Term("bonus", exchange.pool_bonus, "bonus", "3E-294"))
    base = (Term("Initiative", attacker.initiative or 0, "initiative", "3E-084"),)
    return build_value("Damage dice", base, changes, "3E-084")


def deal_decisive(play: Play, exchange: Exchange, struck: Combatant, lost: int) -> int:
    """Roll the levels, mark them, return to base Initiative (3E-084 to 3E-089); returns the levels dealt."""
    attacker = play.get(exchange.attacker)
    pool = damage_pool(attacker, exchange, lost)
    hardness = read_hardness(struck, exchange.hardness_reduction)
    stopped = 0 < pool.total <= hardness
    count = 0 if stopped else pool.total
    auto = exchange.auto if play.state.options.stunts_help_damage else 0
    thrown = play.throw_dice(count, doubles=False, auto=auto if count else 0)
    levels = thrown.total
    if count and exchange.clash is not None:
        levels += CLASH_LEVELS
    if count and struck.group is not None:
        levels += decisive_extra(count)
    arm = attacker.find_arm(exchange.arm) or attacker.arm
    play.emit(
        ev.DamageRolled(
            **play.about(attacker, struck),
            exchange=exchange.id,
            attack="decisive",
            target=struck.id,
            target_name=struck.name,
            raw=pool,
            pool=pool.total,
            dice=thrown.dice,
            amount=levels,
            stopped_by_hardness=stopped,
            damage_type=arm.damage_type if struck.group is None else "magnitude",
            hardness=hardness,
        )
    )
    if levels and struck.group is None:
        mark_levels(play, struck.id, arm.damage_type, levels, exchange.id)
    set_initiative(play, attacker.id, BASE, Cause("other", "back to base Initiative", "3E-088"))
    if levels and struck.group is not None:
        damage_group(play, struck, levels, play.get(attacker.id), exchange.id)
    return levels


def try_gambit(play: Play, exchange: Exchange, struck: Combatant, lost: int) -> None:
    """Roll Initiative against the gambit's difficulty, and pay for it either way (3E-281 to 3E-285)."""
    options = play.state.options
    cost = exchange.difficulty + 1
    pay = Cause("own", f"gambit: {exchange.gambit}", "3E-283", about=struck.id)
    if not options.gambit_pays_after_roll:
        change_initiative(play, exchange.attacker, -cost, pay)
    attacker = play.get(exchange.attacker)
    pool = damage_pool(attacker, exchange, lost)
    auto = exchange.auto if options.stunts_help_damage else 0
    thrown = play.throw_dice(pool.total, doubles=options.gambit_doubles_tens, auto=auto)
    works = thrown.total >= exchange.difficulty
    play.emit(
        ev.GambitRolled(
            **play.about(attacker, struck),
            exchange=exchange.id,
            target=struck.id,
            target_name=struck.name,
            gambit=exchange.gambit,
            difficulty=exchange.difficulty,
            pool=pool.total,
            dice=thrown.dice,
            successes=thrown.total,
            works=works,
        )
    )
    if options.gambit_pays_after_roll:
        change_initiative(play, exchange.attacker, -cost, pay)
    if works:
        take_effect(play, exchange, struck)
