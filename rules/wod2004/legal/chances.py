"""Rolls of a fight before they are made: the pool of a filled form, and what the seat may know of its odds."""

from dataclasses import replace
from fractions import Fraction

from rules.battle import Seat
from rules.battle.play import Play, Weighers
from rules.odds import Odds, WeighedRoll
from rules.pool import Pool
from rules.powers import NO_POWERS, PowerTotals
from rules.text import EMPTY, Text, word
from rules.wod2004.actions.instant import Quality, roll_odds
from rules.wod2004.decide.acting import build_care
from rules.wod2004.decide.answers import build_defense, check_awake, consciousness_pool
from rules.wod2004.decide.attacks import build_attack, build_grapple
from rules.wod2004.decide.grappling import build_struggle
from rules.wod2004.decide.plain import NOTHING, build_action
from rules.wod2004.decide.powers import get_quality
from rules.wod2004.decide.resolving import (
    attack_line_pool,
    attack_line_quality,
    defense_for,
    denied_defense,
    hit_target,
    is_behind_cover,
    target_armor,
    why_no_defense,
)
from rules.wod2004.moves import (
    AnswerDefense,
    Attack,
    BreakFree,
    Grapple,
    Overpower,
    StayConscious,
    TakeAction,
    Treat,
)
from rules.wod2004.pools import build_pool
from rules.wod2004.state.battle import Exchange, State, knows_score
from rules.wod2004.state.combatant import Combatant


def _weigh_care(play: Play[State], move: Treat) -> WeighedRoll:
    _actor, _target, pool, on = build_care(play.state, move)
    return WeighedRoll(pool, roll_odds(pool.total, get_quality(on)))


def _weigh_attack(play: Play[State], move: Attack) -> WeighedRoll:
    return _weigh_exchange(play, build_attack(play.state, move)[0])


def _weigh_grapple(play: Play[State], move: Grapple) -> WeighedRoll:
    return _weigh_exchange(play, build_grapple(play.state, move)[0])


def _weigh_exchange(play: Play[State], exchange: Exchange) -> WeighedRoll:
    """Return the roll of the first attack; before Defense and armor for a seat that may not know these."""
    attack_line, target = exchange.blows[0], hit_target(play.state, exchange)
    if play.seat.controls(target.character):
        return weigh_attack_line(exchange, target)
    title = Text("{w}, before Defense and armor", w=word(exchange.weapon.name))
    if exchange.kind == "grapple":
        title = Text("Grapple, before Defense")
    pool = build_pool(title, attack_line.traits, attack_line.bonuses, attack_line.penalties)
    odds = roll_odds(pool.total, attack_line_quality(exchange))
    return WeighedRoll(pool, odds, measured=False, guess=guess_attack_line(exchange, target))


USUAL_DEFENSES, USUAL_ARMOR, UNPROTECTED = range(1, 4), range(3), range(1)
"""What people usually have of Defense and of armor."""


def guess_attack_line(exchange: Exchange, target: Combatant) -> float:
    """Return the first attack's average chance against usual Defense and armor, for a seat that may not know these.

    Cover counts (WD-195), and what denies Defense (WD-189): the board shows these to everyone.
    """
    rolls = list_usual(exchange, target)
    return sum(float(roll.success) for roll in rolls) / len(rolls)


def list_usual(exchange: Exchange, target: Combatant) -> list[Odds]:
    """Return the odds of the first attack against each Defense and armor that is usual."""
    attack_line, behind = exchange.blows[0], is_behind_cover(target, exchange)
    dice = build_pool(EMPTY, attack_line.traits, attack_line.bonuses, attack_line.penalties).total
    defenses = UNPROTECTED if denied_defense(target, exchange) else USUAL_DEFENSES
    armors = UNPROTECTED if behind or exchange.kind == "grapple" else USUAL_ARMOR
    taken = [defense + armor for defense in defenses for armor in armors]
    needed, quality = 1 + (target.cover if behind else 0), attack_line_quality(exchange)
    return [roll_odds(max(0, dice - less), quality, needed) for less in taken]


USUAL_ATTACKS = range(3, 10)
"""How many dice people usually attack with."""


def get_hit_chance(
    exchange: Exchange,
    target: Combatant,
    stance: str,
    *,
    is_known: bool,
    willpower: bool = False,
    on: PowerTotals = NO_POWERS,
) -> tuple[float, bool]:
    """Return the chance that the next attack hits in this stance, and whether it is an average over usual attacks.

    `is_known`: whether the seat may know the attacker's dice.
    """
    defense = defense_for(target, exchange, stance, willpower=willpower, on=on).total
    behind, quality = is_behind_cover(target, exchange), attack_line_quality(exchange)
    needed = 1 + (target.cover if behind else 0)
    if is_known:
        return float(roll_odds(attack_line_pool(target, exchange, defense, on).total, quality, needed).success), False
    armor = target_armor(target, exchange, on)
    less = defense - (armor.amount if armor and not behind else 0)
    chances = [float(roll_odds(max(0, dice - less), Quality(), needed).success) for dice in USUAL_ATTACKS]
    return sum(chances) / len(chances), True


def weigh_attack_line(exchange: Exchange, target: Combatant) -> WeighedRoll:
    """Return the roll of the first attack against plain Defense. Full cover adds to the successes needed (WD-195)."""
    pool = attack_line_pool(target, exchange, defense_for(target, exchange, "defense", willpower=False).total)
    needed = 1 + (target.cover if is_behind_cover(target, exchange) else 0)
    return WeighedRoll(pool, roll_odds(pool.total, attack_line_quality(exchange), needed))


def _weigh_struggle(play: Play[State], move: BreakFree | Overpower) -> WeighedRoll:
    """Return the roll in a grapple; less the opponent's Strength for a seat that may know it."""
    struggle = build_struggle(play.state, move)
    measured = struggle.held > 0 or play.seat.controls(struggle.opponent.character)
    pool = struggle.pool if measured else struggle.blind
    return WeighedRoll(pool, roll_odds(pool.total, get_quality(struggle.on), struggle.held + 1), measured)


def _weigh_action(play: Play[State], move: TakeAction) -> WeighedRoll:
    """Return the roll of a plain action; against a stored defense for a seat that knows its successes (WD-111), and
    against a target for one that may know what it resists with, before it and by a guess for others (WD-335).
    """
    state, seat = play.state, play.seat
    _actor, beats, pool, on = build_action(state, seat, move)
    measured = beats is NOTHING or knows_score(state, beats, seat)
    needed = beats.successes + 1 if measured and beats.id else 1
    target = state.get(move.target) if move.target else None
    if target is None or seat.controls(target.character):
        return WeighedRoll(pool, roll_odds(pool.total, get_quality(on), needed), measured)
    bare = build_action(state, seat, move, resistance=0)[2]
    title = Text("{what}, before what the target resists with", what=bare.title)
    usual = UNPROTECTED if move.resists == "defense" and why_no_defense(target) else USUAL_RESISTANCE
    chances = [float(_weigh_usual(state, seat, move, amount, get_quality(on), needed)) for amount in usual]
    guess = sum(chances) / len(chances) if measured else None
    return WeighedRoll(replace(bare, title=title), roll_odds(bare.total, get_quality(on)), measured=False, guess=guess)


USUAL_RESISTANCE = range(1, 4)
"""What people usually have of a trait to resist with."""


def _weigh_usual(state: State, seat: Seat, move: TakeAction, amount: int, quality: Quality, needed: int) -> Fraction:
    """Return the chance of a plain action against this much resistance."""
    return roll_odds(build_action(state, seat, move, resistance=amount)[2].total, quality, needed).success


def _weigh_defense(play: Play[State], move: AnswerDefense) -> WeighedRoll | None:
    """Return the chance to be hit all the same; about, for a seat that may not know the attacker's dice."""
    exchange, (_prompt, target, on) = play.state.exchange, build_defense(play, move)
    if exchange is None or exchange.blows[0].target != target.id:
        return None
    is_known = play.seat.controls(play.state.get(exchange.actor).character)
    chance, is_average = get_hit_chance(
        exchange, target, move.stance, is_known=is_known, willpower=move.willpower, on=on
    )
    odds = replace(roll_odds(0), success=Fraction(chance))  # the attack's own dice are not the defender's to read
    guess = chance if is_average else None
    return WeighedRoll(Pool(EMPTY, (), 0), odds, not is_average, guess, is_struck=True)


def _weigh_awake(play: Play[State], move: StayConscious) -> WeighedRoll:
    pool = consciousness_pool(check_awake(play, move), willpower=move.willpower)
    return WeighedRoll(pool, roll_odds(pool.total))


WEIGHERS: Weighers = {
    AnswerDefense: _weigh_defense,
    Attack: _weigh_attack,
    Grapple: _weigh_grapple,
    BreakFree: _weigh_struggle,
    Overpower: _weigh_struggle,
    StayConscious: _weigh_awake,
    TakeAction: _weigh_action,
    Treat: _weigh_care,
}
