"""Offers that answer a prompt."""

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
from rules.exalted2e.state import Answer, Attack, Combatant, Pending, Response, State
from rules.text import EMPTY, Text, join, verbatim, word

NAMED = verbatim("{}")
"""The button of a defense is called as the defense itself."""


def offer_answers(sight: Sight[State], pending: Pending) -> list[Offer]:
    """Return the offers that answer this prompt."""
    state, actor = sight.state, sight.state.get(pending.who)
    match pending.kind:
        case "leaning" | "influence" | "resist":
            return offer_debate_answers(sight, pending, actor)
        case "defense":
            return _defenses(sight, pending, actor)
        case "stunt" | "defense_stunt" | "told_stunt" | "action_stunt":
            return [_answer(pending, replies.RateStunt, Text("Rate the stunt"), _rating(state, pending))]
        case "attack_reroll" | "defense_reroll":
            use = Text("Reroll") if pending.kind == "attack_reroll" else Text("Raise the DV")
            offered = ((Text("Don’t use"), False), (use, True))
            is_struck = pending.kind == "defense_reroll"
            return [
                _answer(pending, replies.AnswerReroll, name, weighed=True, is_struck=is_struck, reroll=reroll)
                for name, reroll in offered
            ]
        case "late_magic":
            names = ("magic", "magic_damage", "magic_post_damage")
            fields = (*list_fields(replies.AnswerMagic, None, *names), *cost_fields(actor, replies.AnswerMagic))
            answer = partial(_answer, pending, replies.AnswerMagic, weighed=True)
            return [answer(Text("No more magic")), answer(Text("Activate now"), fields)]
        case "late_ward":
            levels = state.attack.numbers.levels if state.attack and state.attack.numbers else 0
            fields = list_fields(replies.AnswerWard, {"levels": {"high": levels}}, "magic", "levels")
            fields += cost_fields(actor, replies.AnswerWard)
            answer = partial(_answer, pending, replies.AnswerWard, weighed=True, is_struck=True)
            return [answer(Text("Prevent no damage")), answer(Text("Prevent damage"), fields)]
        case "counter":
            weapons = tuple(_rate_counter(sight, pending, actor, weapon) for weapon in list_counters(actor))
            let_be = _answer(pending, replies.AnswerCounter, Text("Don’t counterattack"), weapon="")
            fields = list_fields(replies.AnswerCounter, {"weapon": {"choices": weapons, "required": True}})
            name, aimed = Text("Counterattack"), Text("Counterattack ({w})", w="{}")
            counter = _answer(pending, replies.AnswerCounter, name, fields, weighed=True, aimed=aimed)
            return [let_be, counter] if weapons else [let_be]
        case "clinch":
            fields = list_fields(replies.AnswerClinch, {"choice": {"initial": "hold"}})
            return [_answer(pending, replies.AnswerClinch, Text("The clinch"), fields)]
        case "bystander":
            others = (Choice(bystander.id, verbatim(bystander.name)) for bystander in list_bystanders(state, pending))
            whom = {"choices": (Choice("", Text("No one")), *others), "initial": "", "required": True}
            fields = list_fields(replies.AnswerBystander, {"target": whom})
            return [_answer(pending, replies.AnswerBystander, Text("Botched attack"), fields)]
    known = list_rewards(state, actor, pending.rating, pending.experience)
    choices = tuple(Choice(reward, describe_reward(state, actor, pending.rating, reward)) for reward in known)
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
