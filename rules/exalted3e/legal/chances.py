"""Previews of rolls: the pool of a form as it is filled in, and the chance as far as the seat may know it.

Each function takes a play of its own, whose events no one sees, and raises what `decide` would raise.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from functools import partial

from rules.battle import Move
from rules.battle.guards import check_choice
from rules.battle.play import Handler, Weighers
from rules.exalted3e import events as ev
from rules.exalted3e import moves as mv
from rules.exalted3e.actions.request import pool_odds
from rules.exalted3e.attack.clash import clash_pool, open_answer, plan_answer
from rules.exalted3e.attack.counter import plan_counter
from rules.exalted3e.attack.meeting import MetDefense, meet
from rules.exalted3e.attack.plan import Plan, check_attack, find_arm
from rules.exalted3e.attack.rolls import attack_pool, open_exchange
from rules.exalted3e.attack.threat import compute_threat, roll_odds
from rules.exalted3e.decide import combat, commands, cover, departures, movement, plain, words
from rules.exalted3e.decide.attacks import build_plan, gather_effort_of_answer, gather_help, get_running, with_effort
from rules.exalted3e.decide.contests import GLOWING, contest_pool, departure_pool, senses_pool
from rules.exalted3e.decide.effort import NO_EFFORT, Effort, gather_effort, gather_own, pay_effort
from rules.exalted3e.state.board import State, embattling, is_rough, open_opponents
from rules.exalted3e.state.combatant import Combatant
from rules.exalted3e.timing.play import Play, find_prompt
from rules.odds import WeighedRoll, odds_against
from rules.pool import Pool, Step
from rules.text import Text


def _weigh_move(play: Play, move: mv.Attack) -> WeighedRoll:
    plan = build_plan(play.state, move)
    check_attack(play.state, plan)
    return weigh_attack(play.state, plan)


def weigh_attack(state: State, plan: Plan) -> WeighedRoll:
    """Weigh an attack against what it meets now: the Defense, or the Parry of someone who guards the target (3E-172).

    A shot that lacks its aim misses (3E-190).
    """
    actor, target = state.get(plan.attacker), state.get(plan.target)
    arm = find_arm(actor, plan)
    exchange = open_exchange("", actor, target, plan, arm)
    met, pool = meet(state, exchange), attack_pool(actor, exchange, arm)
    found = roll_odds(pool, met.needed)
    return WeighedRoll(_say_guard(pool, met), replace(found, success=Fraction(0)) if exchange.automatic_miss else found)


def _say_guard(pool: Pool, met: MetDefense) -> Pool:
    """Return the pool that also says who guards the target."""
    if met.guardian is None:
        return pool
    text = Text("{who} guards with Parry {n}", who=met.guardian.name, n=met.parry)
    return replace(pool, steps=(*pool.steps, Step(text, "3E-171", (), pool.total, pool.total)))


def _against(play: Play, pool: Pool, others: Iterable[tuple[Combatant, Pool]]) -> WeighedRoll:
    """Weigh a contest. A seat that may not know the others' pools sees only its own roll."""
    rolled = tuple(others)
    if not all(play.seat.controls(other.character) for other, _pool in rolled):
        return WeighedRoll(pool, roll_odds(pool), measured=False)
    return WeighedRoll(pool, odds_against(roll_odds(pool), tuple(roll_odds(theirs, 0) for _other, theirs in rolled)))


def _weigh_rush(play: Play, move: mv.Rush) -> WeighedRoll:
    actor, target = play.state.get(move.actor), play.state.get(move.target)
    movement.check_rush(play.state, actor, target)
    effort = gather_own(actor, move)
    pool = movement.rush_pool(play.state, actor, target, effort)
    return _against(play, pool, [(target, _resist(play.state, target))])


def _weigh_disengage(play: Play, move: mv.Disengage) -> WeighedRoll | None:
    """Weigh a disengage as if every opponent at close range contested it.

    Return None from hiding: no one contests that, and nothing is rolled (3E-218).
    """
    state, actor = play.state, play.state.get(move.actor)
    departures.check_disengage(state, actor)
    effort = departures.gather_departing(actor, move)
    if actor.hidden:
        return None
    rough = is_rough(state, actor.position, 1 if move.toward == mv.UP else -1)
    pool = contest_pool(state, actor, Text("Disengage"), "Dodge", runs=True, rough=rough, effort=effort)
    return _against(play, pool, [(other, _resist(state, other)) for other in embattling(state, actor)])


def _resist(state: State, other: Combatant, effort: Effort = NO_EFFORT) -> Pool:
    return contest_pool(state, other, Text("Contest"), "Athletics", effort=effort)


def _weigh_contest(play: Play, move: mv.AnswerContest) -> WeighedRoll | None:
    """Weigh an opponent's Athletics against the disengage."""
    state, prompt = play.state, find_prompt(play, move.prompt, "contest")
    departure = state.departure
    if not move.contest or departure is None:
        return None
    who, other = state.get(prompt.who), state.get(prompt.about)
    theirs = departure_pool(state, departure, departures.effort_of(other, departure))
    own = _resist(state, who, gather_effort(who, powers=move.powers, moment="contest"))
    weighed = _against(play, own, [(other, theirs)])
    if not weighed.measured:
        return weighed
    enough = odds_against(roll_odds(theirs, 0), (roll_odds(own, 0),))  # on a tie the disengage fails
    return replace(weighed, odds=replace(weighed.odds, success=1 - enough.success))


def _weigh_defense(play: Play, move: mv.AnswerDefense) -> WeighedRoll:
    prompt = find_prompt(play, move.prompt, "defense")
    added, _powers = gather_help(play.state.get(prompt.who), move)
    threat = compute_threat(play.state, get_running(play.state), added)
    return WeighedRoll(threat.pool, threat.odds, is_struck=True)


def _weigh_answer(play: Play, move: mv.AnswerClash | mv.AnswerCounter) -> WeighedRoll | None:
    is_clash = isinstance(move, mv.AnswerClash)
    state, prompt = play.state, find_prompt(play, move.prompt, "clash" if is_clash else "counter")
    check_choice(Text("Response"), move.attack, ("", *prompt.options))
    if not move.attack or state.exchange is None:
        return None
    who = state.get(prompt.who)
    plan = (plan_answer if is_clash else plan_counter)(state.exchange, move.attack)
    plan = with_effort(plan, gather_effort_of_answer(who, move, "attack" if is_clash else "counter", plan))
    if not is_clash:
        return weigh_attack(state, plan)
    other = state.get(prompt.about)  # the prompt shows the attack's dice
    pool, theirs = clash_pool(open_answer(state.exchange, who, other, plan), who), clash_pool(state.exchange, other)
    return WeighedRoll(pool, odds_against(roll_odds(pool), (roll_odds(theirs, 0),)))


def _weigh_hiding(play: Play, move: mv.RegainSurprise) -> WeighedRoll | None:
    actor = play.state.get(move.actor)
    combat.check_hiding(play.state, actor)
    effort = gather_own(actor, move)
    return _against_watchers(play, move.actor, effort, combat.hiding_pool)


def _against_watchers(
    play: Play, id: str, effort: Effort, make_pool: Callable[[Combatant, Effort], Pool]
) -> WeighedRoll | None:
    """Weigh Stealth against every opponent, after payment: motes make the anima flare (3E-342).

    Return None with a burning anima, since nothing is rolled then (3E-343).
    """
    pay_effort(play, id, effort)
    actor = play.state.get(id)
    if actor.anima > GLOWING:
        return None
    watchers = [(other, senses_pool(other)) for other in open_opponents(play.state, actor)]
    return _against(play, make_pool(actor, effort), watchers)


def _weigh_sneaking(play: Play, move: mv.MoveBand) -> WeighedRoll | None:
    actor = play.state.get(move.actor)
    effort = movement.gather_sneaking(actor, move)
    movement.check_move(play.state, actor, movement.parse_step(play.state, play.seat, actor, move.toward))
    if not actor.hidden:
        return None
    return _against_watchers(play, actor.id, effort, lambda payer, paid: movement.sneaking_pool(payer, move, paid))


def _weigh_influence(play: Play, move: mv.Influence) -> WeighedRoll:
    """Weigh an influence. Only the target's own seat may know its Resolve."""
    actor, target = play.state.get(move.actor), play.state.get(move.target)
    words.check_influence(play.state, actor, target)
    effort = gather_own(actor, move)
    if not play.seat.controls(target.character):
        blind = words.influence_pool(actor, target, move, effort, is_blind=True)
        return WeighedRoll(blind, roll_odds(blind), measured=False)
    pool = words.influence_pool(actor, target, move, effort)
    return WeighedRoll(pool, roll_odds(pool, words.resolve_of(target, move).total))


def _weigh_action(play: Play, move: mv.TakeAction) -> WeighedRoll:
    pool = plain.build_action(play.state, move).pool
    return WeighedRoll(pool, pool_odds(pool, move.difficulty))


def _weigh_rolled(handler: Handler, play: Play, move: Move) -> WeighedRoll | None:
    """Weigh a roll against a number: make it with unseen dice and read its pool and difficulty."""
    handler(play, move)
    for event in play.events:
        if isinstance(event, ev.ContestRolled):
            return WeighedRoll(event.pool, roll_odds(event.pool, event.difficulty or 0))
        if isinstance(event, ev.BonusGiven):
            return WeighedRoll(event.pool, roll_odds(event.pool))
    return None


WEIGHERS: Weighers = {
    mv.Attack: _weigh_move,
    mv.Rush: _weigh_rush,
    mv.Disengage: _weigh_disengage,
    mv.AnswerContest: _weigh_contest,
    mv.AnswerDefense: _weigh_defense,
    mv.AnswerClash: _weigh_answer,
    mv.AnswerCounter: _weigh_answer,
    mv.RegainSurprise: _weigh_hiding,
    mv.MoveBand: _weigh_sneaking,
    mv.Influence: _weigh_influence,
    mv.TakeAction: _weigh_action,
    mv.Rise: partial(_weigh_rolled, movement.rise),
    mv.TakeCover: partial(_weigh_rolled, cover.take_cover),
    mv.Withdraw: partial(_weigh_rolled, movement.withdraw),
    mv.OrderGroup: partial(_weigh_rolled, commands.order_group),
    mv.RallyGroup: partial(_weigh_rolled, commands.rally_group),
}
