"""The tactics as moves of the real battle. The simulator shares their choices with it, and no rule of a fight."""

from rules.battle import Move
from rules.forecast.contract import Plans
from rules.forecast.tactics import Tactic, find_place, pick, plan_of
from rules.wod2004 import moves as mv
from rules.wod2004.decide.powers import can_spend
from rules.wod2004.forecast.figures import best_strike
from rules.wod2004.health import wound_penalty
from rules.wod2004.state.battle import Prompt, State
from rules.wod2004.state.combatant import Combatant


def choose(state: State, plans: Plans) -> Move:
    """Return the next move: the answer to the open prompt, or what the acting combatant does."""
    if state.prompt is not None:
        return _answer(state, state.prompt, plans)
    actor = state.get(state.acting)
    return act(state, actor, plan_of(plans, actor.side))


def act(state: State, actor: Combatant, tactic: Tactic) -> Move:
    """Return what a combatant does whose turn it is."""
    if actor.acted:
        return mv.EndTurn(actor.id)
    if actor.prone:
        return mv.StandUp(actor.id)
    return _attack(state, actor, tactic)


def _answer(state: State, prompt: Prompt, plans: Plans) -> Move:
    if prompt.kind == "mishap":
        return mv.RuleMishap(prompt.id, mishap="nothing")
    if prompt.kind == "consciousness":
        return mv.StayConscious(prompt.id, willpower=plan_of(plans, state.get(prompt.who).side).spends)
    if prompt.kind == "maneuver":
        return mv.ChooseManeuver(prompt.id, maneuver="damage")
    return mv.AnswerDefense(prompt.id, stance="defense")


def _attack(state: State, actor: Combatant, tactic: Tactic) -> Move:
    opponents = [
        combatant
        for combatant in state.combatants
        if combatant.side != actor.side and not combatant.out and not combatant.hidden
    ]
    if not opponents:
        return mv.EndTurn(actor.id)
    place = find_place(actor, state.combatants, _stands)
    target, strike = pick(tactic.aim, opponents, place, _vigor, _danger), best_strike(actor)
    return mv.Attack(
        actor.id,
        strike.weapon.key,
        (target.id,),
        range=strike.range,
        willpower=tactic.spends and can_spend(actor),
    )


def _stands(actor: Combatant) -> bool:
    return not actor.out


def _vigor(actor: Combatant) -> int:
    return actor.boxes - len(actor.track)


def _danger(actor: Combatant) -> int:
    return best_strike(actor).dice + wound_penalty(actor.track, actor.boxes) + actor.dice_modifier
