"""The tactics as moves of the real battle. The simulator shares their choices with it, and no rule of a fight."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from rules.battle import Move
from rules.exalted3e import moves as mv
from rules.exalted3e.defense import compute_hardness
from rules.exalted3e.forecast.choices import choose_arm, choose_reach, count_bought, count_cost, count_dice, is_ripe
from rules.exalted3e.state.board import State, cover_against, distance, embattling, open_opponents
from rules.exalted3e.state.combatant import Arm, Combatant
from rules.exalted3e.state.exchange import Pending
from rules.forecast.contract import Plans
from rules.forecast.tactics import Tactic, find_place, pick, plan_of


def choose(state: State, plans: Plans) -> Move:
    """Return the next move: the answer to the first prompt, or what the combatant whose turn it is does."""
    if state.pending:
        return _answer(state, state.pending[0])
    actor = state.get(state.current or "")
    return act(state, actor, plan_of(plans, actor.side))


def act(state: State, actor: Combatant, tactic: Tactic) -> Move:
    """Return what a combatant does whose turn it is."""
    if actor.action_used:
        return mv.EndTurn(actor.id)
    if actor.prone and not actor.movement_used:
        return mv.Rise(actor.id)
    arm = choose_arm(actor)
    if arm.is_slow and actor.is_unloaded:
        return mv.DrawWeapon(actor.id, arm.name)
    return _close_in(state, actor, arm, tactic)


ANSWERS: Mapping[str, Callable[[str], Move]] = {
    "tie": partial(mv.AnswerTie, first=True),
    "clash": mv.AnswerClash,
    "defense": mv.AnswerDefense,
    "counter": mv.AnswerCounter,
    "guard": partial(mv.AnswerGuard, strike="guardian"),
    "contest": mv.AnswerContest,
    "influence": mv.AnswerInfluence,
    "shift": mv.AnswerShift,
    "award": mv.AwardBreak,
    "beaten": mv.AnswerBeaten,
}
"""By the kind of what waits: the answer that costs nothing. A stunt is rated as it was proposed."""


def _answer(state: State, asked: Pending) -> Move:
    """Return the answer that costs nothing, and the mildest of the Storyteller."""
    if asked.kind in ANSWERS:
        return ANSWERS[asked.kind](asked.id)
    return mv.RateStunt(asked.id, state.told.proposed if state.told else 0)


def _close_in(state: State, actor: Combatant, arm: Arm, tactic: Tactic) -> Move:
    """Return the attack of a tactic, or the move of a band that comes before it."""
    targets = _list_targets(state, actor, choose_reach(arm))
    if not targets:
        return mv.EndTurn(actor.id)
    place = find_place(actor, state.combatants, _stands)
    target = pick(tactic.aim, targets, place, _vigor, _danger)
    if distance(actor, target) > choose_reach(arm):
        return mv.MoveBand(actor.id, target.id)
    return _attack(actor, target, arm, spends=tactic.spends)


def _list_targets(state: State, actor: Combatant, reach: int) -> Sequence[Combatant]:
    """Return whom one may attack, now or after a move: those in reach only, where one cannot move."""
    targets = [opponent for opponent in open_opponents(state, actor) if cover_against(opponent, actor) != "full"]
    if actor.shift_lock:
        targets = [target for target in targets if target.id == actor.shift_lock]
    if actor.movement_used or embattling(state, actor):
        return [target for target in targets if distance(actor, target) <= reach]
    return targets


def _attack(actor: Combatant, target: Combatant, arm: Arm, *, spends: bool) -> Move:
    hardness, is_crashed = compute_hardness(target), target.is_crashed
    is_decisive = is_ripe(actor.initiative or 0, count_cost(arm), hardness, in_crash=is_crashed)
    bought = min(count_bought(arm), actor.personal + actor.peripheral)
    return mv.Attack(
        actor.id,
        target.id,
        "decisive" if is_decisive else "withering",
        arm.name,
        willpower=spends and actor.willpower > 0,
        motes=bought if spends else 0,
    )


def _stands(actor: Combatant) -> bool:
    return actor.is_in_play


def _vigor(actor: Combatant) -> int:
    return actor.health.free


def _danger(actor: Combatant) -> int:
    return count_dice(choose_arm(actor)) - actor.wound
