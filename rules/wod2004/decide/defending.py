"""Which combatant a blow reaches, and with which Defense it is met (WD-183, WD-189, WD-195)."""

from rules.pool import Breakdown
from rules.powers import NO_POWERS, Switched, make_terms
from rules.text import EMPTY, Text
from rules.wod2004.attack.pool import CLOSE_MODES
from rules.wod2004.defense import applies, defense_against
from rules.wod2004.state.battle import Exchange, State
from rules.wod2004.state.combatant import Combatant


def hit_target(state: State, exchange: Exchange) -> Combatant:
    """Return the combatant whom the next blow reaches. A held opponent used as cover takes the shots (WD-210)."""
    target = state.get(exchange.blows[0].target)
    if target.shield and target.grapple and exchange.weapon.mode not in CLOSE_MODES:
        return state.get(target.grapple)
    return target


def is_behind_cover(target: Combatant, exchange: Exchange) -> bool:
    """Return whether full cover protects the target from this attack (WD-195)."""
    return bool(target.cover) and exchange.weapon.mode not in CLOSE_MODES and not exchange.close


def denied_defense(target: Combatant, exchange: Exchange) -> Text:
    """Return why the target has no Defense against this attack, or an empty text (WD-183, WD-189, WD-190)."""
    if not applies(exchange.weapon.mode, close=exchange.close):
        return Text("Firearms are beyond Defense but at close range.")
    if is_behind_cover(target, exchange):
        return Text("The cover is hit by itself.")
    if exchange.unaware:
        return Text("{whom} did not see it coming.", whom=target.name)
    if target.out:
        return Text("{whom} is {out}.", whom=target.name, out=target.out)
    if target.surprised:
        return Text("{whom} is surprised.", whom=target.name)
    if target.immobilised:
        return Text("{whom} is bound.", whom=target.name)
    return Text("{whom} attacks all-out.", whom=target.name) if target.all_out else EMPTY


def defense_for(
    target: Combatant, exchange: Exchange, stance: str, *, willpower: bool, on: Switched = NO_POWERS
) -> Breakdown:
    """Return the target's Defense against the next blow in the chosen stance."""
    denied = denied_defense(target, exchange)
    if not denied and stance == "none":
        denied = Text("{whom} does not defend.", whom=target.name)
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
