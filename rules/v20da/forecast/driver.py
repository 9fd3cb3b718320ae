"""The tactics as moves of the real battle. The simulator shares their choices with it, and no rule of a fight."""

from rules.battle import Move
from rules.forecast.contract import Plans
from rules.forecast.tactics import Tactic, find_place, pick, plan_of
from rules.v20da import moves as mv
from rules.v20da.attack import ATTACKS, Attack, base_damage
from rules.v20da.decide.attacks import is_gone, why_not_attack
from rules.v20da.decide.clinches import HARM
from rules.v20da.forecast.figures import best_attack, fate_of
from rules.v20da.health.levels import BOXES
from rules.v20da.state.figures import answers, attack_figures, own_attacks
from rules.v20da.state.model import Card, Combatant, Exchange, State
from rules.v20da.state.order import (
    clinch_partner,
    declaring,
    has_declared,
    is_able,
    is_present,
    may_act,
    next_card,
    wounds,
)


def choose(state: State, plans: Plans) -> Move:
    """Return the next move: an answer, a declaration, an action, or the Storyteller's step of the turn."""
    if state.exchange is not None:
        return _answer(state, state.exchange)
    if state.stage == "declare":
        late = _find_undeclared(state)
        return mv.RevealDeclarations() if late is None else act(state, late, plan_of(plans, late.side))
    ready = [combatant for combatant in state.combatants if may_act(state, combatant)]
    if not ready:
        return mv.NextTurn()
    actor = max(ready, key=lambda combatant: (not combatant.held, combatant.initiative or 0, combatant.rating))
    return act(state, actor, plan_of(plans, actor.side))


def act(state: State, actor: Combatant, tactic: Tactic) -> Move:
    """Return what a combatant declares, or how it takes the action that it has declared."""
    return _declare(state, actor, tactic) if state.stage == "declare" else _act(state, actor, tactic)


def _find_undeclared(state: State) -> Combatant | None:
    """Return who declares next: all in the open, the lowest first, then those in hiding."""
    if late := declaring(state):
        return state.get(late[0])
    hidden = (
        combatant
        for combatant in state.combatants
        if combatant.hidden and is_able(combatant) and combatant.initiative is not None
    )
    return next((combatant for combatant in hidden if not has_declared(combatant)), None)


def _answer(state: State, exchange: Exchange) -> Move:
    """Defend as declared, with the most dice; no one gives up an action to defend."""
    target = state.get(exchange.target)
    found = (
        [answer for answer in answers(target, ATTACKS[exchange.attack]) if not answer.reason] if is_able(target) else []
    )
    best = max(found, key=lambda answer: answer.figures.pool.total, default=None)
    return mv.AnswerDefense(exchange.question.id, defense=best.defense if best else "none")


def _declare(state: State, actor: Combatant, tactic: Tactic) -> Move:
    if partner := clinch_partner(state, actor):
        return mv.DeclareActions(actor.id, attack="squeeze", target=partner.id)
    attack = best_attack(actor)
    target = _choose_target(state, actor, tactic)
    if target is None or attack_figures(actor, attack, target).reason:
        return mv.DeclareActions(actor.id, others=("wait",))
    return mv.DeclareActions(actor.id, attack=attack.key, target=target.id)


def _act(state: State, actor: Combatant, tactic: Tactic) -> Move:
    """Take the declared attack if it still can be made on someone who stands; let all other actions go."""
    card = next_card(actor)
    attack = ATTACKS[card.key] if card and card.key in ATTACKS else None
    target = _find_target(state, actor, card, tactic) if card else None
    partner = clinch_partner(state, actor)
    if partner is not None and card is not None and (card.key not in HARM or card.target != partner.id):
        return mv.ForgoAction(actor.id)
    if card is None or attack is None or target is None or not _can_make(actor, attack, target, card):
        return mv.ForgoAction(actor.id)
    spends = tactic.spends and actor.willpower > 0 and not actor.willpower_used
    return mv.MakeAttack(actor.id, target.id, willpower=spends)


def _find_target(state: State, actor: Combatant, card: Card, tactic: Tactic) -> Combatant | None:
    declared = state.find(card.target)
    if is_gone(declared):
        return _choose_target(state, actor, tactic)
    return None if declared is None or fate_of(declared) else declared


def _can_make(actor: Combatant, attack: Attack, target: Combatant, card: Card) -> bool:
    figures = attack_figures(actor, attack, target, place=card.place)
    return attack in own_attacks(actor) and not why_not_attack(actor, attack, figures)


def _choose_target(state: State, actor: Combatant, tactic: Tactic) -> Combatant | None:
    opponents = [
        combatant for combatant in state.combatants if combatant.side != actor.side and _can_be_struck(combatant)
    ]
    if not opponents:
        return None
    place = find_place(actor, state.combatants, _stands)
    return pick(tactic.aim, opponents, place, _vigor, _danger)


def _can_be_struck(actor: Combatant) -> bool:
    return is_present(actor) and not actor.hidden and not fate_of(actor)


def _stands(actor: Combatant) -> bool:
    return not fate_of(actor)


def _vigor(actor: Combatant) -> int:
    return BOXES - len(actor.health.track)


def _danger(actor: Combatant) -> int:
    attack = best_attack(actor)
    damage = base_damage(actor.sheet, attack, wounds=wounds(actor) or 0)
    return attack_figures(actor, attack).pool.total + damage.total
