"""Offers that answer a prompt."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from rules.battle import Choice, Fields, Move, Offer, Rank, answer_prompt
from rules.battle.board import Sight
from rules.battle.declare import list_fields
from rules.battle.stunts import list_ratings
from rules.exalted2e.attack.defenses import compute_no_defense, list_defense_abilities, list_defenses
from rules.exalted2e.decide.ticks import describe_reward, has_pool, list_rewards
from rules.exalted2e.legal.acts import list_counters
from rules.exalted2e.legal.answer_chances import weigh_answer, weigh_counter
from rules.exalted2e.legal.debate import offer_debate_answers
from rules.exalted2e.legal.fields import (
    cost_fields,
    excellency_field,
    get_most_dice,
    power_fields,
    stunt_fields,
    willpower_field,
)
from rules.exalted2e.moves import replies
from rules.exalted2e.sheet.equipment import Weapon
from rules.exalted2e.state import Answer, Attack, Combatant, Pending, PromptKind, Response, State
from rules.text import EMPTY, Text, join, verbatim, word

NAMED = verbatim("{}")
"""The button of a defense is called as the defense itself."""


def offer_answers(sight: Sight[State], pending: Pending) -> list[Offer]:
    """Return the offers that answer this prompt."""
    return _OFFERS[pending.kind](sight, pending, sight.state.get(pending.who))


def _offer_rating(sight: Sight[State], pending: Pending, actor: Combatant) -> list[Offer]:
    return [_answer(pending, replies.RateStunt, Text("Rate the stunt"), _rating(sight.state, pending))]


def _offer_reroll(sight: Sight[State], pending: Pending, actor: Combatant) -> list[Offer]:
    is_struck = pending.kind == "defense_reroll"
    use = Text("Raise the DV") if is_struck else Text("Reroll")
    return [
        _answer(pending, replies.AnswerReroll, name, weighed=True, is_struck=is_struck, reroll=reroll)
        for name, reroll in ((Text("Don’t use"), False), (use, True))
    ]


def _offer_magic(sight: Sight[State], pending: Pending, actor: Combatant) -> list[Offer]:
    names = ("magic", "magic_damage", "magic_post_damage")
    fields = (*list_fields(replies.AnswerMagic, None, *names), *cost_fields(actor, replies.AnswerMagic))
    answer = partial(_answer, pending, replies.AnswerMagic, weighed=True)
    return [answer(Text("No more magic")), answer(Text("Activate now"), fields)]


def _offer_ward(sight: Sight[State], pending: Pending, actor: Combatant) -> list[Offer]:
    attack = sight.state.attack
    levels = attack.numbers.levels if attack and attack.numbers else 0
    fields = list_fields(replies.AnswerWard, {"levels": {"high": levels}}, "magic", "levels")
    fields += cost_fields(actor, replies.AnswerWard)
    answer = partial(_answer, pending, replies.AnswerWard, weighed=True, is_struck=True)
    return [answer(Text("Prevent no damage")), answer(Text("Prevent damage"), fields)]


def _offer_counter(sight: Sight[State], pending: Pending, actor: Combatant) -> list[Offer]:
    weapons = tuple(_rate_counter(sight, pending, actor, weapon) for weapon in list_counters(actor))
    let_be = _answer(pending, replies.AnswerCounter, Text("Don’t counterattack"), weapon="")
    fields = list_fields(replies.AnswerCounter, {"weapon": {"choices": weapons, "required": True}})
    name, aimed = Text("Counterattack"), Text("Counterattack ({w})", w="{}")
    counter = _answer(pending, replies.AnswerCounter, name, fields, weighed=True, aimed=aimed)
    return [let_be, counter] if weapons else [let_be]


def _offer_clinch(sight: Sight[State], pending: Pending, actor: Combatant) -> list[Offer]:
    fields = list_fields(replies.AnswerClinch, {"choice": {"initial": "hold"}})
    return [_answer(pending, replies.AnswerClinch, Text("The clinch"), fields)]


def _offer_bystander(sight: Sight[State], pending: Pending, actor: Combatant) -> list[Offer]:
    found = list_bystanders(sight.state, pending)
    others = (Choice(bystander.id, verbatim(bystander.name)) for bystander in found)
    whom = {"choices": (Choice("", Text("No one")), *others), "initial": "", "required": True}
    fields = list_fields(replies.AnswerBystander, {"target": whom})
    return [_answer(pending, replies.AnswerBystander, Text("Botched attack"), fields)]


def _offer_reward(sight: Sight[State], pending: Pending, actor: Combatant) -> list[Offer]:
    state, rating = sight.state, pending.rating
    known = list_rewards(state, actor, rating, pending.experience)
    choices = tuple(Choice(reward, describe_reward(state, actor, rating, reward)) for reward in known)
    reward = {"choices": choices, "initial": known[0] if known else None}
    fields = list_fields(replies.TakeReward, {"reward": reward})
    return [_answer(pending, replies.TakeReward, Text("Stunt reward"), fields)]


def list_bystanders(state: State, pending: Pending) -> list[Combatant]:
    """Return everyone in the battle except the combatant who botched."""
    return [
        combatant
        for combatant in state.combatants
        if combatant.clock and not combatant.has_left and combatant.id != pending.who
    ]


def _answer(
    pending: Pending,
    move: type[Move],
    label: Text,
    fields: Fields = (),
    *,
    weighed: bool = False,
    is_struck: bool = False,
    aimed: Text = EMPTY,
    **fixed: object,
) -> Offer:
    return answer_prompt(
        move,
        label,
        pending,
        fields,
        hint=pending.question,
        fixed=fixed,
        has_preview=weighed,
        is_struck=is_struck,
        aimed=aimed,
    )


def _rate_counter(sight: Sight[State], pending: Pending, actor: Combatant, weapon: Weapon) -> Choice:
    """Return a weapon to strike back with, and the chance to hit with it as far as the seat may know (2E-383)."""
    weighed, name = weigh_counter(sight.state, sight.seat, pending, actor, weapon.key), word(weapon.name)
    if weighed.measured:
        return Choice(weapon.key, name, odds=float(weighed.odds.success))
    return Choice(weapon.key, name, odds=weighed.guess, about=weighed.guess is not None)


def _defend(pending: Pending, label: Text, fields: Fields, aimed: Text = NAMED, rank: Rank = "usual") -> Offer:
    return answer_prompt(
        replies.AnswerDefense,
        label,
        pending,
        fields,
        hint=pending.question,
        has_preview=True,
        is_struck=True,
        aimed=aimed,
        rank=rank,
    )


def _rating(state: State, pending: Pending) -> Fields:
    most = state.options.stunt_cap
    ratings = list_ratings(most, lambda rating: Text("{n}-die stunt", n=rating))
    changes: dict[str, Any] = {
        "rating": {"high": most, "choices": ratings, "initial": _proposed(state, pending)},
    }
    plain = next((item for item in state.plain if item.id == pending.about), None)
    if plain is None:
        return list_fields(replies.RateStunt, changes, "rating", "motivation")
    changes["difficulty"] = {"initial": plain.request.difficulty}
    return list_fields(replies.RateStunt, changes)


def _proposed(state: State, pending: Pending) -> int:
    """Return the rating that the player proposed, or 1 where the player left it to the Storyteller."""
    attack = state.attack
    if pending.kind == "told_stunt":
        return pending.rating
    if pending.kind == "defense_stunt":
        return (attack.answer.stunt if attack and attack.answer else 0) or 1
    return next((item.stunt for item in state.waiting if item.id == pending.about), 0) or 1


def _defenses(sight: Sight[State], pending: Pending, actor: Combatant) -> list[Offer]:
    attack, move = sight.state.attack, replies.AnswerDefense
    if attack is None:
        return []
    modes = _modes(sight.state, attack)
    fields = list_fields(move, {"mode": {"choices": modes, "initial": modes[0].value}}, "mode")
    abilities = list_defense_abilities(actor)
    stunt, willpower = stunt_fields(sight, actor, move), willpower_field(actor, move)
    powers = power_fields(actor, "defense", *abilities)
    slider = excellency_field(actor, move, get_most_dice(actor, *abilities))
    if not has_pool(actor):
        return [_defend(pending, Text("Defend"), (*fields, *stunt, *willpower, *powers))]
    changes: dict[str, dict[str, Any]] = {
        "magic_successes": {"label": Text("DV from magic")},
    }
    names = ("magic", "magic_successes", "soak", "hardness", "enables", "counter", "magic_late")
    magic, cost = list_fields(move, changes, *names), cost_fields(actor, move)
    third = list_fields(move, None, "magic", "third")
    return [
        _defend(pending, Text("Defend"), (*fields, *stunt, *slider, *willpower, *powers, *magic, *cost)),
        _defend(
            pending,
            Text("Defend, keeping a reroll"),
            (*fields, *stunt, *willpower, *third, *cost),
            Text("{} (keeping a reroll)"),
            "sometimes",
        ),
    ]


def _modes(state: State, attack: Attack) -> tuple[Choice, ...]:
    """Return the ways to meet the attack, each with its DV and the chance to be hit."""
    declared = attack.declared
    options: list[tuple[Response, Text, int, Text]] = [
        (option.mode, option.label, option.dv.total, option.reason)
        for option in list_defenses(state, declared, unaware=attack.unaware)
    ]
    options.append(("none", Text("No defense"), compute_no_defense(state, declared).total, EMPTY))
    return tuple(
        Choice(
            value,
            label,
            join(", ", (Text("DV {n}", n=max(0, dv)), reason)),
            odds=float(weigh_answer(state, attack, Answer(value)).odds.success),
        )
        for value, label, dv, reason in options
    )


_OFFERS: Mapping[PromptKind, Callable[[Sight[State], Pending, Combatant], list[Offer]]] = {
    "leaning": offer_debate_answers,
    "influence": offer_debate_answers,
    "resist": offer_debate_answers,
    "defense": _defenses,
    "stunt": _offer_rating,
    "defense_stunt": _offer_rating,
    "told_stunt": _offer_rating,
    "action_stunt": _offer_rating,
    "attack_reroll": _offer_reroll,
    "defense_reroll": _offer_reroll,
    "late_magic": _offer_magic,
    "late_ward": _offer_ward,
    "counter": _offer_counter,
    "clinch": _offer_clinch,
    "bystander": _offer_bystander,
    "reward": _offer_reward,
}
