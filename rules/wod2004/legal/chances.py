"""Rolls of a fight before they are made: the pool of a filled form, and what the seat may know of its odds."""

from rules.battle.play import Play, Weighers
from rules.odds import Weighed
from rules.text import Text, word
from rules.wod2004.actions.instant import roll_odds
from rules.wod2004.decide.acting import read_care
from rules.wod2004.decide.attacks import read_attack, read_grapple
from rules.wod2004.decide.grappling import read_struggle
from rules.wod2004.decide.plain import NOTHING, read_action
from rules.wod2004.decide.powers import get_quality
from rules.wod2004.decide.resolving import blow_pool, blow_quality, defense_for, is_behind_cover
from rules.wod2004.moves import Attack, BreakFree, Grapple, Overpower, TakeAction, Treat
from rules.wod2004.pools import build_pool
from rules.wod2004.state.battle import Exchange, State, knows_score
from rules.wod2004.state.combatant import Combatant


def _weigh_care(play: Play[State], move: Treat) -> Weighed:
    _actor, _target, pool, on = read_care(play.state, move)
    return Weighed(pool, roll_odds(pool.total, get_quality(on)))


def _weigh_attack(play: Play[State], move: Attack) -> Weighed:
    return _weigh_exchange(play, read_attack(play.state, move)[0])


def _weigh_grapple(play: Play[State], move: Grapple) -> Weighed:
    return _weigh_exchange(play, read_grapple(play.state, move)[0])


def _weigh_exchange(play: Play[State], exchange: Exchange) -> Weighed:
    """Return the roll of the first blow; before Defense and armor for a seat that may not know these."""
    blow, target = exchange.blows[0], play.state.get(exchange.blows[0].target)
    if play.seat.controls(target.character):
        return weigh_blow(exchange, target)
    title = Text("{w}, before Defense and armor", w=word(exchange.weapon.name))
    if exchange.kind == "grapple":
        title = Text("Grapple, before Defense")
    pool = build_pool(title, blow.traits, blow.bonuses, blow.penalties)
    return Weighed(pool, roll_odds(pool.total, blow_quality(exchange)), measured=False)


def weigh_blow(exchange: Exchange, target: Combatant) -> Weighed:
    """Return the roll of the first blow against plain Defense. Full cover adds to the successes needed (WD-195)."""
    pool = blow_pool(target, exchange, defense_for(target, exchange, "defense", willpower=False).total)
    needed = 1 + (target.cover if is_behind_cover(target, exchange) else 0)
    return Weighed(pool, roll_odds(pool.total, blow_quality(exchange), needed))


def _weigh_struggle(play: Play[State], move: BreakFree | Overpower) -> Weighed:
    """Return the roll in a grapple; less the opponent's Strength for a seat that may know it."""
    struggle = read_struggle(play.state, move)
    measured = struggle.held > 0 or play.seat.controls(struggle.opponent.character)
    pool = struggle.pool if measured else struggle.blind
    return Weighed(pool, roll_odds(pool.total, get_quality(struggle.on), struggle.held + 1), measured)


def _weigh_action(play: Play[State], move: TakeAction) -> Weighed:
    """Return the roll of a plain action; against a stored defense for a seat that knows its successes (WD-111)."""
    _actor, beats, pool, on = read_action(play.state, play.seat, move)
    measured = beats is NOTHING or knows_score(play.state, beats, play.seat)
    needed = beats.successes + 1 if measured and beats.id else 1
    return Weighed(pool, roll_odds(pool.total, get_quality(on), needed), measured)


WEIGHERS: Weighers = {
    Attack: _weigh_attack,
    Grapple: _weigh_grapple,
    BreakFree: _weigh_struggle,
    Overpower: _weigh_struggle,
    TakeAction: _weigh_action,
    Treat: _weigh_care,
}
