"""Answers to prompts: the defense, rerolls, late magic, the counterattack, rewards."""

from dataclasses import replace
from typing import cast

from rules.battle.play import Play, about
from rules.battle.roster import find_seen
from rules.errors import IllegalMove
from rules.exalted2e.attack import steps
from rules.exalted2e.attack.defenses import get_weapon, list_defense_abilities, list_defenses, name_weapon
from rules.exalted2e.attack.opening import is_unaware
from rules.exalted2e.attack.units import find_edge
from rules.exalted2e.decide import exchange, log_steps
from rules.exalted2e.decide.attacks import need_weapon
from rules.exalted2e.decide.common import check_target, find_asked, new_id, stunt_fields
from rules.exalted2e.decide.costs import check_charm_dice, parse_willpower, spend
from rules.exalted2e.decide.powers import USE, add_powers, gather_magic
from rules.exalted2e.decide.ticks import describe_rewards, list_rewards, make_reward
from rules.exalted2e.events import exchange as ev
from rules.exalted2e.moves import replies
from rules.exalted2e.state import Answer, Attack, Combatant, DeclaredAttack, LogStep, Pending, Response, State
from rules.text import Text


def get_attack(state: State, pending: Pending) -> Attack:
    """Return the attack of a prompt. Raises `IllegalMove` if it is over."""
    if state.attack is None or state.attack.declared.id != pending.about:
        raise IllegalMove("no_such_prompt", Text("That question is no longer open. Check the table again."))
    return state.attack


def answer_defense(play: Play[State], move: replies.AnswerDefense) -> None:
    """Step 2: dodge, parry, let a guardian parry, or do nothing (2E-332)."""
    pending, target = find_asked(play, move.prompt, "defense")
    attack, answer = build_defense(play, move)
    options = list_defenses(play.state, attack.declared, answer, is_unaware(attack, answer))
    if answer.mode == "lent" and all(option.mode != "lent" for option in options):
        raise IllegalMove("no_guardian", Text("No one is using Defend Other for this defense."))
    magic, willpower, virtue = answer.magic, answer.willpower, answer.virtue
    spend(play, target, magic, Text("the defense"), willpower=willpower, virtue=virtue, exchange=pending.about)
    exchange.answer_defense(play, attack, answer, pending.id)


def build_defense(play: Play[State], move: replies.AnswerDefense) -> tuple[Attack, Answer]:
    """Return the attack that is met, and the defense that the move asks for. Raises `IllegalMove` if it may not be."""
    pending, target = find_asked(play, move.prompt, "defense")
    attack, answer = get_attack(play.state, pending), _build_answer(play, target, move)
    magic = answer.magic
    check_charm_dice(target, magic.dice, *list_defense_abilities(target))
    if magic.third and (magic.dice or magic.successes):
        reason = Text("A Third Excellency can’t be combined with another Excellency on one defense.")
        raise IllegalMove("one_excellency", reason)
    if answer.mode == "none" or is_unaware(attack, answer):  # there is no defense to spend anything on
        answer = Answer(answer.mode, magic=magic)
    return attack, answer


def _build_answer(play: Play[State], target: Combatant, move: replies.AnswerDefense) -> Answer:
    success, virtue = parse_willpower(move.willpower)
    magic = gather_magic(
        move,
        dice=move.magic_dice,
        successes=move.magic_successes,
        third=move.third,
        soak=move.soak,
        hardness=move.hardness,
        enables=move.enables,
        counter=move.counter,
        late=move.magic_late,
    )
    magic = add_powers(magic, USE.choose_payable(target, move.powers, "defense"))
    stunt = stunt_fields(play, target, move.stunt, move.stunt_text)
    return Answer(cast(Response, move.mode), willpower=success, virtue=virtue, magic=magic, **stunt)


def answer_reroll(play: Play[State], move: replies.AnswerReroll) -> None:
    """Steps 4 and 6: reroll, or do not. The better total counts (2E-364); a Third Excellency raises the DV (2E-368)."""
    pending, _ = find_asked(play, move.prompt, "attack_reroll", "defense_reroll")
    attack = get_attack(play.state, pending)
    if (before := attack.numbers) is None:
        return
    cls: type[ev.NumbersChanged]
    if pending.kind == "attack_reroll":
        after = steps.reroll_attack(before, exchange.dice_of(play, attack.declared)) if move.reroll else before
        cls, step = ev.AttackRerolled, log_steps.describe_attack_reroll(before, after, move.reroll)
    else:
        after = steps.reroll_defense(before) if move.reroll else before
        cls, step = ev.DefenseRerolled, log_steps.describe_defense_reroll(after, move.reroll)
    exchange.note(play, cls, attack.declared, step, numbers=after, prompt=pending.id)


def answer_magic(play: Play[State], move: replies.AnswerMagic) -> None:
    """Step 7: add magic now that the attack has hit (2E-331)."""
    pending, actor = find_asked(play, move.prompt, "late_magic")
    attack = get_attack(play.state, pending)
    spend(play, actor, gather_magic(move), Text("the attack"), exchange=pending.about)
    added = {"name": move.magic, "damage": move.magic_damage, "post_damage": move.magic_post_damage}
    exchange.note(play, ev.MagicActivated, attack.declared, prompt=pending.id, **added)


def answer_ward(play: Play[State], move: replies.AnswerWard) -> None:
    """Step 8: take levels off the damage that was rolled (2E-380)."""
    pending, actor = find_asked(play, move.prompt, "late_ward")
    attack = get_attack(play.state, pending)
    spend(play, actor, gather_magic(move), Text("the ward"), exchange=pending.about)
    held = min(move.levels, attack.numbers.levels) if attack.numbers else 0
    exchange.note(play, ev.Warded, attack.declared, prompt=pending.id, name=move.magic, levels=held)


def answer_counter(play: Play[State], move: replies.AnswerCounter) -> None:
    """Step 9: strike back, or do not (2E-383)."""
    pending, actor = find_asked(play, move.prompt, "counter")
    attack = get_attack(play.state, pending)
    if not move.weapon:
        step = LogStep(9, Text("No counterattack."))
        exchange.note(play, ev.Countered, attack.declared, step, declared=None, prompt=pending.id)
        return
    counter = make_counter(play.state, actor, attack, move.weapon)
    weapon = need_weapon(actor, move.weapon, actor.ready)
    line = Text("{who} counterattacks with the {w}.", who=actor.name, w=name_weapon(weapon))
    exchange.note(play, ev.Countered, attack.declared, LogStep(9, line), declared=counter, prompt=pending.id)
    exchange.declare(play, counter)


def make_counter(state: State, actor: Combatant, attack: Attack, key: str) -> DeclaredAttack:
    """Return the counterattack with this weapon. Raises `IllegalMove` for one that is not at hand, and a clinch."""
    weapon = need_weapon(actor, key, actor.ready)
    if "C" in weapon.tags:
        raise IllegalMove("no_clinch", Text("A counterattack must be an attack, not a clinch."))
    ability = max(weapon.abilities, key=actor.sheet.ability)
    counter = DeclaredAttack(new_id(state, "x", actor), actor.id, attack.declared.actor, weapon.key, ability)
    edge = find_edge(actor.magnitude, state.get(attack.declared.actor).magnitude)
    return replace(counter, wound=actor.wound_now, is_counter=True, edge=edge)


def answer_bystander(play: Play[State], move: replies.AnswerBystander) -> None:
    """Let a botched attack hit someone else, with a success for each one, or no one (2E-363)."""
    state, (pending, actor) = play.state, find_asked(play, move.prompt, "bystander")
    if not move.target:
        play.emit(ev.BystanderSpared(**about(actor), prompt=pending.id, exchange=pending.about))
        return
    target = check_target(actor, find_seen(state, play.seat, move.target))
    weapon = get_weapon(actor.sheet, pending.weapon)
    ability, surprise = weapon.ability if weapon else "martial_arts", "" if move.aware else "unaware"
    stray = DeclaredAttack(new_id(state, "x", actor), actor.id, target.id, pending.weapon, ability)
    stray = replace(stray, strays=pending.rating, surprise=surprise)
    exchange.reveal_all(play, stray)
    exchange.declare(play, stray, pending.id)


def take_reward(play: Play[State], move: replies.TakeReward) -> None:
    """Pay a stunt in motes, Willpower or an experience point (2E-183..186)."""
    pending, actor = find_asked(play, move.prompt, "reward")
    known = list_rewards(play.state, actor, pending.rating, pending.experience)
    reward = next((reward for reward in known if reward == move.reward), None)
    if reward is None:
        words = describe_rewards(play.state, actor, pending.rating, known) if known else Text("nothing")
        raise IllegalMove("bad_reward", Text("The reward of this stunt is {what}.", what=words))
    play.emit(make_reward(play.state, actor, pending.rating, reward, pending.id))
