"""An attack in the battle, step by step, with a pause wherever the book gives somebody a choice (2E-330..389)."""

from dataclasses import replace

from rules.dice import Die, throw
from rules.exalted2e.actions.rolling import face_rule, roll
from rules.exalted2e.actions.stunts import rate_stunt
from rules.exalted2e.attack import (
    Exchange,
    apply_soak,
    check_automatic_miss,
    find_raw_damage,
    reroll_attack,
    reroll_defense,
    roll_attack,
    roll_damage,
    subtract_penalties,
)
from rules.exalted2e.attack.defenses import Option, compute_no_defense, get_stunt, get_weapon, list_defenses
from rules.exalted2e.attack.figures import build_attack_pool, build_exchange
from rules.exalted2e.decide import telling
from rules.exalted2e.decide.plain import resolve
from rules.exalted2e.decide.questions import ask, ask_stunt
from rules.exalted2e.decide.results import resolve_attack
from rules.exalted2e.decide.script import Script, new_id
from rules.exalted2e.decide.ticks import has_pool
from rules.exalted2e.events import (
    AttackDeclared,
    AttackRerolled,
    AttackRolled,
    Countered,
    DamageRolled,
    DefenseApplied,
    DefenseDeclared,
    DefenseRerolled,
    Revealed,
    SurpriseRolled,
)
from rules.exalted2e.pools import hide, notice_ambush
from rules.exalted2e.state import Answer, Attack, Declared, PlainAction, State, get_order_key


def begin_next(script: Script) -> None:
    """Take the next declared attack or plain action, in display order (2E-267), once its stunt is rated."""
    state = script.state
    declared = min(state.waiting, key=lambda item: (get_order_key(state.of(item.actor)), item.place))
    if isinstance(declared, PlainAction):
        resolve(script, declared)
        return
    if not declared.rated:
        aim = f" against {state.of(declared.target).name}"
        ask(script, "stunt", declared.actor, ask_stunt(state, declared.actor, declared.stunt, aim), declared)
        return
    reveal_all(script, declared)
    declare(script, declared)


def reveal_all(script: Script, declared: Declared) -> None:
    """Who strikes or is struck in the open is seen."""
    for id in (declared.actor, declared.target):
        one = script.state.of(id)
        if one.hidden:
            script.emit(Revealed(actor=one.id, actor_name=one.name, tick=script.state.tick))


def declare(script: Script, declared: Declared, prompt: str = "") -> None:
    """Step 1."""
    weapon = get_weapon(script.state.of(declared.actor).sheet, declared.weapon)
    script.emit(
        AttackDeclared(
            **telling.name(script.state, declared),
            declared=declared,
            weapon_name=weapon.name if weapon else declared.weapon,
            prompt=prompt,
            steps=(telling.tell_attack(script.state, declared),),
        )
    )


def proceed(script: Script, attack: Attack) -> None:
    """Take the attack in hand to its next step, or ask whoever must choose before it."""
    declared, answer, numbers = attack.declared, attack.answer, attack.numbers
    if attack.step == 1:
        if declared.surprise == "roll" and not attack.noticed:
            _roll_surprise(script, attack)
        else:
            _declare_defense(script, attack)
    elif answer is None:
        return
    elif not answer.rated:
        detail = ask_stunt(script.state, declared.target, answer.stunt)
        ask(script, "defense_stunt", declared.target, detail, declared, text=answer.stunt_text)
    elif attack.step == 2 or numbers is None:
        _roll_attack(script, attack, answer)
    elif attack.step == 3:
        question = f"{numbers.successes} successes. Reroll the attack?"
        ask(script, "attack_reroll", declared.actor, question, declared)
    elif attack.step == 4:
        _apply_defense(script, attack, answer, numbers)
    elif attack.step == 5:
        question = f"Hit by {numbers.net}. Raise the DV by {numbers.third // 2}?"
        ask(script, "defense_reroll", declared.target, question, declared)
    else:
        _finish(script, attack, answer, numbers)


def _finish(script: Script, attack: Attack, answer: Answer, numbers: Exchange) -> None:
    declared = attack.declared
    if attack.step == 6 and numbers.hit:
        if telling.is_clinch(script.state, declared) and not attack.clinch:
            ask(script, "clinch", declared.actor, "The clinch holds. What do you do with it?", declared)
        elif declared.magic.late and not attack.activated:
            ask(script, "late_magic", declared.actor, f"Hit by {numbers.net}. Activate more?", declared)
        elif attack.clinch in ("", "crush"):
            _roll_damage(script, attack, numbers)
        else:
            resolve_attack(script, attack, numbers)
    elif attack.step == 8 and answer.magic.late and numbers.levels and not attack.warded:
        question = f"{telling.count(numbers.levels, 'level')} of damage rolled. Ward some off?"
        ask(script, "late_ward", declared.target, question, declared)
    elif attack.step < 9 and answer.magic.counter and not declared.is_counter:
        ask(script, "counter", declared.target, "Strike back?", declared)
    else:
        resolve_attack(script, attack, numbers)


def _roll_surprise(script: Script, attack: Attack) -> None:
    """Dexterity + Stealth against the reflexive Wits + Awareness of the target (2E-394)."""
    state, declared = script.state, attack.declared
    attacker, target = state.of(declared.actor), state.of(declared.target)
    hiding = roll((pool := hide(attacker.sheet, declared.wound)).dice, face_rule(attacker.sheet.being), script.roller)
    noticing = roll(
        (seeing := notice_ambush(target.sheet, target.health.wound)).dice,
        face_rule(target.sheet.being),
        script.roller,
        difficulty=max(1, hiding.total),
    )
    unaware = not noticing.is_success
    script.emit(
        SurpriseRolled(
            **telling.name(state, declared),
            unaware=unaware,
            hiding=hiding.total,
            noticing=noticing.total,
            steps=telling.tell_surprise(state, declared, pool, hiding.dice, seeing, noticing.dice, unaware),
        )
    )


def _declare_defense(script: Script, attack: Attack) -> None:
    """Step 2: ask the defender, unless there is nothing to choose (2E-332, 2E-333)."""
    state, declared = script.state, attack.declared
    target = state.of(declared.target)
    if target.is_helpless or (attack.unaware and not has_pool(target)):  # without magic nothing is left to choose
        answer_defense(script, attack, Answer("none"))
    elif target.sheet.being == "extra":
        best = list_defenses(state, declared)[0]
        answer_defense(script, attack, Answer("dodge" if best.mode == "dodge" else "parry"))
    else:
        question = f"{state.of(declared.actor).name} strikes at {target.name}"
        ask(script, "defense", declared.target, question, declared, detail=telling.describe_threat(state, declared))


def answer_defense(script: Script, attack: Attack, answer: Answer, prompt: str = "") -> None:
    """Step 2: note how the attack is met."""
    state, declared = script.state, attack.declared
    mode = choose(state, attack, answer if answer.rated else replace(answer, stunt=0))
    script.emit(
        DefenseDeclared(
            **telling.name(state, declared),
            answer=answer,
            prompt=prompt,
            steps=(telling.tell_defense(state, declared, answer, mode, is_unaware(attack, answer)),),
        )
    )


def choose(state: State, attack: Attack, answer: Answer) -> Option:
    """The DV that this answer meets the attack with; the Storyteller's ruling stands above it."""
    declared = attack.declared
    unaware = is_unaware(attack, answer)
    options = {option.mode: option for option in list_defenses(state, declared, answer, unaware)}
    none = Option("none", "No defense", compute_no_defense(state, declared))
    return options.get(answer.mode, none)


def is_unaware(attack: Attack, answer: Answer) -> bool:
    """Whether the target meets the attack unaware: magic may let her defend all the same (2E-333)."""
    return attack.unaware and not answer.magic.enables


def _roll_attack(script: Script, attack: Attack, answer: Answer) -> None:
    """Step 3, with the extra's automatic miss before it (2E-359)."""
    state, declared = script.state, attack.declared
    pool = build_attack_pool(state.of(declared.actor), declared, state.options)
    dv = choose(state, attack, answer).dv.total
    numbers = build_exchange(state, declared, pool, attack.fixed.get("dv", dv), answer)
    numbers = replace(numbers, pool=attack.fixed.get("pool", numbers.pool))
    if declared.strays:  # the ones of the botch stand for successes (2E-363)
        numbers = replace(numbers, successes=declared.strays, bonus_successes=0, external=0, reroll=False)
    else:
        numbers = roll_attack(check_automatic_miss(numbers), script.roller)
    steps = [telling.tell_attack_roll(state, declared, pool, numbers)]
    if not numbers.reroll or not numbers.dice:
        steps.append(telling.tell_nothing(4))
    script.emit(AttackRolled(**telling.name(state, declared), numbers=numbers, steps=tuple(steps)))


def answer_attack_reroll(script: Script, attack: Attack, numbers: Exchange, reroll: bool, prompt: str) -> None:
    """Step 4: roll once more, the better total counts (2E-364)."""
    state, declared = script.state, attack.declared
    before = numbers
    if reroll:
        numbers = reroll_attack(numbers, script.roller)
    step = telling.tell_attack_reroll(before, numbers, reroll)
    script.emit(AttackRerolled(**telling.name(state, declared), numbers=numbers, prompt=prompt, steps=(step,)))


def _apply_defense(script: Script, attack: Attack, answer: Answer, numbers: Exchange) -> None:
    """Step 5: roll what aids the defense, take off external penalties and the DV (2E-365, 2E-357)."""
    state, declared = script.state, attack.declared
    dice = _roll_defense_dice(script, attack, answer)
    mode = choose(state, attack, answer)
    dv = attack.fixed.get("dv", mode.dv.total + sum(die.worth for die in dice))
    external = attack.fixed.get("external", numbers.external)
    successes = attack.fixed.get("successes", numbers.successes)
    numbers = subtract_penalties(replace(numbers, dv=dv, external=external, successes=successes))
    steps = [telling.tell_defense_applied(state, declared, mode, numbers, dice)]
    if not (numbers.hit and numbers.third):
        steps.append(telling.tell_nothing(6))
    script.emit(DefenseApplied(**telling.name(state, declared), numbers=numbers, steps=tuple(steps)))


def _roll_defense_dice(script: Script, attack: Attack, answer: Answer) -> tuple[Die, ...]:
    """Dice of magic, a Virtue, and (as an option) a stunt, whose successes go onto the DV (2E-198, 2E-357)."""
    state, target = script.state, script.state.of(attack.declared.target)
    count = answer.magic.dice + (target.sheet.virtue(answer.virtue) if answer.virtue else 0)
    if state.options.dv_stunt == "rolled":
        _, rating = get_stunt(state, attack.declared, answer)
        count += rate_stunt(target.sheet.being, rating, options=state.options).dice
    return throw(face_rule(target.sheet.being), count, script.roller) if count else ()


def answer_defense_reroll(script: Script, attack: Attack, numbers: Exchange, reroll: bool, prompt: str) -> None:
    """Step 6: a Third Excellency raises the DV after all (2E-368)."""
    state, declared = script.state, attack.declared
    if reroll:
        numbers = reroll_defense(numbers)
    step = telling.tell_defense_reroll(numbers, reroll)
    script.emit(DefenseRerolled(**telling.name(state, declared), numbers=numbers, prompt=prompt, steps=(step,)))


def _roll_damage(script: Script, attack: Attack, numbers: Exchange) -> None:
    """Steps 7 and 8: raw damage, Hardness, soak, the damage roll (2E-369..382)."""
    state, declared = script.state, attack.declared
    numbers = find_raw_damage(numbers)
    numbers = replace(numbers, raw=attack.fixed.get("raw", numbers.raw))
    if "soak" in attack.fixed:
        numbers = replace(numbers, soak_natural=attack.fixed["soak"], soak_armor=0)
    numbers = apply_soak(numbers)
    numbers = roll_damage(replace(numbers, final=attack.fixed.get("damage", numbers.final)), script.roller)
    steps = (telling.tell_raw_damage(state, declared, numbers), telling.tell_damage(state, declared, numbers))
    script.emit(DamageRolled(**telling.name(state, declared), numbers=numbers, steps=steps))


def answer_counter(script: Script, attack: Attack, weapon: str, prompt: str) -> None:
    """Step 9: strike back, or let it be (2E-383)."""
    state, declared = script.state, attack.declared
    if not weapon:
        step = telling.tell_nothing(9, "Let be.")
        script.emit(Countered(**telling.name(state, declared), declared=None, prompt=prompt, steps=(step,)))
        return
    one = state.of(declared.target)
    arm = get_weapon(one.sheet, weapon)
    counter = Declared(
        id=new_id(state, "x", declared.target),
        actor=declared.target,
        target=declared.actor,
        weapon=weapon,
        ability=max(arm.abilities, key=one.sheet.ability) if arm else "martial_arts",
        wound=one.wound_now,
        is_counter=True,
    )
    step = telling.tell_nothing(9, f"{one.name} strikes back with the {arm.name.lower() if arm else weapon}.")
    script.emit(Countered(**telling.name(state, declared), declared=counter, prompt=prompt, steps=(step,)))
    declare(script, counter)
