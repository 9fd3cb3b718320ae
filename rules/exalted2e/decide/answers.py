"""Answers to prompts: the defense, ratings of stunts, rerolls, the counterattack, rewards."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from rules.battle import Seat
from rules.errors import IllegalMove
from rules.exalted2e.attack.defenses import get_weapon, list_defenses
from rules.exalted2e.decide.clinch import choose_in_clinch
from rules.exalted2e.decide.costs import read_willpower, spend
from rules.exalted2e.decide.exchange import (
    answer_attack_reroll,
    answer_counter,
    answer_defense,
    answer_defense_reroll,
    declare,
    reveal_all,
)
from rules.exalted2e.decide.script import (
    Script,
    find_prompt,
    find_target,
    get_audience,
    need_flag,
    need_number,
    need_text,
    new_id,
)
from rules.exalted2e.decide.strike import MAX_DICE, need_weapon
from rules.exalted2e.decide.ticks import make_reward
from rules.exalted2e.events import BystanderSpared, StuntRated
from rules.exalted2e.moves import (
    AnswerBystander,
    AnswerClinch,
    AnswerCounter,
    AnswerDefense,
    AnswerReroll,
    RateStunt,
    TakeReward,
)
from rules.exalted2e.state import Answer, Attack, Declared, Magic, Pending, Response, State

MODES: Final[Mapping[str, Response]] = {"dodge": "dodge", "parry": "parry", "lent": "lent", "none": "none"}


def get_attack(state: State, pending: Pending) -> Attack:
    """The attack that a prompt belongs to."""
    if state.attack is None or state.attack.declared.id != pending.about:
        raise IllegalMove("unknown_prompt", "There is nothing of the kind for you to answer now.", id=pending.id)
    return state.attack


def answer_defense_prompt(script: Script, seat: Seat, move: AnswerDefense) -> None:
    """Step 2: dodge, parry, let a guardian parry, or do nothing (2E-332)."""
    state = script.state
    pending = find_prompt(state, seat, move.prompt, "defense")
    attack, target = get_attack(state, pending), state.of(pending.who)
    answer = _read_answer(state, seat, move)
    if answer.stunt and target.sheet.being == "extra":
        raise IllegalMove("no_stunt", "Extras do not stunt.")
    if answer.magic.third and (answer.magic.dice or answer.magic.successes):
        raise IllegalMove("one_excellency", "A Third Excellency cannot be combined with another on one defense.")
    if answer.mode == "none":  # nothing to aid, so nothing is spent on aiding it
        answer = replace(answer, stunt=0, rated=True, willpower=False, virtue="")
    option = next(
        (option for option in list_defenses(state, attack.declared, answer) if option.mode == answer.mode), None
    )
    if answer.mode == "lent" and option is None:
        raise IllegalMove("no_guardian", "Nobody lends a parry to this defense.")
    spend(
        script,
        target,
        answer.magic.name or "the defense",
        motes=answer.magic.motes,
        points=answer.magic.willpower,
        willpower=answer.willpower,
        virtue=answer.virtue,
        exchange=pending.about,
    )
    answer_defense(script, attack, answer, pending.id)


def _read_answer(state: State, seat: Seat, move: AnswerDefense) -> Answer:
    if not isinstance(move.mode, str) or move.mode not in MODES:
        raise IllegalMove("bad_mode", "A defense is dodge, parry, lent or none.")
    rating = need_number("The stunt", move.stunt, 0, state.options.stunt_cap)
    success, virtue = read_willpower(move.willpower)
    return Answer(
        mode=MODES[move.mode],
        stunt=rating,
        stunt_text=need_text("The stunt's description", move.stunt_text),
        rated=seat.storyteller or not rating,
        willpower=success,
        virtue=virtue,
        magic=Magic(
            name=need_text("The name of the magic", move.magic, 80),
            dice=need_number("Magic dice", move.magic_dice, 0, MAX_DICE),
            successes=need_number("Magic successes", move.magic_successes, 0, MAX_DICE),
            third=need_number("The Ability of the Third Excellency", move.third, 0, 10),
            soak=need_number("Magic soak", move.soak, 0, MAX_DICE),
            hardness=need_number("Magic Hardness", move.hardness, 0, MAX_DICE),
            enables=need_flag("enables", move.enables),
            counter=need_flag("counter", move.counter),
            motes=move.motes,
            willpower=move.magic_willpower,
        ),
    )


def rate_stunt_prompt(script: Script, seat: Seat, move: RateStunt) -> None:
    """The Storyteller rates a stunt before the dice fall (2E-180)."""
    state = script.state
    pending = find_prompt(state, seat, move.prompt, "stunt", "defense_stunt")
    rating = need_number("The rating", move.rating, 0, state.options.stunt_cap)
    one = state.of(pending.who)
    script.emit(
        StuntRated(
            prompt=pending.id,
            actor=one.id,
            actor_name=one.name,
            rating=rating,
            text=pending.detail,
            tick=state.tick,
            exchange=pending.about,
            audience=get_audience(state, one.id),
        )
    )


def answer_reroll(script: Script, seat: Seat, move: AnswerReroll) -> None:
    """Steps 4 and 6."""
    pending = find_prompt(script.state, seat, move.prompt, "attack_reroll", "defense_reroll")
    attack, reroll = get_attack(script.state, pending), need_flag("reroll", move.reroll)
    if attack.numbers is None:
        return
    answer = answer_attack_reroll if pending.kind == "attack_reroll" else answer_defense_reroll
    answer(script, attack, attack.numbers, reroll, pending.id)


def answer_counter_prompt(script: Script, seat: Seat, move: AnswerCounter) -> None:
    """Step 9."""
    state = script.state
    pending = find_prompt(state, seat, move.prompt, "counter")
    weapon = need_text("The weapon", move.weapon, 60)
    one = state.of(pending.who)
    if weapon and "C" in need_weapon(one, weapon, one.ready).tags:
        raise IllegalMove("no_clinch", "A counterattack is a blow, not a clinch.")
    answer_counter(script, get_attack(state, pending), weapon, pending.id)


def answer_bystander(script: Script, seat: Seat, move: AnswerBystander) -> None:
    """Whom a botched blow hits, with as many successes as there were ones (2E-363)."""
    state = script.state
    pending = find_prompt(state, seat, move.prompt, "bystander")
    aware = need_flag("aware", move.aware)
    one = state.of(pending.who)
    if not move.target:
        script.emit(
            BystanderSpared(
                prompt=pending.id,
                actor=one.id,
                actor_name=one.name,
                tick=state.tick,
                exchange=pending.about,
                audience=get_audience(state, one.id),
            )
        )
        return
    target = find_target(state, seat, one, move.target)
    weapon = get_weapon(one.sheet, pending.weapon)
    stray = Declared(
        id=new_id(state, "x"),
        actor=one.id,
        target=target.id,
        weapon=pending.weapon,
        ability=weapon.ability if weapon else "martial_arts",
        strays=pending.rating,
        surprise="" if aware else "unaware",
    )
    reveal_all(script, stray)
    declare(script, stray, pending.id)


def answer_clinch(script: Script, seat: Seat, move: AnswerClinch) -> None:
    """What the controller of a clinch does with it (2E-391)."""
    pending = find_prompt(script.state, seat, move.prompt, "clinch")
    choose_in_clinch(script, pending, move.choice)


def take_reward(script: Script, seat: Seat, move: TakeReward) -> None:
    """Motes or Willpower (2E-184)."""
    pending = find_prompt(script.state, seat, move.prompt, "reward")
    if move.reward not in ("motes", "willpower"):
        raise IllegalMove("bad_reward", "The reward is motes or willpower.")
    one = script.state.of(pending.who)
    script.emit(make_reward(script.state, one, pending.rating, move.reward, pending.id))
