"""What each of the ten steps says in the log: a few words, the dice, and the sum for those who may see it."""

from typing import Any

from rules.battle.play import about
from rules.dice import Die
from rules.exalted2e.attack.defenses import Option, get_coordinated, get_weapon
from rules.exalted2e.attack.figures import build_attack_pool, get_soak, tell_magic
from rules.exalted2e.attack.steps import Exchange, get_range_penalty
from rules.exalted2e.defense import compute_final_damage
from rules.exalted2e.events.exchange import Harm
from rules.exalted2e.state import Answer, Attack, Declared, LogStep, State
from rules.pool import Breakdown, Pool, Step, Term, add_step
from rules.powers import Share, make_terms, sum_shares

DAMAGE_WORDS = {"B": "bashing", "L": "lethal", "A": "aggravated"}


def name(state: State, declared: Declared) -> dict[str, Any]:
    """The fields that every event of an exchange carries."""
    actor, target = state.get(declared.actor), state.get(declared.target)
    return {**about(actor, target), "exchange": declared.id, "target": target.id, "target_name": target.name}


def count(number: int, word: str) -> str:
    """A number with its noun: 1 success, 2 successes."""
    return f"{number} {word}{'' if number == 1 else 'es' if word.endswith('s') else 's'}"


def explain(pool: Pool) -> Breakdown:
    """A pool as the plain sum that a step of the log keeps."""
    return Breakdown(pool.title, pool.steps, pool.total, pool.note)


def is_clinch(state: State, declared: Declared) -> bool:
    """Whether the attack is a clinch (2E-390)."""
    weapon = get_weapon(state.get(declared.actor).sheet, declared.weapon)
    return weapon is not None and "C" in weapon.tags


def get_weapon_name(state: State, declared: Declared) -> str:
    """The weapon's name as it stands within a sentence."""
    weapon = get_weapon(state.get(declared.actor).sheet, declared.weapon)
    return weapon.name.lower() if weapon else declared.weapon


def tell_attack(state: State, declared: Declared) -> LogStep:
    """Step 1."""
    actor, target = state.get(declared.actor).name, state.get(declared.target).name
    parts = [f"{actor} strikes at {target} with the {get_weapon_name(state, declared)}."]
    if declared.is_counter:
        parts.append("A counterattack.")
    if declared.strays:
        parts = [f"The botched blow of {actor} goes at {target}."]
    if declared.maneuver:
        parts.append(f"{declared.maneuver.capitalize()}.")
    if declared.stunt:
        parts.append(f"Stunt of {declared.stunt}.")
    if declared.stunt_text:
        parts.append(f"“{declared.stunt_text}”")
    if declared.onslaught:
        parts.append(f"Onslaught −{declared.onslaught}.")
    if coordinated := get_coordinated(state, declared):
        parts.append(f"Coordinated, −{coordinated} to the DV.")
    if declared.magic.name:
        parts.append(f"{declared.magic.name}.")
    barred = [word for word in ("unblockable", "undodgeable") if getattr(declared.magic, word)]
    if barred:
        parts.append(f"{' and '.join(barred).capitalize()}.")
    return LogStep(1, " ".join(parts))


def describe_threat(state: State, declared: Declared) -> str:
    """What the defender is told of the attack: dice, base damage, tick."""
    actor = state.get(declared.actor)
    pool, weapon = build_attack_pool(actor, declared, state.options), get_weapon(actor.sheet, declared.weapon)
    if weapon is None:
        return ""
    base = weapon.damage + (0 if weapon.flat else actor.sheet.attribute("strength"))
    word = DAMAGE_WORDS[weapon.damage_type]
    dice = "1 die" if pool.dice == 1 else f"{pool.dice} dice"
    return f"{weapon.name}, {dice}, base damage {base} {word}. Tick {state.tick}."


def tell_surprise(
    state: State,
    declared: Declared,
    hiding: Pool,
    hiding_dice: tuple[Die, ...],
    noticing: Pool,
    noticing_dice: tuple[Die, ...],
    unaware: bool,
) -> tuple[LogStep, ...]:
    """The rolls before step 2 when the attack comes from hiding."""
    actor, target = state.get(declared.actor).name, state.get(declared.target).name
    verdict = f"{target} is unaware." if unaware else f"{target} notices."
    return (
        LogStep(1, f"{actor} attacks from hiding.", hiding_dice, explain(hiding), state.get_side(declared.actor)),
        LogStep(1, verdict, noticing_dice, explain(noticing), state.get_side(declared.target)),
    )


def tell_defense(state: State, declared: Declared, answer: Answer, mode: Option, unaware: bool) -> LogStep:
    """Step 2."""
    if unaware:
        text = f"{state.get(declared.target).name} is unaware: no defense."
    elif state.get(declared.target).is_helpless:
        text = f"{state.get(declared.target).name} is helpless: no defense."
    else:
        text = f"{mode.label}."
    text += _tell_stunt(answer)
    if answer.willpower or answer.virtue:
        text += " Willpower spent."
    if answer.magic.name:
        text += f" {answer.magic.name}."
    return LogStep(2, text, sum=mode.dv, sum_for=state.get_side(declared.target))


def _tell_stunt(answer: Answer) -> str:
    """The stunt of a defense: its rating, or that it waits for one, and its words."""
    told = f" Stunt of {answer.stunt}{'' if answer.rated else ', to be rated'}." if answer.stunt else ""
    if not answer.stunt and not answer.rated:
        told = " A stunt, to be rated."
    return f"{told} “{answer.stunt_text}”" if answer.stunt_text else told


def tell_attack_roll(state: State, declared: Declared, pool: Pool, numbers: Exchange) -> LogStep:
    """Step 3."""
    if numbers.auto_miss:
        text = f"{numbers.pool} dice against DV {numbers.effective_dv}: an extra misses without a roll."
    elif declared.strays:
        text = f"A botched blow: {count(declared.strays, 'success')}, as many as there were ones."
    elif not numbers.dice and not numbers.bonus_successes:
        text = "No dice: the attack fails."
    else:
        text = f"{count(numbers.successes, 'success')}."
        if numbers.bonus_successes:
            text = f"{count(numbers.successes, 'success')}, {numbers.bonus_successes} of them bought."
    if numbers.botch:
        text = "Botch!"
    ruled = "" if numbers.pool == pool.total else f" The Storyteller set the pool to {numbers.pool}."
    return LogStep(3, text + ruled, numbers.dice, explain(pool), state.get_side(declared.actor))


def tell_attack_reroll(before: Exchange, after: Exchange, reroll: bool) -> LogStep:
    """Step 4."""
    if not reroll:
        return LogStep(4, "Declared, not used.")
    kept = "The reroll counts" if after.dice is not before.dice else "The first roll counts"
    return LogStep(4, f"{kept}: {count(after.successes, 'success')}.", after.dice)


def tell_nothing(number: int, text: str = "None declared.") -> LogStep:
    """A step in which nothing happens is kept."""
    return LogStep(number, text)


def tell_defense_applied(
    state: State, declared: Declared, mode: Option, numbers: Exchange, dice: tuple[Die, ...]
) -> LogStep:
    """Step 5."""
    verdict = f"Hit by {numbers.net}." if numbers.hit else "Missed."
    text = f"{count(numbers.successes, 'success')} against {mode.dv.title} {numbers.effective_dv}. {verdict}"
    far = get_range_penalty(numbers.range, numbers.distance)
    terms = tuple(
        term
        for term in (
            Term("External penalties", -numbers.external, "external", "2E-365"),
            Term("Range", -far, "external", "2E-366"),
        )
        if term.amount
    )
    start = add_step("Successes", "2E-365", (Term("Successes", numbers.successes, "successes", "2E-046"),), 0)
    lost = add_step("External penalties", "2E-365", terms, start.after)
    last = add_step("DV", "2E-365", (Term(mode.dv.title, -numbers.effective_dv, "dv", "2E-356"),), lost.after)
    return LogStep(5, text, dice, Breakdown("Net successes", (start, lost, last), numbers.net))


def tell_defense_reroll(numbers: Exchange, reroll: bool) -> LogStep:
    """Step 6."""
    if not reroll:
        return LogStep(6, "Declared, not used.")
    verdict = (
        f"Still {'hit by ' + str(numbers.net) if numbers.net else 'just hit'}."
        if numbers.hit
        else "The attack misses after all."
    )
    return LogStep(6, f"DV {numbers.effective_dv}, {numbers.third // 2} more. {verdict}")


def tell_raw_damage(state: State, declared: Declared, numbers: Exchange) -> LogStep:
    """Step 7."""
    standing = state.get(declared.actor).standing
    terms = (
        Term("Strength", numbers.strength, "attribute", "2E-369"),
        Term(get_weapon_name(state, declared).capitalize(), numbers.weapon_damage, "equipment", "2E-470"),
        Term("Net successes", numbers.net, "successes", "2E-369"),
        *make_terms(standing, "damage", "magic bonus", "2E-369"),
        *tell_magic(declared.magic, "damage", numbers.raw_mod - sum_shares(standing, "damage"), "2E-369"),
    )
    step = add_step("Raw damage", "2E-369", terms, 0)
    steps = (step, _hold(step, numbers.raw)) if step.after != numbers.raw else (step,)
    total = Breakdown("Raw damage", steps, numbers.raw)
    return LogStep(7, f"Raw damage {numbers.raw}{numbers.damage_type}.", (), total, state.get_side(declared.actor))


def _hold(step: Step, value: int) -> Step:
    return Step("Held or ruled", "2E-003", (), step.after, value)


def tell_damage(state: State, declared: Declared, numbers: Exchange) -> LogStep:
    """Step 8."""
    owners = state.get_side(declared.target)
    raw = f"{numbers.raw}{numbers.damage_type}"
    if numbers.stopped and not numbers.final:
        hardest = max(numbers.hardness)
        return LogStep(8, f"{raw} does not exceed Hardness {hardest}: no damage.", (), None, owners)
    minimum = max(numbers.weapon_min, numbers.essence)
    soaked = compute_final_damage(numbers.raw, numbers.soak, numbers.weapon_min, numbers.essence)
    least = (
        f", at least {min(minimum, numbers.raw)}"
        if numbers.raw - numbers.soak < minimum and soaked == numbers.final
        else ""
    )
    dice = "1 die" if numbers.final == 1 else f"{numbers.final} dice"
    third = ", a third of it against an extra" if numbers.defender_being == "extra" else ""
    text = f"{raw} − soak {numbers.soak}{least}: {dice}{third}. {_levels(numbers)}."
    armored = get_soak(state.get(declared.target).sheet, numbers.damage_type)[1]
    answer = state.attack.answer if state.attack else None
    ruled_soak = state.attack is not None and "soak" in state.attack.fixed
    told_shares = answer.magic.shares if answer else ()
    shields = () if ruled_soak else (*told_shares, *state.get(declared.target).standing)
    start = add_step("Raw damage", "2E-369", (Term("Raw damage", numbers.raw, "damage", "2E-369"),), 0)
    armor = "Armor, pierced" if numbers.piercing and armored else "Armor"
    soak = add_step("Soak", "2E-373", _soak_terms(numbers, shields, armor), start.after)
    held = Step(f"Minimum {minimum}, at most raw", "2E-377", (), soak.after, soaked)
    last = add_step("Late effects", "2E-379", _late_terms(numbers, declared.magic.shares), held.after)
    ruled = (_hold(last, numbers.final),) if last.after != numbers.final else ()
    total = Breakdown("Damage dice", (start, soak, held, last, *ruled), numbers.final)
    return LogStep(8, text, numbers.damage_dice, total, owners)


def _soak_terms(numbers: Exchange, shields: tuple[Share, ...], armor: str) -> tuple[Term, ...]:
    """Each power's soak under its name, the rest as the body's own (2E-374)."""
    return (
        Term("Natural soak", sum_shares(shields, "soak") - numbers.soak_natural, "soak", "2E-374"),
        *make_terms(shields, "soak", "soak", "2E-374", sign=-1),
        Term(armor, numbers.soak_natural - numbers.soak, "soak", "2E-373"),
    )


def _late_terms(numbers: Exchange, shares: tuple[Share, ...]) -> tuple[Term, ...]:
    """Each power's damage after soak under its name, then what was told in figures (2E-379)."""
    rest = numbers.post_mod - sum_shares(shares, "post_damage")
    told = (Term("After soak", rest, "magic bonus", "2E-379"),) if rest else ()
    return (*make_terms(shares, "post_damage", "magic bonus", "2E-379"), *told)


def _levels(numbers: Exchange) -> str:
    word = DAMAGE_WORDS[numbers.damage_type]
    return f"{count(numbers.levels, word + ' level')}" if numbers.levels else "No level"


def tell_results(state: State, declared: Declared, numbers: Exchange, harm: Harm | None) -> LogStep:
    """Step 10."""
    target = state.get(declared.target).name
    if not numbers.hit:
        text = "The attack misses."
        if numbers.botch:
            text = f"Botch with {count(numbers.ones, 'one')}: −2 to both DVs until the next action."
        return LogStep(10, text)
    if harm is None:
        return LogStep(10, f"{target} is unhurt.")
    wound = f", wounds −{harm.health.wound}" if harm.health.wound and not harm.health.is_out else ""
    text = f"{_levels(numbers)}{wound}."
    if harm.health.state != "ok":
        text += f" {target} is {harm.health.state}."
    elif harm.health.unconscious:
        text += f" {target} passes out."
    return LogStep(10, text)


def describe_answer(state: State, attack: Attack, numbers: Exchange) -> str:
    """How the target met the attack: "Parry DV 4"."""
    words = {"dodge": "Dodge DV", "parry": "Parry DV", "lent": "a guardian's Parry DV", "none": "no defense, DV"}
    mode = attack.answer.mode if attack.answer else "none"
    return f"{words[mode]} {numbers.effective_dv}"


def get_speed_text(speed: int, penalty: int) -> str:
    """What an action costs: "Speed 5, DV −1"."""
    return f"Speed {speed}, DV −{penalty}" if penalty else f"Speed {speed}, DV stays"
