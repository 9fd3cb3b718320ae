"""Rolls of a fight before they are made: the pool as the form is filled in, and what is known of the chance."""

from rules.battle import Move, Seat
from rules.dice import SystemRoller
from rules.odds import Weighed
from rules.wod2004.actions.instant import roll_odds
from rules.wod2004.decide.acting import treat
from rules.wod2004.decide.attacking import attack, grapple
from rules.wod2004.decide.defending import defense_for, is_behind_cover
from rules.wod2004.decide.grappling import read_struggle
from rules.wod2004.decide.plain import build_action, find_defense, take_action
from rules.wod2004.decide.powers import get_quality, read_powers
from rules.wod2004.decide.resolving import blow_pool, blow_quality
from rules.wod2004.events import AttackDeclared, TreatmentRolled
from rules.wod2004.moves import Attack, BreakFree, Grapple, Overpower, TakeAction, Treat
from rules.wod2004.pools import build_pool
from rules.wod2004.state import Combatant, Exchange, State, knows_score


def weigh(state: State, seat: Seat, move: Move) -> Weighed | None:
    """The roll of a move as it is filled in. Raises what making it would raise; None where nothing is rolled."""
    if isinstance(move, (Attack, Grapple)):
        return _weigh_attack(state, seat, move)
    if isinstance(move, (BreakFree, Overpower)):
        return _weigh_struggle(state, seat, move)
    if isinstance(move, TakeAction):
        return _weigh_action(state, seat, move)
    return _weigh_care(state, seat, move) if isinstance(move, Treat) else None


def _weigh_attack(state: State, seat: Seat, move: Attack | Grapple) -> Weighed:
    """The first blow. Who may not know the target's Defense and armor sees the dice before them."""
    roller = SystemRoller()  # declaring throws no dice
    events = attack(state, seat, move, roller) if isinstance(move, Attack) else grapple(state, seat, move, roller)
    exchange = next(event.exchange for event in events if isinstance(event, AttackDeclared))
    blow, target = exchange.blows[0], state.get(exchange.blows[0].target)
    if seat.controls(target.character):
        return weigh_blow(exchange, target)
    grapples = exchange.kind == "grapple"
    title = "Grapple, before Defense" if grapples else f"{exchange.weapon.name}, before Defense and armor"
    pool = build_pool(title, blow.traits, blow.bonuses, blow.penalties)
    return Weighed(pool, roll_odds(pool.total, blow_quality(exchange)), measured=False)


def weigh_blow(exchange: Exchange, target: Combatant) -> Weighed:
    """The first blow, where the target does nothing beside its Defense; full cover must be passed (WD-195)."""
    pool = blow_pool(target, exchange, defense_for(target, exchange, "defense", willpower=False).total)
    needed = 1 + (target.cover if is_behind_cover(target, exchange) else 0)
    return Weighed(pool, roll_odds(pool.total, blow_quality(exchange), needed))


def _weigh_struggle(state: State, seat: Seat, move: BreakFree | Overpower) -> Weighed:
    """Less the opponent's Strength, for those who may know it; out of a hold its successes must be beaten."""
    struggle = read_struggle(state, seat, move)
    measured = struggle.held > 0 or seat.controls(struggle.opponent.character)
    pool = struggle.pool if measured else struggle.blind
    return Weighed(pool, roll_odds(pool.total, get_quality(struggle.on), struggle.held + 1), measured)


def _weigh_action(state: State, seat: Seat, move: TakeAction) -> Weighed:
    """A plain action; against a stored defense, for those who may know how many successes it has (WD-111)."""
    take_action(state, seat, move, SystemRoller())  # refuses what making it would; nobody sees the dice
    pool, on = build_action(state, state.get(move.actor), move)
    if not move.against:
        return Weighed(pool, roll_odds(pool.total, get_quality(on)))
    stored = find_defense(state, seat, move.against)
    measured = knows_score(state, stored, seat)
    return Weighed(pool, roll_odds(pool.total, get_quality(on), stored.successes + 1 if measured else 1), measured)


def _weigh_care(state: State, seat: Seat, move: Treat) -> Weighed | None:
    """The roll is made with dice that nobody sees, for its pool."""
    events = treat(state, seat, move, SystemRoller())
    on = read_powers(state.get(move.actor), move.powers, "roll", willpower=move.willpower)
    for event in events:
        if isinstance(event, TreatmentRolled):
            return Weighed(event.roll.pool, roll_odds(event.roll.pool.total, get_quality(on)))
    return None
