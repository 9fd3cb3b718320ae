"""Steps Two to Four of a decisive attack, its miss, and gambits (3E-078 to 3E-091, 3E-281 to 3E-290)."""

from rules.battle.play import at
from rules.exalted3e import events as ev
from rules.exalted3e.attack.gambits import take_effect
from rules.exalted3e.attack.groups import damage_group
from rules.exalted3e.attack.harm import mark_levels
from rules.exalted3e.defense import compute_hardness, guards_of
from rules.exalted3e.pools import build_value, halve_up
from rules.exalted3e.state.combatant import Combatant
from rules.exalted3e.state.exchange import Exchange, ResolvedAttack
from rules.exalted3e.timing.initiative import BASE, Cause, change_initiative, set_initiative
from rules.exalted3e.timing.play import Play, throw_dice
from rules.pool import Breakdown, Term, change
from rules.powers import make_terms
from rules.text import Text, word

CLASH_LEVELS = 1
"""Automatic damage successes of a won clash (3E-296)."""


def lose_for_miss(play: Play, id: str, target: str) -> None:
    """Take 2 Initiative for a miss, 3 from Initiative 11 on; this may Crash the attacker by its own action (3E-083)."""
    loss, rule = (3, "3E-081") if (play.state.get(id).initiative or 0) >= 11 else (2, "3E-080")
    own = play.state.options.missed_decisive_is_self_crash
    cause = Cause("own" if own else "other", Text("missed decisive attack"), rule, about=target)
    change_initiative(play, id, -loss, cause)


def damage_pool(attacker: Combatant, exchange: Exchange, lost: int) -> Breakdown:
    """Return the damage dice of Step Two: all Initiative, less the dice that a guardian takes (3E-084, 3E-175)."""
    changes = (
        *change(Text("the guardian’s Defense"), -lost, "guard", "3E-175"),
        *change(Text("bonus"), exchange.pool_bonus, "bonus", "3E-294"),
        *make_terms(exchange.shares, "damage", "power", "3E-084"),
    )
    base = (Term(Text("Initiative"), attacker.initiative or 0, "initiative", "3E-084"),)
    return build_value(Text("Damage dice"), base, changes, "3E-084")


def roll_decisive(play: Play, exchange: Exchange, struck: Combatant, lost: int) -> tuple[int, str]:
    """Roll the damage (3E-084 to 3E-087). Return the number of levels and their type."""
    attacker = play.state.get(exchange.attacker)
    pool = damage_pool(attacker, exchange, lost)
    hardness = compute_hardness(struck, exchange.hardness_reduction, guards_of(exchange, struck))
    stopped = 0 < pool.total <= hardness
    count = 0 if stopped else pool.total
    auto = exchange.auto if play.state.options.stunts_help_damage else 0
    thrown = throw_dice(play, count, attacker, struck, doubles=False, auto=auto if count else 0)
    levels = thrown.total
    if count and exchange.clash is not None:
        levels += CLASH_LEVELS
    if count and struck.group is not None:
        levels += halve_up(halve_up(count))  # a quarter of the dice more, rounded up (3E-314)
    arm = attacker.find_arm(exchange.arm) or attacker.arm
    kind = arm.damage_type if struck.group is None else "magnitude"
    play.emit(
        ev.DamageRolled(
            **at(attacker, struck),
            attack="decisive",
            raw=pool,
            pool=pool.total,
            dice=thrown.dice,
            amount=levels,
            stopped_by_hardness=stopped,
            damage_type=kind,
            hardness=hardness,
        )
    )
    return levels, kind


def deal_decisive(play: Play, attack: ResolvedAttack) -> None:
    """Mark the levels and return the attacker to base Initiative (3E-086 to 3E-089)."""
    exchange = attack.exchange
    if attack.amount and attack.damage_type != "magnitude":
        mark_levels(play, attack.struck, attack.damage_type, attack.amount)
    set_initiative(play, exchange.attacker, BASE, Cause("other", Text("back to base Initiative"), "3E-088"))
    if attack.amount and attack.damage_type == "magnitude":
        attacker, struck = play.state.get(exchange.attacker), play.state.get(attack.struck)
        damage_group(play, struck, attack.amount, attacker, area=exchange.area)


def roll_gambit(play: Play, exchange: Exchange, struck: Combatant, lost: int) -> bool:
    """Roll Initiative against the gambit's difficulty (3E-281, 3E-285). Return whether the gambit works."""
    options = play.state.options
    if not options.gambit_pays_after_roll:
        _pay_gambit(play, exchange, struck.id)
    attacker = play.state.get(exchange.attacker)
    pool = damage_pool(attacker, exchange, lost)
    auto = exchange.auto if options.stunts_help_damage else 0
    thrown = throw_dice(play, pool.total, attacker, struck, doubles=options.gambit_doubles_tens, auto=auto)
    works = thrown.total >= exchange.difficulty
    play.emit(
        ev.GambitRolled(
            **at(attacker, struck),
            gambit=exchange.gambit,
            difficulty=exchange.difficulty,
            pool=pool.total,
            dice=thrown.dice,
            successes=thrown.total,
            works=works,
        )
    )
    return works


def finish_gambit(play: Play, attack: ResolvedAttack) -> None:
    """Pay for the gambit, whether or not it works, and apply its effect (3E-283)."""
    if play.state.options.gambit_pays_after_roll:
        _pay_gambit(play, attack.exchange, attack.struck)
    if attack.works:
        take_effect(play, attack.exchange, play.state.get(attack.struck))


def _pay_gambit(play: Play, exchange: Exchange, struck: str) -> None:
    pay = Cause("own", Text("gambit: {gambit}", gambit=word(exchange.gambit)), "3E-283", about=struck)
    change_initiative(play, exchange.attacker, -(exchange.difficulty + 1), pay)
