"""Steps Two to Four of a withering attack (3E-066 to 3E-077)."""

from rules.battle.play import at
from rules.exalted3e import events as ev
from rules.exalted3e.attack.groups import damage_group, group_terms
from rules.exalted3e.attack.harm import mark_levels
from rules.exalted3e.defense import compute_soak, guards_of
from rules.exalted3e.pools import build_value
from rules.exalted3e.state.combatant import Arm, Combatant
from rules.exalted3e.state.exchange import Exchange, ResolvedAttack
from rules.exalted3e.timing.initiative import Cause, ask_hope, change_initiative
from rules.exalted3e.timing.play import Play, throw_dice
from rules.pool import Breakdown, Term, change
from rules.powers import make_terms
from rules.text import Text

LANDING = 1
"""Initiative gained for any successful withering attack (3E-070)."""
CLASH_RAW = 3
"""Raw damage of a won clash (3E-296)."""


def raw_damage(attacker: Combatant, exchange: Exchange, arm: Arm, threshold: int) -> Breakdown:
    """Return the raw damage of Step Two: Strength, weapon and threshold; a Powerful weapon hits harder up close
    (3E-066, 3E-258).
    """
    extra = (
        Term(Text("threshold successes"), threshold, "threshold", "3E-066"),
        *group_terms(attacker),
        *change(Text("bonus"), exchange.raw_bonus, "bonus", "3E-066"),
        *make_terms(exchange.shares, "damage", "power", "3E-066"),
        *change(Text("won clash"), CLASH_RAW * (exchange.clash is not None), "clash", "3E-296"),
    )
    base = arm.close_damage if arm.close_damage and exchange.distance == 0 else arm.damage
    return build_value(Text("Raw damage"), base, extra, "3E-066")


def damage_dice(raw: int, soak: int, overwhelming: int) -> int:
    """Return the dice of Step Three: what soak leaves, at least Overwhelming (3E-068)."""
    return max(raw - soak, overwhelming)


def roll_withering(play: Play, exchange: Exchange, struck: Combatant, threshold: int) -> tuple[int, str]:
    """Roll the damage (3E-069). Return the amount and its type."""
    attacker = play.state.get(exchange.attacker)
    arm = attacker.find_arm(exchange.arm) or attacker.arm
    raw = raw_damage(attacker, exchange, arm, threshold)
    soak = compute_soak(struck, exchange.soak_reduction, guards_of(exchange, struck))
    dice = damage_dice(raw.total, soak.total, arm.overwhelming)
    auto = exchange.auto if play.state.options.stunts_help_damage else 0
    thrown = throw_dice(play, dice, attacker, struck, doubles=attacker.group is None, auto=auto)
    kind = _damage_type(attacker, exchange, struck, arm)
    play.emit(
        ev.DamageRolled(
            **at(attacker, struck),
            attack="withering",
            raw=raw,
            pool=dice,
            dice=thrown.dice,
            amount=thrown.total,
            stopped_by_hardness=False,
            damage_type=kind,
            soak=soak,
            overwhelming=arm.overwhelming,
        )
    )
    return thrown.total, kind


def _damage_type(attacker: Combatant, exchange: Exchange, struck: Combatant, arm: Arm) -> str:
    """Return what the damage successes become (3E-071, 3E-077, 3E-313, 3E-314)."""
    if exchange.guarded_friend:
        return "none"
    if struck.group is not None:
        return "magnitude"
    return arm.damage_type if attacker.group is not None and struck.is_crashed else "initiative"


def deal_withering(play: Play, attack: ResolvedAttack) -> None:
    """Apply Step Four (3E-070 to 3E-072); a battle group gains nothing and harms a Crashed target's health (3E-313)."""
    exchange, amount = attack.exchange, attack.amount
    attacker, struck = play.state.get(exchange.attacker), play.state.get(attack.struck)
    if attack.damage_type == "none":
        return
    if attacker.group is None:
        change_initiative(play, attacker.id, LANDING, Cause("other", Text("successful withering attack"), "3E-070"))
    if attack.damage_type == "magnitude":
        damage_group(play, struck, amount, attacker, area=exchange.area)
    elif attack.damage_type != "initiative":
        mark_levels(play, struck.id, attack.damage_type, amount)
    else:
        if attacker.group is None:
            change_initiative(play, attacker.id, amount, Cause("other", Text("withering damage"), "3E-071"))
        avenges = exchange.avenged == struck.id
        wither = Cause("attack", Text("withering damage"), "3E-071", by=attacker.id, avenges=avenges)
        change_initiative(play, struck.id, -amount, wither)
        ask_hope(play, struck)
