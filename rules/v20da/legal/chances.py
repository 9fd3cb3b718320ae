"""Rolls of a fight before they are made: the pool that a form describes, and the chance."""

from rules.battle import Move, Seat
from rules.odds import Odds, Weighed
from rules.powers import sum_shares
from rules.v20da.actions.chances import chances
from rules.v20da.decide.acting import read_action
from rules.v20da.decide.attacks import read_attack
from rules.v20da.decide.common import spend_point
from rules.v20da.moves import MakeAttack, TakeAction
from rules.v20da.options import BotchMode
from rules.v20da.state.model import Exchange, State


def attack_odds(exchange: Exchange, mode: BotchMode = "rolled") -> Odds:
    """Return the odds of an attack, before any defense."""
    bought = sum_shares(exchange.shares, "successes")
    return chances(exchange.pool.dice, exchange.difficulty.total, exchange.specialty, exchange.willpower, mode, bought)


def weigh(state: State, seat: Seat, move: Move) -> Weighed | None:
    """Return the roll of a declared attack, before any defense, or of another action. Raises as the move would."""
    if isinstance(move, TakeAction):
        return _weigh_action(state, seat, move)
    return _weigh_attack(state, move) if isinstance(move, MakeAttack) else None


def _weigh_attack(state: State, move: MakeAttack) -> Weighed | None:
    exchange, _on = read_attack(state, move)
    if exchange.willpower:
        spend_point(state.get(move.actor), "success")
    if exchange.attack == "squeeze":
        return None
    return Weighed(exchange.pool, attack_odds(exchange, state.options.botch_mode))


def _weigh_action(state: State, seat: Seat, move: TakeAction) -> Weighed:
    actor, figures, on, fits = read_action(state, seat, move)
    if move.willpower:
        spend_point(actor, "success")
    dice, difficulty, mode = figures.pool.total, figures.difficulty.total, state.options.botch_mode
    return Weighed(figures.pool, chances(dice, difficulty, fits, move.willpower, mode, on.total("successes")))
