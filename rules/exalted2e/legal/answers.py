"""Offers that answer a prompt."""

from rules.battle import Choice, Field, Offer, Seat
from rules.exalted2e.actions.requests import MAX_DIFFICULTY
from rules.exalted2e.attack.defenses import compute_no_defense, get_weapon, list_defense_abilities, list_defenses
from rules.exalted2e.attack.figures import build_attack_pool
from rules.exalted2e.decide.clinch import CHOICES
from rules.exalted2e.decide.ticks import has_pool, list_rewards, tell_reward
from rules.exalted2e.legal.acts import list_counters
from rules.exalted2e.legal.chances import get_answer_chance
from rules.exalted2e.legal.fields import (
    cost_fields,
    defense_magic,
    flag,
    get_most_dice,
    late_magic,
    number,
    power_fields,
    stunt_fields,
    text,
    willpower_field,
)
from rules.exalted2e.state import Combatant, Pending, State


def offer_answers(state: State, seat: Seat, pending: Pending) -> list[Offer]:
    """What may be answered to this prompt."""
    if pending.kind == "defense":
        return _defenses(state, seat, pending)
    if pending.kind in ("stunt", "defense_stunt", "told_stunt", "action_stunt"):
        rating = Field(
            "rating", "Rating", "number", low=0, high=state.options.stunt_cap, initial=_proposed(state, pending)
        )
        furthers = flag("motivation", "Riskily furthers the Motivation", "Raises 1 and 2 by one.")
        plain = next((item for item in state.plain if item.id == pending.about), None)
        goal = (number("difficulty", "Difficulty", MAX_DIFFICULTY, 1, plain.request.difficulty),) if plain else ()
        return [_answer(pending, "RateStunt", "Rate the stunt", (rating, furthers, *goal))]
    if pending.kind in ("attack_reroll", "defense_reroll"):
        use = "Reroll" if pending.kind == "attack_reroll" else "Raise the DV"
        return [
            _answer(pending, "AnswerReroll", "Leave it", reroll=False),
            _answer(pending, "AnswerReroll", use, reroll=True),
        ]
    if pending.kind == "late_magic":
        one = state.of(pending.who)
        return [_answer(pending, "AnswerMagic", "Activate now", (*late_magic(), *cost_fields(one)))]
    if pending.kind == "late_ward":
        levels = state.attack.numbers.levels if state.attack and state.attack.numbers else 0
        fields = (text("magic", "Magic", 80), number("levels", "Levels warded off", levels))
        return [_answer(pending, "AnswerWard", "Ward off", (*fields, *cost_fields(state.of(pending.who))))]
    if pending.kind == "counter":
        weapons = tuple(Choice(weapon.key, weapon.name) for weapon in list_counters(state.of(pending.who)))
        let_be = _answer(pending, "AnswerCounter", "Let it be", weapon="")
        field = Field("weapon", "Strike back with", "choice", weapons)
        return [let_be, *([_answer(pending, "AnswerCounter", "Counterattack", (field,))] if weapons else ())]
    if pending.kind == "clinch":
        choices = tuple(Choice(value, name) for value, name in CHOICES.items())
        return [
            _answer(
                pending, "AnswerClinch", "The clinch", (Field("choice", "Choice", "choice", choices, initial="hold"),)
            )
        ]
    if pending.kind == "bystander":
        others = [Choice(one.id, one.name) for one in list_bystanders(state, pending)]
        field = Field("target", "Bystander", "choice", (Choice("", "Nobody"), *others), initial="")
        return [_answer(pending, "AnswerBystander", "The botched blow", (field, flag("aware", "Saw it coming")))]
    return [_answer(pending, "TakeReward", "Stunt reward", (_rewards(state, pending),))]


def _rewards(state: State, pending: Pending) -> Field:
    one = state.of(pending.who)
    known = list_rewards(state, one, pending.rating, pending.experience)
    choices = tuple(Choice(reward, tell_reward(state, one, pending.rating, reward)) for reward in known)
    return Field("reward", "Reward", "choice", choices, initial=known[0] if known else None)


def list_bystanders(state: State, pending: Pending) -> list[Combatant]:
    """Everybody but the one who botched."""
    return [one for one in state.combatants if one.clock and not one.has_left and one.id != pending.who]


def _answer(pending: Pending, move: str, label: str, fields: tuple[Field, ...] = (), **fixed: object) -> Offer:
    return Offer(
        move,
        label,
        "answer",
        pending.who,
        hint=pending.question,
        fields=fields,
        fixed={"prompt": pending.id, **fixed},
        prompt=pending.id,
    )


def _proposed(state: State, pending: Pending) -> int:
    """What the player proposed, or 1 where she left it to the Storyteller."""
    attack = state.attack
    if pending.kind == "told_stunt":
        return pending.rating
    if pending.kind == "defense_stunt":
        return (attack.answer.stunt if attack and attack.answer else 0) or 1
    return next((item.stunt for item in state.waiting if item.id == pending.about), 0) or 1


def _defenses(state: State, seat: Seat, pending: Pending) -> list[Offer]:
    attack, target = state.attack, state.of(pending.who)
    if attack is None:
        return []
    mode = _modes(state)
    fields = (mode, *stunt_fields(state, seat, target), *willpower_field(target))
    abilities = list_defense_abilities(target)
    powers = power_fields(target, "defense", *abilities)
    if not has_pool(target):
        return [_answer(pending, "AnswerDefense", "Defend", (*fields, *powers))]
    magic = (*defense_magic(get_most_dice(target, *abilities)), *cost_fields(target))
    offers = [_answer(pending, "AnswerDefense", "Defend", (*fields, *powers, *magic))]
    third = (text("magic", "Magic", 80), number("third", "Ability of the Third Excellency", 10))
    offers.append(
        _answer(pending, "AnswerDefense", "Defend, holding a reroll", (*fields, *third, *cost_fields(target)))
    )
    return offers


def _modes(state: State) -> Field:
    """The ways to meet the attack, each with its DV and the chance to be hit."""
    attack = state.attack
    if attack is None:
        return Field("mode", "Defense", "choice")
    declared = attack.declared
    attacker = state.of(declared.actor)
    pool, weapon = build_attack_pool(attacker, declared, state.options), get_weapon(attacker.sheet, declared.weapon)
    reach = (weapon.range or 0) if weapon else 0
    options = [
        (option.mode, option.label, option.dv.total, option.reason)
        for option in list_defenses(state, declared, unaware=attack.unaware)
    ]
    options.append(("none", "No defense", compute_no_defense(state, declared).total, ""))
    choices = tuple(
        Choice(
            value,
            label,
            f"DV {max(0, dv)}" + (f", {reason}" if reason else ""),
            odds=get_answer_chance(state, declared, pool, dv, reach),
        )
        for value, label, dv, reason in options
    )
    return Field("mode", "Defense", "choice", choices, initial=choices[0].value)
