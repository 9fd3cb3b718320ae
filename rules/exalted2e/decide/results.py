"""Step 10: damage on the health tracks, then knockdown and stun checks (2E-384..389, chapter 16)."""

from rules.battle.play import Play, about
from rules.exalted2e.attack.defenses import get_weapon
from rules.exalted2e.attack.steps import KNOCKDOWN_DIFFICULTY, Exchange, Injury, check_injury
from rules.exalted2e.decide import damage_steps, log_steps
from rules.exalted2e.decide.common import count_fields, put_prompt, roll_pool
from rules.exalted2e.decide.war import check_rout
from rules.exalted2e.events.exchange import AttackResolved, CheckRolled, Harm, Loss
from rules.exalted2e.health.track import Damage, mark
from rules.exalted2e.pools import keep_footing, withstand_stun
from rules.exalted2e.sheet.unit import NO_UNIT, lose_levels
from rules.exalted2e.state import Attack, Combatant, DeclaredAttack, State
from rules.pool import Pool
from rules.text import Text


def make_harm(state: State, actor: Combatant, damage: Damage, levels: int) -> Harm:
    """Return the health after these levels of damage."""
    health = mark(actor.health, damage, levels, state.options)
    return Harm(actor.id, actor.name, actor.health.boxes, health, actor.health.state == "dead")


def make_loss(state: State, actor: Combatant, levels: int) -> Loss:
    """Return the unit after these levels of damage, which its members take in the commander's place (2E-501)."""
    before = actor.worn or NO_UNIT
    after = lose_levels(before, levels, state.options.magnitude_levels)
    return Loss(actor.id, actor.name, before, after)


def resolve_attack(play: Play[State], attack: Attack, numbers: Exchange) -> None:
    """Apply all results of the attack."""
    state, declared = play.state, attack.declared
    target = state.get(declared.target)
    loss = make_loss(state, target, numbers.levels) if numbers.levels and target.worn else None
    harm = make_harm(state, target, numbers.damage_type, numbers.levels) if numbers.levels and not loss else None
    weapon = get_weapon(state.get(declared.actor).sheet, declared.weapon)
    steps = [] if attack.step >= 9 else [log_steps.describe_nothing(9)]
    steps.append(damage_steps.describe_results(state, declared, numbers, harm, loss))
    is_clinched = numbers.hit and log_steps.is_clinch(state, declared)
    is_held = is_clinched and attack.clinch in ("crush", "hold")
    play.emit(
        AttackResolved(
            **log_steps.name(state, declared),
            weapon_name=weapon.name if weapon else declared.weapon,
            numbers=numbers,
            defense=log_steps.describe_answer(attack, numbers),
            harms=(harm,) if harm else (),
            clinch=attack.clinch if is_held else "",
            ends_flurry=is_clinched,
            losses=(loss,) if loss else (),
            steps=tuple(steps),
        )
    )
    if loss and loss.unit.magnitude < loss.before.magnitude:
        check_rout(play, play.state.get(declared.actor), play.state.get(declared.target))
    if numbers.hit and not target.worn:
        _check_injuries(play, attack, numbers)
    if numbers.botch and not declared.is_counter and _has_bystanders(play.state, declared):
        actor = play.state.get(declared.actor)  # a botch may hit someone else: the Storyteller says (2E-362)
        question = Text(
            "{who} botches with {n} one. Who is hit instead?",
            "{who} botches with {n} ones. Who is hit instead?",
            who=actor.name,
            n=numbers.ones,
        )
        put_prompt(play, "bystander", actor, question, about=declared.id, weapon=declared.weapon, rating=numbers.ones)


def _has_bystanders(state: State, declared: DeclaredAttack) -> bool:
    involved = (declared.actor, declared.target)
    return any(
        combatant.clock and not combatant.has_left and combatant.id not in involved for combatant in state.combatants
    )


def _check_injuries(play: Play[State], attack: Attack, numbers: Exchange) -> None:
    declared = attack.declared
    target = play.state.get(declared.target)
    if declared.maneuver == "tackle":
        _tackle(play, attack)
    if target.out:
        return
    sheet, injury = target.sheet, find_injury(target, numbers)
    falls = injury.knockdown or declared.maneuver == "sweep"
    if falls and declared.maneuver != "tackle" and not play.state.get(target.id).prone:
        pool = keep_footing(sheet, target.health.wound)
        _check(play, attack, "knockdown", target, pool, KNOCKDOWN_DIFFICULTY, injury.knockback)
    if injury.stun_difficulty is not None:
        _check(play, attack, "stun", target, withstand_stun(sheet, target.health.wound), injury.stun_difficulty)


def find_injury(target: Combatant, numbers: Exchange) -> Injury:
    """Return the checks that a hit brings upon its target (2E-386..388)."""
    sheet = target.sheet
    stamina, resistance = sheet.attribute("stamina"), sheet.ability("resistance")
    if sheet.ready.used:  # its pool stands for Stamina + Resistance
        resistance = max(0, sheet.ready.pool("resistance") - stamina)
    dexterity, athletics = sheet.attribute("dexterity"), sheet.ability("athletics")
    return check_injury(numbers.raw, numbers.levels, stamina, resistance, dexterity, athletics, numbers.stopped)


def _tackle(play: Play[State], attack: Attack) -> None:
    """Check whether attacker and target fall; a target who does not fall is stunned (2E-389)."""
    for id in (attack.declared.target, attack.declared.actor):
        combatant = play.state.get(id)
        if combatant.out or combatant.prone:
            continue
        _check(
            play,
            attack,
            "knockdown",
            combatant,
            keep_footing(combatant.sheet, combatant.health.wound),
            KNOCKDOWN_DIFFICULTY,
        )
        if id == attack.declared.target and not play.state.get(id).prone:
            _check(play, attack, "stun", combatant, Pool(Text("Stunned by the tackle"), (), 0, can_roll=False))


def _check(
    play: Play[State], attack: Attack, kind: str, actor: Combatant, pool: Pool, difficulty: int = 1, yards: int = 0
) -> None:
    """Roll a check and emit its result; an empty pool fails without dice."""
    counted = roll_pool(play, actor, pool, difficulty)
    cause = {"exchange": attack.declared.id, "cause": attack.declared.actor}
    fields = {**count_fields(counted), "difficulty": difficulty, "yards": yards, **cause}
    play.emit(CheckRolled(**about(actor), check=kind, pool=pool, success=counted.is_success, **fields))
