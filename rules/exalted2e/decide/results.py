"""Step 10: damage on the tracks, then the checks against falling and stunning (2E-384..389, chapter 16)."""

from rules.exalted2e.actions.rolling import face_rule, roll
from rules.exalted2e.attack import KNOCKDOWN_DIFFICULTY, Exchange, check_injury
from rules.exalted2e.attack.defenses import get_weapon
from rules.exalted2e.decide import telling
from rules.exalted2e.decide.script import Script, get_audience, get_side, new_id
from rules.exalted2e.events import AttackResolved, CheckRolled, Harm
from rules.exalted2e.health import Damage, mark
from rules.exalted2e.pools import keep_footing, withstand_stun
from rules.exalted2e.state import Attack, Combatant, Declared, Pending, State
from rules.pool import Pool


def make_harm(state: State, one: Combatant, damage: Damage, levels: int) -> Harm:
    """The body after so many levels of damage."""
    return Harm(one.id, one.name, one.health.boxes, mark(one.health, damage, levels, state.options))


def resolve_attack(script: Script, attack: Attack, numbers: Exchange) -> None:
    """Apply everything that the attack did."""
    state, declared = script.state, attack.declared
    target = state.of(declared.target)
    harm = make_harm(state, target, numbers.damage_type, numbers.levels) if numbers.levels else None
    weapon = get_weapon(state.of(declared.actor).sheet, declared.weapon)
    steps = [] if attack.step >= 9 else [telling.tell_nothing(9)]
    steps.append(telling.tell_results(state, declared, numbers, harm))
    is_held = numbers.hit and telling.is_clinch(state, declared) and attack.clinch in ("crush", "hold")
    script.emit(
        AttackResolved(
            **telling.name(state, declared),
            weapon_name=weapon.name if weapon else declared.weapon,
            numbers=numbers,
            defense=telling.describe_answer(state, attack, numbers),
            harms=(harm,) if harm else (),
            clinch=attack.clinch if is_held else "",
            steps=tuple(steps),
        )
    )
    if numbers.hit:
        _check_injuries(script, attack, numbers)
    if numbers.botch and not declared.is_counter and _list_bystanders(script.state, declared):
        ask_bystander(script, declared, numbers.ones)


def _list_bystanders(state: State, declared: Declared) -> list[Combatant]:
    involved = (declared.actor, declared.target)
    return [one for one in state.combatants if one.clock and not one.has_left and one.id not in involved]


def ask_bystander(script: Script, declared: Declared, ones: int) -> None:
    """A botch may hit somebody else with as many successes as 1s fell: the Storyteller says (2E-362)."""
    name = script.state.of(declared.actor).name
    pending = Pending(
        id=new_id(script.state, "p", declared.actor),
        kind="bystander",
        who=declared.actor,
        question=f"{name} botches with {telling.count(ones, 'one')}. Whom does the blow hit instead?",
        about=declared.id,
        weapon=declared.weapon,
        storyteller=True,
        rating=ones,
    )
    script.ask(pending)


def _check_injuries(script: Script, attack: Attack, numbers: Exchange) -> None:
    declared = attack.declared
    target = script.state.of(declared.target)
    if declared.maneuver == "tackle":
        _tackle(script, attack)
    if target.out:
        return
    sheet = target.sheet
    injury = check_injury(
        numbers.raw,
        numbers.levels,
        sheet.attribute("stamina"),
        sheet.ability("resistance"),
        sheet.attribute("dexterity"),
        sheet.ability("athletics"),
        numbers.stopped,
    )
    falls = injury.knockdown or declared.maneuver == "sweep"
    if falls and declared.maneuver != "tackle" and not script.state.of(target.id).prone:
        pool = keep_footing(sheet, target.health.wound)
        _check(script, attack, "knockdown", target, pool, KNOCKDOWN_DIFFICULTY, injury.knockback)
    if injury.stun_difficulty is not None:
        _check(script, attack, "stun", target, withstand_stun(sheet, target.health.wound), injury.stun_difficulty)


def _tackle(script: Script, attack: Attack) -> None:
    """Both may fall; a target who keeps her feet is stunned (2E-389)."""
    for id in (attack.declared.target, attack.declared.actor):
        one = script.state.of(id)
        if one.out or one.prone:
            continue
        _check(script, attack, "knockdown", one, keep_footing(one.sheet, one.health.wound), KNOCKDOWN_DIFFICULTY)
        if id == attack.declared.target and not script.state.of(id).prone:
            _note_stun(script, attack, one)


def _note_stun(script: Script, attack: Attack, one: Combatant) -> None:
    """Stunned without a roll."""
    script.emit(
        CheckRolled(
            exchange=attack.declared.id,
            check="stun",
            actor=one.id,
            actor_name=one.name,
            cause=attack.declared.actor,
            pool=Pool("Stunned by the tackle", (), 0, can_roll=False),
            dice=(),
            total=0,
            difficulty=1,
            success=False,
            tick=script.state.tick,
            pool_for=get_side(script.state, one.id),
            audience=get_audience(script.state, one.id),
        )
    )


def _check(
    script: Script, attack: Attack, kind: str, one: Combatant, pool: Pool, difficulty: int, yards: int = 0
) -> None:
    counted = roll(pool.dice, face_rule(one.sheet.being), script.roller, difficulty=difficulty)
    script.emit(
        CheckRolled(
            exchange=attack.declared.id,
            check=kind,
            actor=one.id,
            actor_name=one.name,
            cause=attack.declared.actor,
            pool=pool,
            dice=counted.dice,
            total=counted.total,
            difficulty=difficulty,
            success=counted.is_success,
            yards=yards,
            tick=script.state.tick,
            pool_for=get_side(script.state, one.id),
            audience=get_audience(script.state, one.id),
        )
    )
