"""Whom a blow reaches, and what Defense meets it (WD-183, WD-189, WD-195)."""

from rules.pool import Breakdown
from rules.powers import NO_POWERS, Switched, make_terms
from rules.wod2004.attack.pool import CLOSE_MODES
from rules.wod2004.defense import applies, defense_against
from rules.wod2004.state.battle import Exchange, State
from rules.wod2004.state.combatant import Combatant


def hit_target(state: State, exchange: Exchange) -> Combatant:
    """Whom the next blow reaches: who hides behind a held opponent is shielded from shots (WD-210)."""
    target = state.get(exchange.blows[0].target)
    if target.shield and target.grapple and exchange.weapon.mode not in CLOSE_MODES:
        return state.get(target.grapple)
    return target


def is_behind_cover(target: Combatant, exchange: Exchange) -> bool:
    """Whether full cover stands between (WD-195)."""
    return bool(target.cover) and exchange.weapon.mode not in CLOSE_MODES and not exchange.close


def denied_defense(target: Combatant, exchange: Exchange) -> str:
    """Why the target has no Defense against this attack, or an empty string (WD-183, WD-189, WD-190)."""
    if not applies(exchange.weapon.mode, close=exchange.close):
        return "Firearms are beyond Defense but at close range."
    if is_behind_cover(target, exchange):
        return "The cover is hit by itself."
    if exchange.unaware:
        return f"{target.name} did not see it coming."
    if target.out:
        return f"{target.name} is {target.out}."
    if target.surprised:
        return f"{target.name} is surprised."
    if target.immobilised:
        return f"{target.name} is bound."
    return f"{target.name} attacks all-out." if target.all_out else ""


def defense_for(
    target: Combatant, exchange: Exchange, stance: str, *, willpower: bool, on: Switched = NO_POWERS
) -> Breakdown:
    """The target's Defense against the next blow in the stance that was chosen."""
    denied = denied_defense(target, exchange)
    if not denied and stance == "none":
        denied = f"{target.name} does not defend."
    drawn = target.weapon(target.drawn)
    bare = exchange.weapon.mode == "brawl" and drawn is not None
    return defense_against(
        target.current_defense,
        target.attacked,
        dodging=stance == "dodge" or target.dodging,
        willpower=willpower,
        guard=drawn.guard if bare and drawn else 0,
        denied=denied,
        powers=make_terms((*on.shares, *target.standing), "defense", "power", "WD-182"),
    )
