"""Rolls of a fight before they are made: the pool that a form describes, and the chance."""

from dataclasses import replace
from fractions import Fraction

from rules.battle.play import Play, Weighers
from rules.odds import Odds, WeighedRoll
from rules.v20da.actions.chances import chances, hit_chance
from rules.v20da.actions.difficulty import DEFAULT
from rules.v20da.attack import Side
from rules.v20da.decide.acting import build_action
from rules.v20da.decide.attacks import (
    Reply,
    abort_pool,
    build_abort,
    build_attack,
    build_defense,
    open_attack,
    open_defense,
)
from rules.v20da.decide.common import spend_point
from rules.v20da.moves import ABORT_DIFFICULTY, AbortToDefense, AnswerDefense, MakeAttack, TakeAction
from rules.v20da.options import BotchMode
from rules.v20da.state.figures import Answer
from rules.v20da.state.model import Combatant, Exchange, State


def side_odds(side: Side, mode: BotchMode = "rolled") -> Odds:
    """Return the odds of one side's roll."""
    difficulty = DEFAULT if side.difficulty is None else side.difficulty
    return chances(side.pool, difficulty, side.specialty, side.willpower, mode, side.bought)


def find_hit(exchange: Exchange, target: Combatant, reply: Reply) -> Fraction:
    """Return the chance that the attack hits what meets it so."""
    met = open_defense(target, reply)
    return hit_chance(side_odds(open_attack(exchange)), side_odds(met) if met else None)


def find_abort_hit(exchange: Exchange, target: Combatant, answer: Answer, by: str) -> Fraction:
    """Return the chance that the attack hits someone who aborts: where the roll for that fails, undefended."""
    works = Fraction(1)
    if by != "point":
        works = chances(abort_pool(target).total, ABORT_DIFFICULTY).success
    bare = find_hit(exchange, target, Reply())
    return works * find_hit(exchange, target, Reply(answer)) + (1 - works) * bare


def _weigh_attack(play: Play[State], move: MakeAttack) -> WeighedRoll | None:
    """Return the roll of a declared attack, before any defense."""
    state, (exchange, _on) = play.state, build_attack(play.state, move)
    if exchange.willpower:
        spend_point(state.get(move.actor), "success")
    if exchange.attack == "squeeze":
        return None
    return WeighedRoll(exchange.pool, side_odds(open_attack(exchange), state.options.botch_mode))


def _weigh_defense(play: Play[State], move: AnswerDefense) -> WeighedRoll:
    exchange, reply, _on = build_defense(play, move)
    target = play.state.get(exchange.target)
    if reply.willpower:
        spend_point(target, "success")
    return _meet(exchange, find_hit(exchange, target, reply))


def _weigh_abort(play: Play[State], move: AbortToDefense) -> WeighedRoll:
    exchange, answer = build_abort(play, move)
    target = play.state.get(exchange.target)
    if move.by == "point":
        spend_point(target, "abort")
    return _meet(exchange, find_abort_hit(exchange, target, answer, move.by))


def _meet(exchange: Exchange, hit: Fraction) -> WeighedRoll:
    """Return the attack that waits for an answer, with the chance that it hits."""
    return WeighedRoll(exchange.pool, replace(side_odds(open_attack(exchange)), success=hit), is_struck=True)


def _weigh_action(play: Play[State], move: TakeAction) -> WeighedRoll:
    actor, figures, on, fits = build_action(play.state, play.seat, move)
    if move.willpower:
        spend_point(actor, "success")
    dice, difficulty, mode = figures.pool.total, figures.difficulty.total, play.state.options.botch_mode
    return WeighedRoll(figures.pool, chances(dice, difficulty, fits, move.willpower, mode, on.total("successes")))


WEIGHERS: Weighers = {
    MakeAttack: _weigh_attack,
    AnswerDefense: _weigh_defense,
    AbortToDefense: _weigh_abort,
    TakeAction: _weigh_action,
}
