"""Rolls of a fight before they are made: the pool of a filled form, and what the seat may know of its odds."""

from rules.battle import Move, Seat
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


def weigh(state: State, seat: Seat, move: Move) -> Weighed | None:
    """Return the roll of a move, None where nothing is rolled. Raises what the move itself would raise."""
    if isinstance(move, Attack):
        return _weigh_attack(state, seat, read_attack(state, move)[0])
    if isinstance(move, Grapple):
        return _weigh_attack(state, seat, read_grapple(state, move)[0])
    if isinstance(move, (BreakFree, Overpower)):
        return _weigh_struggle(state, seat, move)
    if isinstance(move, TakeAction):
        return _weigh_action(state, seat, move)
    if isinstance(move, Treat):
        _actor, _target, pool, on = read_care(state, move)
        return Weighed(pool, roll_odds(pool.total, get_quality(on)))
    return None


def _weigh_attack(state: State, seat: Seat, exchange: Exchange) -> Weighed:
    """Return the roll of the first blow; before Defense and armor for a seat that may not know these."""
    blow, target = exchange.blows[0], state.get(exchange.blows[0].target)
    if seat.controls(target.character):
        return weigh_blow(exchange, target)
    if exchange.kind == "grapple":
        title = Text("Grapple, before Defense")
    else:
        title = Text("{w}, before Defense and armor", w=word(exchange.weapon.name))
    pool = build_pool(title, blow.traits, blow.bonuses, blow.penalties)
    return Weighed(pool, roll_odds(pool.total, blow_quality(exchange)), measured=False)


def weigh_blow(exchange: Exchange, target: Combatant) -> Weighed:
    """Return the roll of the first blow against plain Defense. Full cover adds to the successes needed (WD-195)."""
    pool = blow_pool(target, exchange, defense_for(target, exchange, "defense", willpower=False).total)
    needed = 1 + (target.cover if is_behind_cover(target, exchange) else 0)
    return Weighed(pool, roll_odds(pool.total, blow_quality(exchange), needed))


def _weigh_struggle(state: State, seat: Seat, move: BreakFree | Overpower) -> Weighed:
    """Return the roll in a grapple; less the opponent's Strength for a seat that may know it."""
    struggle = read_struggle(state, move)
    measured = struggle.held > 0 or seat.controls(struggle.opponent.character)
    pool = struggle.pool if measured else struggle.blind
    return Weighed(pool, roll_odds(pool.total, get_quality(struggle.on), struggle.held + 1), measured)


def _weigh_action(state: State, seat: Seat, move: TakeAction) -> Weighed:
    """Return the roll of a plain action; against a stored defense for a seat that knows its successes (WD-111)."""
    _actor, beats, pool, on = read_action(state, seat, move)
    measured = beats is NOTHING or knows_score(state, beats, seat)
    return Weighed(pool, roll_odds(pool.total, get_quality(on), beats.successes + 1 if measured and beats.id else 1),
                   measured)  # fmt: skip
