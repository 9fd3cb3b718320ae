"""An attack step by step, with a prompt wherever the book gives someone a choice (2E-330..389)."""

from dataclasses import replace
from typing import Any

from rules.battle.play import Play
from rules.battle.setup import show
from rules.battle.stunts import ask_rating
from rules.dice import Die, Roller, throw
from rules.exalted2e.actions.rolling import face_rule
from rules.exalted2e.actions.stunts import rate_stunt
from rules.exalted2e.attack import steps
from rules.exalted2e.attack.defenses import get_stunt, get_weapon, list_raises
from rules.exalted2e.attack.opening import (
    choose_defense,
    find_unasked,
    is_unaware,
    needs_surprise_roll,
    open_exchange,
)
from rules.exalted2e.attack.steps import Exchange
from rules.exalted2e.decide import damage_steps, debate, log_steps
from rules.exalted2e.decide.common import put_prompt, roll_pool
from rules.exalted2e.decide.plain import roll_plain_action
from rules.exalted2e.decide.results import resolve_attack
from rules.exalted2e.events import exchange as ev
from rules.exalted2e.pools import hide, notice_ambush
from rules.exalted2e.state import Answer, Attack, DeclaredAttack, LogStep, PlainAction, PromptKind, State, get_order_key
from rules.text import EMPTY, Text, verbatim


def begin_next(play: Play[State]) -> None:
    """Begin the next declared attack or plain action in display order (2E-267), or ask for the rating of its stunt."""
    state = play.state
    declared = min(state.waiting, key=lambda item: (get_order_key(state.get(item.actor)), item.place))
    if isinstance(declared, PlainAction) and declared.influence is not None:
        debate.go_on(play, declared, declared.influence)
        return
    if isinstance(declared, PlainAction):
        roll_plain_action(play, declared)
        return
    if not declared.rated:
        question = ask_rating(state.get(declared.actor), declared.stunt, state.get(declared.target).name)
        _ask(play, "stunt", declared.actor, question, declared)
        return
    reveal_all(play, declared)
    declare(play, declared)


def reveal_all(play: Play[State], declared: DeclaredAttack) -> None:
    """Reveal the attacker and the target."""
    for id in (declared.actor, declared.target):
        show(play, play.state.get(id))


def _ask(
    play: Play[State], kind: PromptKind, id: str, question: Text, declared: DeclaredAttack, detail: Text = EMPTY
) -> None:
    """Put a prompt of this attack before one person."""
    put_prompt(play, kind, play.state.get(id), question, detail or verbatim(declared.stunt_text), declared.id)


def note(play: Play[State], cls: type[Any], declared: DeclaredAttack, /, *steps: LogStep, **found: Any) -> None:
    """Emit an event of an attack with its lines of the log."""
    play.emit(cls(**log_steps.name(play.state, declared), steps=steps, **found))


def dice_of(play: Play[State], declared: DeclaredAttack) -> Roller:
    """Return the roller for the dice of an attack, which those see who may know of both sides."""
    return play.dice(play.state.get(declared.actor), play.state.get(declared.target))


def declare(play: Play[State], declared: DeclaredAttack, prompt: str = "") -> None:
    """Take step 1: the attack becomes the current one."""
    weapon = get_weapon(play.state.get(declared.actor).sheet, declared.weapon)
    name, step = weapon.name if weapon else declared.weapon, log_steps.describe_attack(play.state, declared)
    note(play, ev.AttackDeclared, declared, step, declared=declared, weapon_name=name, prompt=prompt)


def proceed(play: Play[State], attack: Attack) -> None:
    """Take the current attack to its next step, or put the prompt that comes before it."""
    declared, answer, numbers = attack.declared, attack.answer, attack.numbers
    if attack.step == 1:
        if needs_surprise_roll(attack):
            _roll_surprise(play, attack)
        else:
            _declare_defense(play, attack)
    elif answer is None:
        return
    elif not answer.rated:
        question = ask_rating(play.state.get(declared.target), answer.stunt)
        _ask(play, "defense_stunt", declared.target, question, declared, verbatim(answer.stunt_text))
    elif attack.step == 2 or numbers is None:
        _roll_attack(play, attack, answer)
    elif attack.step == 3:
        question = Text("{n} successes. Reroll the attack?", n=numbers.successes)
        _ask(play, "attack_reroll", declared.actor, question, declared)
    elif attack.step == 4:
        _apply_defense(play, attack, answer, numbers)
    elif attack.step == 5:
        question = Text("Hit, {n} over DV. Raise DV by {n2}?", n=numbers.net, n2=numbers.third // 2)
        _ask(play, "defense_reroll", declared.target, question, declared)
    else:
        _finish(play, attack, answer, numbers)


def _finish(play: Play[State], attack: Attack, answer: Answer, numbers: Exchange) -> None:
    declared = attack.declared
    if attack.step == 6 and numbers.hit:
        if log_steps.is_clinch(play.state, declared) and not attack.clinch:
            _ask(play, "clinch", declared.actor, Text("You keep control of the clinch. What do you do?"), declared)
        elif declared.magic.late and not attack.activated:
            _ask(play, "late_magic", declared.actor, Text("Hit, {n} over DV. Activate more?", n=numbers.net), declared)
        elif attack.clinch in ("", "crush"):
            _roll_damage(play, attack, numbers)
        else:
            resolve_attack(play, attack, numbers)
    elif attack.step == 8 and answer.magic.late and numbers.levels and not attack.warded:
        question = Text(
            "{n} level of damage rolled. Prevent some?", "{n} levels of damage rolled. Prevent some?", n=numbers.levels
        )
        _ask(play, "late_ward", declared.target, question, declared)
    elif attack.step < 9 and answer.magic.counter and not declared.is_counter:
        _ask(play, "counter", declared.target, Text("Counterattack?"), declared)
    else:
        resolve_attack(play, attack, numbers)


def _roll_surprise(play: Play[State], attack: Attack) -> None:
    """Roll Dexterity + Stealth against the reflexive Wits + Awareness of the target (2E-394)."""
    state, declared = play.state, attack.declared
    attacker, target = state.get(declared.actor), state.get(declared.target)
    pool, seeing = hide(attacker.sheet, declared.wound), notice_ambush(target.sheet, target.health.wound)
    hiding = roll_pool(play, attacker, pool, 1, target)
    noticing = roll_pool(play, target, seeing, max(1, hiding.total), attacker)
    steps = log_steps.describe_surprise(state, declared, (pool, seeing), hiding, noticing)
    totals = {"hiding": hiding.total, "noticing": noticing.total}
    note(play, ev.SurpriseRolled, declared, *steps, unaware=not noticing.is_success, **totals)


def _declare_defense(play: Play[State], attack: Attack) -> None:
    """Take step 2: ask the defender, unless there is nothing to choose (2E-332, 2E-333)."""
    state, declared = play.state, attack.declared
    if (answer := find_unasked(state, attack)) is not None:
        answer_defense(play, attack, answer)
    else:
        target = state.get(declared.target)
        question = Text("{who} attacks {whom}", who=state.get(declared.actor).name, whom=target.name)
        _ask(play, "defense", declared.target, question, declared, log_steps.describe_threat(state, declared))


def answer_defense(play: Play[State], attack: Attack, answer: Answer, prompt: str = "") -> None:
    """Finish step 2 with this answer."""
    state, declared = play.state, attack.declared
    mode = choose_defense(state, attack, answer if answer.rated else replace(answer, stunt=0))
    step = log_steps.describe_defense(state, declared, answer, mode, is_unaware(attack, answer))
    note(play, ev.DefenseDeclared, declared, step, answer=answer, prompt=prompt)


def _roll_attack(play: Play[State], attack: Attack, answer: Answer) -> None:
    """Take step 3; an extra may miss without a roll (2E-359)."""
    state, declared = play.state, attack.declared
    pool, numbers = open_exchange(state, attack, answer)
    if not declared.strays:
        numbers = steps.roll_attack(numbers, dice_of(play, declared))
    lines = [log_steps.describe_attack_roll(state, declared, pool, numbers)]
    if not numbers.reroll or not numbers.dice:
        lines.append(log_steps.describe_nothing(4))
    note(play, ev.AttackRolled, declared, *lines, numbers=numbers)


def _apply_defense(play: Play[State], attack: Attack, answer: Answer, numbers: Exchange) -> None:
    """Take step 5: roll the dice of the defense, subtract external penalties and the DV (2E-365, 2E-357)."""
    state, declared = play.state, attack.declared
    dice = _roll_defense_dice(play, attack, answer)
    mode = choose_defense(state, attack, answer)
    dv = attack.fixed.get("dv", mode.dv.total + sum(die.worth for die in dice))
    external = attack.fixed.get("external", numbers.external)
    successes = attack.fixed.get("successes", numbers.successes)
    numbers = steps.subtract_penalties(replace(numbers, dv=dv, external=external, successes=successes))
    raises = () if "dv" in attack.fixed else list_raises(mode, answer, dice)
    lines = [replace(log_steps.describe_defense_applied(state, declared, mode, numbers, dice), raises=raises)]
    if not (numbers.hit and numbers.third):
        lines.append(log_steps.describe_nothing(6))
    note(play, ev.DefenseApplied, declared, *lines, numbers=numbers)


def _roll_defense_dice(play: Play[State], attack: Attack, answer: Answer) -> tuple[Die, ...]:
    """Roll the dice of the defense; successes are added to the DV (2E-357)."""
    count = count_defense_dice(play.state, attack, answer)
    being = play.state.get(attack.declared.target).sheet.being
    return throw(face_rule(being), count, dice_of(play, attack.declared)) if count else ()


def count_defense_dice(state: State, attack: Attack, answer: Answer) -> int:
    """Return the dice of magic, a Virtue and (by an option) a stunt that a defense rolls (2E-198, 2E-357)."""
    target = state.get(attack.declared.target)
    count = answer.magic.dice + (target.sheet.virtue(answer.virtue) if answer.virtue else 0)
    if state.options.dv_stunt == "rolled":
        _, rating = get_stunt(state, attack.declared, answer)
        count += rate_stunt(target.sheet.being, rating, options=state.options).dice
    return count


def _roll_damage(play: Play[State], attack: Attack, numbers: Exchange) -> None:
    """Take steps 7 and 8: raw damage, Hardness, soak, the damage roll (2E-369..382)."""
    state, declared = play.state, attack.declared
    numbers = steps.roll_damage(find_damage(attack, numbers), dice_of(play, declared))
    raw = damage_steps.describe_raw_damage(state, declared, numbers)
    note(play, ev.DamageRolled, declared, raw, damage_steps.describe_damage(state, declared, numbers), numbers=numbers)


def find_damage(attack: Attack, numbers: Exchange) -> Exchange:
    """Return the numbers with the dice of the damage roll, and the Storyteller's rulings on them (2E-369..379)."""
    numbers = steps.find_raw_damage(numbers)
    numbers = replace(numbers, raw=attack.fixed.get("raw", numbers.raw))
    if "soak" in attack.fixed:
        numbers = replace(numbers, soak_natural=attack.fixed["soak"], soak_armor=0)
    numbers = steps.apply_soak(numbers)
    return replace(numbers, final=attack.fixed.get("damage", numbers.final))
