"""Step 10: damage on the tracks, then the checks against falling and stunning (2E-384..389, chapter 16)."""

from rules.exalted2e.actions.rolling import face_rule, roll
from rules.exalted2e.attack import KNOCKDOWN_DIFFICULTY, Exchange, check_injury
from rules.exalted2e.attack.figures import get_weapon
from rules.exalted2e.decide import telling
from rules.exalted2e.decide.script import Script, get_audience
from rules.exalted2e.events import AttackResolved, CheckRolled, Harm
from rules.exalted2e.health import Damage, mark
from rules.exalted2e.pools import keep_footing, withstand_stun
from rules.exalted2e.state import Attack, Combatant, State
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


def _check_injuries(script: Script, attack: Attack, numbers: Exchange) -> None:
    declared = attack.declared
    target = script.state.of(declared.target)
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
    if (injury.knockdown or declared.sweep) and not target.prone:
        pool = keep_footing(sheet, target.health.wound)
        _check(script, attack, "knockdown", target, pool, KNOCKDOWN_DIFFICULTY)
    if injury.stun_difficulty is not None:
        _check(script, attack, "stun", target, withstand_stun(sheet, target.health.wound), injury.stun_difficulty)


def _check(script: Script, attack: Attack, kind: str, one: Combatant, pool: Pool, difficulty: int) -> None:
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
            tick=script.state.tick,
            audience=get_audience(script.state, one.id),
        )
    )
