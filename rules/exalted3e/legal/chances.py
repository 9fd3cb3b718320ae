"""Rolls of a fight before they are made: the pool as the form is filled in, and what is known of the chance."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from rules.battle import Move, Seat
from rules.dice import SystemRoller
from rules.odds import Odds, Weighed, odds, odds_against
from rules.pool import Pool

from .. import events as ev
from .. import moves as mv
from ..actions.count import TENS_DOUBLE
from ..actions.request import pool_odds
from ..apply.play import Play
from ..attack.clash import clash_pool, open_answer, plan_answer
from ..attack.counter import plan_counter
from ..attack.exchange import open_exchange
from ..attack.plan import Plan, check_attack, find_arm, incoming_of
from ..attack.rolls import attack_pool
from ..decide import movement, places, plain, turns, words
from ..decide.attacks import read_effort_of_answer, read_plan, with_effort
from ..decide.contests import contest_pool, departure_pool
from ..decide.effort import NO_EFFORT, Effort, pay_effort, read_effort
from ..decide.guards import check_choice, find_own, find_prompt, find_seen
from ..decide.powers import roll_moment
from ..decide.stealth import GLOWING, senses_pool
from ..defense import read_defense
from ..state import Combatant, State, distance, embattling, open_opponents


def weigh(state: State, seat: Seat, move: Move) -> Weighed | None:
    """The roll of a move as it is filled in. Raises what `decide` would raise; None where nothing is rolled at once."""
    if isinstance(move, mv.Attack):
        actor, target = find_own(state, seat, move.actor), find_seen(state, seat, move.target)
        plan = read_plan(state, seat, move, actor, target)
        check_attack(state, plan)
        return _weigh_attack(state, plan)
    weighing = _WEIGHING.get(type(move))
    if weighing is not None:
        return weighing(state, seat, move)
    handler = _ROLLED.get(type(move))
    return None if handler is None else _weigh_rolled(state, seat, move, handler)


def _weigh_attack(state: State, plan: Plan) -> Weighed:
    """Against the Defense as it stands."""
    actor, target = state.get(plan.attacker), state.get(plan.target)
    arm, bands = find_arm(actor, plan), distance(actor, target)
    pool = attack_pool(actor, open_exchange("", actor, target, plan, arm), arm)
    defense = 0 if plan.hold else read_defense(target, incoming_of(plan, arm, actor, bands), actor).defense
    return Weighed(pool, _odds(pool, defense))


def _odds(pool: Pool, difficulty: int = 1) -> Odds:
    return odds(TENS_DOUBLE, pool.dice, difficulty=difficulty, bonus=pool.bonus_successes, botch="none")


def _against(seat: Seat, pool: Pool, others: Iterable[tuple[Combatant, Pool]]) -> Weighed:
    """A contest: whoever may not know the others' pools is told the own roll alone."""
    rolled = tuple(others)
    if not all(seat.controls(other.character) for other, _pool in rolled):
        return Weighed(pool, _odds(pool), measured=False)
    return Weighed(pool, odds_against(_odds(pool), tuple(_odds(theirs, 0) for _other, theirs in rolled)))


def _weigh_rush(state: State, seat: Seat, move: mv.Rush) -> Weighed:
    actor, target = find_own(state, seat, move.actor), find_seen(state, seat, move.target)
    movement.check_rush(state, actor, target)
    effort = read_effort(actor, move.stunt, move.willpower, move.powers, roll_moment(actor))
    pool = contest_pool(state, actor, "Rush", "Athletics", fleet=True, terrain=True, effort=effort)
    return _against(seat, pool, [(target, _resist(state, target))])


def _weigh_disengage(state: State, seat: Seat, move: mv.Disengage) -> Weighed:
    """As if every opponent at close range contested it."""
    actor = find_own(state, seat, move.actor)
    movement.check_disengage(state, actor)
    effort = places.read_departing(actor, move)
    pool = contest_pool(state, actor, "Disengage", "Dodge", fleet=True, terrain=True, effort=effort)
    return _against(seat, pool, [(other, _resist(state, other)) for other in embattling(state, actor)])


def _resist(state: State, other: Combatant, effort: Effort = NO_EFFORT) -> Pool:
    return contest_pool(state, other, "Contest", "Athletics", effort=effort)


def _weigh_contest(state: State, seat: Seat, move: mv.AnswerContest) -> Weighed | None:
    """The Athletics of who contests, against the disengage."""
    prompt = find_prompt(state, seat, move.prompt, "contest")
    departure = state.departure
    if not move.contest or departure is None:
        return None
    who, about = state.get(prompt.who), state.get(prompt.about)
    theirs = departure_pool(state, departure, places.effort_of(about, departure))
    own = _resist(state, who, read_effort(who, 0, False, move.powers, "contest"))
    weighed = _against(seat, own, [(about, theirs)])
    if not weighed.measured:
        return weighed
    enough = odds_against(_odds(theirs, 0), (_odds(own, 0),))  # a tie keeps whoever disengages
    return replace(weighed, odds=replace(weighed.odds, success=1 - enough.success))


def _weigh_clash(state: State, seat: Seat, move: mv.AnswerClash) -> Weighed | None:
    prompt = find_prompt(state, seat, move.prompt, "clash")
    check_choice("attack", move.attack, ("", *prompt.options))
    if not move.attack or state.exchange is None:
        return None
    who, about = state.get(prompt.who), state.get(prompt.about)
    plan = plan_answer(state.exchange, move.attack)
    plan = with_effort(plan, read_effort_of_answer(who, move, "attack", plan))
    pool = clash_pool(open_answer(state.exchange, who, about, plan), who)
    return _against(seat, pool, [(about, clash_pool(state.exchange, about))])


def _weigh_counter(state: State, seat: Seat, move: mv.AnswerCounter) -> Weighed | None:
    prompt = find_prompt(state, seat, move.prompt, "counter")
    check_choice("attack", move.attack, ("", *prompt.options))
    if not move.attack or state.exchange is None:
        return None
    plan = plan_counter(state.exchange, move.attack)
    return _weigh_attack(state, with_effort(plan, read_effort_of_answer(state.get(prompt.who), move, "counter", plan)))


def _weigh_hiding(state: State, seat: Seat, move: mv.RegainSurprise) -> Weighed | None:
    actor = find_own(state, seat, move.actor)
    turns.check_hiding(state, actor)
    effort = read_effort(actor, move.stunt, move.willpower, move.powers, roll_moment(actor))
    payer = _pay(state, actor, effort)
    return _against_watchers(state, seat, payer, turns.hiding_pool(payer, effort))


def _pay(state: State, actor: Combatant, effort: Effort) -> Combatant:
    """Who has paid for its roll, which throws no dice: motes make the anima flare (3E-342)."""
    play = Play(state, SystemRoller())
    pay_effort(play, actor.id, effort)
    return play.get(actor.id)


def _against_watchers(state: State, seat: Seat, actor: Combatant, pool: Pool) -> Weighed | None:
    """Stealth against every opponent; nothing is rolled for who burns (3E-343)."""
    if actor.anima > GLOWING:
        return None
    return _against(seat, pool, [(other, senses_pool(other)) for other in open_opponents(state, actor)])


def _weigh_sneaking(state: State, seat: Seat, move: mv.MoveBand) -> Weighed | None:
    actor = find_own(state, seat, move.actor)
    effort = places.read_sneaking(actor, move)
    movement.check_move(state, actor, places.read_step(state, seat, actor, move.toward))
    if not actor.hidden:
        return None
    payer = _pay(state, actor, effort)
    return _against_watchers(state, seat, payer, places.sneaking_pool(payer, move, effort))


def _weigh_influence(state: State, seat: Seat, move: mv.Influence) -> Weighed:
    """Resolve is the target's own."""
    actor, target = find_own(state, seat, move.actor), find_seen(state, seat, move.target)
    words.check_influence(state, actor, target, move)
    effort = read_effort(actor, move.stunt, move.willpower, move.powers, roll_moment(actor))
    pool = words.influence_pool(actor, target, move, effort)
    if not seat.controls(target.character):
        blind = words.influence_pool(actor, target, move, effort, is_blind=True)
        return Weighed(blind, _odds(blind), measured=False)
    return Weighed(pool, _odds(pool, words.resolve_of(target, move).total))


def _weigh_action(state: State, seat: Seat, move: mv.TakeAction) -> Weighed:
    pool = plain.read_action(state, seat, move).pool
    return Weighed(pool, pool_odds(pool, move.difficulty))


def _weigh_rolled(state: State, seat: Seat, move: Move, handler: Callable[[Play, Seat, Any], None]) -> Weighed | None:
    """A roll against a number: it is made with dice that nobody sees, for its pool and its difficulty."""
    play = Play(state, SystemRoller())
    handler(play, seat, move)
    for event in play.events:
        if isinstance(event, ev.ContestRolled):
            return Weighed(event.pool, _odds(event.pool, event.difficulty or 0))
        if isinstance(event, ev.BonusGiven):
            return Weighed(event.pool, _odds(event.pool))
    return None


_WEIGHING: Mapping[type[Move], Callable[[State, Seat, Any], Weighed | None]] = {
    mv.Rush: _weigh_rush,
    mv.Disengage: _weigh_disengage,
    mv.AnswerContest: _weigh_contest,
    mv.AnswerClash: _weigh_clash,
    mv.AnswerCounter: _weigh_counter,
    mv.RegainSurprise: _weigh_hiding,
    mv.MoveBand: _weigh_sneaking,
    mv.Influence: _weigh_influence,
    mv.TakeAction: _weigh_action,
}
_ROLLED: Mapping[type[Move], Callable[[Play, Seat, Any], None]] = {
    mv.Rise: places.rise,
    mv.TakeCover: places.take_cover,
    mv.Withdraw: places.withdraw,
    mv.OrderGroup: words.order_group,
    mv.RallyGroup: words.rally_group,
}
