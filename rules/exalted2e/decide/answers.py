"""Answers to prompts: the defense, ratings of stunts, rerolls, the counterattack, rewards."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from rules.battle import Seat
from rules.errors import IllegalMove
from rules.exalted2e.actions.stunts import rate_stunt
from rules.exalted2e.attack.defenses import get_weapon, list_defense_abilities, list_defenses
from rules.exalted2e.decide.clinch import choose_in_clinch
from rules.exalted2e.decide.costs import check_charm_dice, read_willpower, spend
from rules.exalted2e.decide.exchange import (
    answer_attack_reroll,
    answer_counter,
    answer_defense,
    answer_defense_reroll,
    declare,
    is_unaware,
    reveal_all,
)
from rules.exalted2e.decide.late import answer_late_magic, answer_late_ward
from rules.exalted2e.decide.powers import join, read_powers
from rules.exalted2e.decide.questions import is_settled
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
from rules.exalted2e.decide.ticks import list_rewards, make_reward
from rules.exalted2e.events import BystanderSpared
from rules.exalted2e.moves import (
    AnswerBystander,
    AnswerClinch,
    AnswerCounter,
    AnswerDefense,
    AnswerMagic,
    AnswerReroll,
    AnswerWard,
    TakeReward,
)
from rules.exalted2e.state import Answer, Attack, Combatant, Declared, Magic, Pending, Response, State

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
    answer = _read_answer(state, seat, target, move)
    answer = replace(answer, magic=join(answer.magic, read_powers(target, move.powers, "defense")))
    if answer.stunt and target.sheet.being == "extra":
        raise IllegalMove("no_stunt", "Extras do not stunt.")
    check_charm_dice(target, answer.magic.dice, *list_defense_abilities(target))
    if answer.magic.third and (answer.magic.dice or answer.magic.successes):
        raise IllegalMove("one_excellency", "A Third Excellency cannot be combined with another on one defense.")
    if answer.mode == "none" or is_unaware(attack, answer):  # nothing to aid, so nothing is spent on aiding it
        answer = replace(answer, stunt=0, stunt_xp=False, stunt_text="", rated=True, willpower=False, virtue="")
    options = list_defenses(state, attack.declared, answer, is_unaware(attack, answer))
    if answer.mode == "lent" and all(option.mode != "lent" for option in options):
        raise IllegalMove("no_guardian", "Nobody lends a parry to this defense.")
    spend(
        script,
        target,
        answer.magic,
        "the defense",
        willpower=answer.willpower,
        virtue=answer.virtue,
        exchange=pending.about,
    )
    answer_defense(script, attack, answer, pending.id)


def _read_answer(state: State, seat: Seat, target: Combatant, move: AnswerDefense) -> Answer:
    if not isinstance(move.mode, str) or move.mode not in MODES:
        raise IllegalMove("bad_mode", "A defense is dodge, parry, lent or none.")
    rating = need_number("The stunt", move.stunt, 0, state.options.stunt_cap)
    told = need_text("The stunt's description", move.stunt_text)
    success, virtue = read_willpower(move.willpower)
    earns = seat.storyteller and rate_stunt(target.sheet.being, rating, options=state.options).experience
    return Answer(
        mode=MODES[move.mode],
        stunt=rating,
        stunt_xp=earns,
        stunt_text=told,
        rated=is_settled(state, seat, target, rating, told),
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
            late=need_flag("magic_late", move.magic_late),
            motes=move.motes,
            willpower=move.magic_willpower,
        ),
    )


def answer_reroll(script: Script, seat: Seat, move: AnswerReroll) -> None:
    """Steps 4 and 6."""
    pending = find_prompt(script.state, seat, move.prompt, "attack_reroll", "defense_reroll")
    attack, reroll = get_attack(script.state, pending), need_flag("reroll", move.reroll)
    if attack.numbers is None:
        return
    answer = answer_attack_reroll if pending.kind == "attack_reroll" else answer_defense_reroll
    answer(script, attack, attack.numbers, reroll, pending.id)


def answer_magic_prompt(script: Script, seat: Seat, move: AnswerMagic) -> None:
    """Step 7 (2E-331)."""
    pending = find_prompt(script.state, seat, move.prompt, "late_magic")
    attack = get_attack(script.state, pending)
    magic = Magic(
        name=need_text("The name of the magic", move.magic, 80),
        damage=need_number("Magic raw damage", move.magic_damage, -MAX_DICE, MAX_DICE),
        post_damage=need_number("Magic damage after soak", move.magic_post_damage, -MAX_DICE, MAX_DICE),
    )
    cost = replace(magic, motes=move.motes, willpower=move.magic_willpower)
    spend(script, script.state.of(pending.who), cost, "the attack", exchange=pending.about)
    answer_late_magic(script, attack, magic, pending.id)


def answer_ward_prompt(script: Script, seat: Seat, move: AnswerWard) -> None:
    """Step 8, between the damage roll and its result (2E-380)."""
    pending = find_prompt(script.state, seat, move.prompt, "late_ward")
    attack = get_attack(script.state, pending)
    name = need_text("The name of the magic", move.magic, 80)
    levels = need_number("The levels warded off", move.levels, 0, MAX_DICE)
    one = script.state.of(pending.who)
    cost = Magic(name=name, motes=move.motes, willpower=move.magic_willpower)
    spend(script, one, cost, "the ward", exchange=pending.about)
    answer_late_ward(script, attack, name, levels, pending.id)


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
        id=new_id(state, "x", one.id),
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
    """Motes, Willpower or an experience point (2E-183..186)."""
    pending = find_prompt(script.state, seat, move.prompt, "reward")
    one = script.state.of(pending.who)
    known = list_rewards(script.state, one, pending.rating, pending.experience)
    reward = next((reward for reward in known if reward == move.reward), None)
    if reward is None:
        raise IllegalMove("bad_reward", f"The reward of this stunt is {' or '.join(known) or 'nothing'}.")
    script.emit(make_reward(script.state, one, pending.rating, reward, pending.id))
