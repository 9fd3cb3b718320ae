"""The tactics as moves of the real battle. The simulator shares their choices with it, and no rule of a fight."""

from dataclasses import replace

from rules.battle import Move
from rules.exalted2e.attack.defenses import is_off_hand, list_defenses
from rules.exalted2e.attack.figures import build_attack_pool
from rules.exalted2e.decide.acting import is_fresh
from rules.exalted2e.decide.ticks import list_rewards
from rules.exalted2e.forecast.choices import (
    Match,
    choose_ability,
    choose_weapon,
    count_attacks,
    count_bought,
    count_dice,
)
from rules.exalted2e.moves import acts, replies, strikes
from rules.exalted2e.state import Combatant, DeclaredAttack, Pending, State
from rules.forecast.contract import Plans
from rules.forecast.tactics import Tactic, find_place, pick, plan_of


def choose(state: State, plans: Plans) -> Move:
    """Return the next move: the answer to the first prompt, or what the first who must declare does."""
    if state.pending:
        return _answer(state, state.pending[0])
    actor = state.get(state.due[0])
    return act(state, actor, plan_of(plans, actor.side))


def act(state: State, actor: Combatant, tactic: Tactic) -> Move:
    """Return what a combatant does who must declare."""
    if actor.doing is not None and not is_fresh(actor, state.tick):
        return acts.KeepOn(actor.id)
    return acts.Rise(actor.id) if actor.prone else _attack(state, actor, tactic)


def _answer(state: State, asked: Pending) -> Move:
    """Return the answer that costs nothing; what has been paid for is used."""
    id = asked.id
    match asked.kind:
        case "defense":
            return replies.AnswerDefense(id, _defend(state))
        case "bystander":
            return replies.AnswerBystander(id, "")
        case "reward":
            reward = list_rewards(state, state.get(asked.who), asked.rating, asked.experience)[0]
            return replies.TakeReward(id, reward)
        case "attack_reroll" | "defense_reroll":
            return replies.AnswerReroll(id, reroll=True)
        case "late_magic":
            return replies.AnswerMagic(id)
        case "late_ward":
            return replies.AnswerWard(id)
        case "counter":
            return replies.AnswerCounter(id, "")
        case "clinch":
            return replies.AnswerClinch(id, "release")
    return replies.RateStunt(id, asked.rating)


def _defend(state: State) -> str:
    """Return the way to meet the current attack with the highest DV; the unaware have none."""
    attack = state.attack
    return "none" if attack is None or attack.unaware else list_defenses(state, attack.declared)[0].mode


def _attack(state: State, actor: Combatant, tactic: Tactic) -> Move:
    """Return the attack of a tactic. Those who see no one to attack guard; the hidden strike once, from hiding."""
    opponents = [
        combatant
        for combatant in state.combatants
        if combatant.side != actor.side and _stands(combatant) and not combatant.hidden
    ]
    if not opponents:
        return acts.TakeGuard(actor.id)
    place = find_place(actor, state.combatants, _stands)
    target = pick(tactic.aim, opponents, place, _vigor, _danger)
    weapon = choose_weapon(actor)
    count = 1
    if tactic.flurries and not actor.hidden:
        count = count_attacks(weapon.rate, _match(state, actor, target), _match(state, target, actor))
    if count > 1:
        return strikes.DeclareFlurry(actor=actor.id, parts=(f"attack:{weapon.key}:{target.id}",) * count)
    can_strive = actor.sheet.being != "extra" and actor.willpower > 0 and not actor.spent_effect
    bought = min(count_bought(actor, weapon), actor.personal + actor.peripheral)
    return strikes.DeclareAttack(
        actor.id,
        weapon.key,
        target.id,
        surprise="roll" if actor.hidden else "",
        willpower="success" if tactic.spends and can_strive else "",
        excellency=bought if tactic.spends else 0,
    )


def _match(state: State, attacker: Combatant, target: Combatant) -> Match:
    """Return how a single attack stands now, without an Aim."""
    weapon = choose_weapon(attacker)
    declared = DeclaredAttack(
        "", attacker.id, target.id, weapon.key, choose_ability(attacker, weapon), wound=attacker.wound_now
    )
    declared = replace(declared, off_hand=is_off_hand(attacker, weapon))
    dv = list_defenses(state, declared)[0].dv.total
    return Match(max(0, build_attack_pool(attacker, declared, state.options).total), max(0, dv))


def _stands(actor: Combatant) -> bool:
    return not actor.out and not actor.inactive


def _vigor(actor: Combatant) -> int:
    return actor.health.boxes.count(".")


def _danger(actor: Combatant) -> int:
    return count_dice(actor, choose_weapon(actor)) - actor.health.wound
