"""Rolls of a fight before they are made: the pool that a form describes, and the chance."""

from rules.battle.play import Play, Weighers
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


def _weigh_attack(play: Play[State], move: MakeAttack) -> Weighed | None:
    """Return the roll of a declared attack, before any defense."""
    state, (exchange, _on) = play.state, read_attack(play.state, move)
    if exchange.willpower:
        spend_point(state.get(move.actor), "success")
    if exchange.attack == "squeeze":
        return None
    return Weighed(exchange.pool, attack_odds(exchange, state.options.botch_mode))


def _weigh_action(play: Play[State], move: TakeAction) -> Weighed:
    actor, figures, on, fits = read_action(play.state, play.seat, move)
    if move.willpower:
        spend_point(actor, "success")
    dice, difficulty, mode = figures.pool.total, figures.difficulty.total, play.state.options.botch_mode
    return Weighed(figures.pool, chances(dice, difficulty, fits, move.willpower, mode, on.total("successes")))


WEIGHERS: Weighers = {MakeAttack: _weigh_attack, TakeAction: _weigh_action}
