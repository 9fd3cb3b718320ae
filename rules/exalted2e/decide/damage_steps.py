"""The lines of the log for steps 7, 8 and 10: damage and its results, with the sums for those who may see them."""

from typing import Any

from rules.exalted2e.attack.defenses import get_weapon
from rules.exalted2e.attack.figures import get_soak, list_magic_terms
from rules.exalted2e.attack.steps import Exchange
from rules.exalted2e.attack.units import get_unit_damage
from rules.exalted2e.defense import compute_final_damage
from rules.exalted2e.events.exchange import Harm, Loss
from rules.exalted2e.health.track import Health
from rules.exalted2e.health.words import describe_fall
from rules.exalted2e.state import DeclaredAttack, LogStep, State
from rules.pool import Breakdown, Step, Term, add_step, change
from rules.powers import Share, make_terms, sum_shares
from rules.text import Text, join, word
from rules.wounds import HARMS, count_levels, rank


def describe_raw_damage(state: State, declared: DeclaredAttack, numbers: Exchange) -> LogStep:
    """Return the line of step 7."""
    line = Text("Raw damage {dmg}.", dmg=_describe_raw(numbers))
    return LogStep(7, line, (), sum_raw_damage(state, declared, numbers), state.get_side(declared.actor))


def sum_raw_damage(state: State, declared: DeclaredAttack, numbers: Exchange) -> Breakdown:
    """Return raw damage as a sum (2E-369)."""
    attacker = state.get(declared.actor)
    standing, weapon = attacker.standing, get_weapon(attacker.sheet, declared.weapon)
    rating = get_unit_damage(attacker, weapon)
    terms = (
        Term(Text("Strength"), numbers.strength, "attribute", "2E-369"),
        Term(word(weapon.name if weapon else declared.weapon), numbers.weapon_damage, "equipment", "2E-470"),
        Term(Text("Net successes"), numbers.net, "successes", "2E-369"),
        *change(Text("Damage of the unit"), rating, "unit", "2E-502"),
        *make_terms(standing, "damage", "magic bonus", "2E-369"),
        *list_magic_terms(
            declared.magic, "damage", numbers.raw_mod - sum_shares(standing, "damage") - rating, "2E-369"
        ),
    )
    step = add_step(Text("Raw damage"), "2E-369", terms, 0)
    steps = (step, _hold(step, numbers.raw)) if step.after != numbers.raw else (step,)
    return Breakdown(Text("Raw damage"), steps, numbers.raw)


def _describe_raw(numbers: Exchange) -> str:
    """Return raw damage with the letter of its kind: "7L"."""
    return f"{numbers.raw}{numbers.damage_type}"


def _hold(step: Step, value: int) -> Step:
    return Step(Text("Set by the Storyteller"), "2E-003", (), step.after, value)


def describe_damage(state: State, declared: DeclaredAttack, numbers: Exchange) -> LogStep:
    """Return the line of step 8."""
    owners = state.get_side(declared.target)
    if numbers.stopped and not numbers.final:
        hardest = max(numbers.hardness)
        line = Text("{dmg} does not exceed Hardness {n}: no damage.", dmg=_describe_raw(numbers), n=hardest)
        return LogStep(8, line, (), None, owners)
    soaked = _find_soaked(numbers)
    line = Text("{soaked}: {dice}. {levels}.", **_describe_soaked(numbers, soaked), levels=describe_levels(numbers))
    return LogStep(8, line, numbers.damage_dice, sum_damage(state, declared, numbers), owners)


def _describe_soaked(numbers: Exchange, soaked: int) -> dict[str, Text]:
    """Return the damage after soak, and its dice, as the two fields of the sentence of step 8."""
    minimum = max(numbers.weapon_min, numbers.essence)
    given: dict[str, Any] = {"dmg": _describe_raw(numbers), "n": numbers.soak}
    left = Text("{dmg} − soak {n}", **given)
    if numbers.raw - numbers.soak < minimum and soaked == numbers.final:
        left = Text("{dmg} − soak {n}, at least {n2}", **given, n2=min(minimum, numbers.raw))
    dice = Text("{n} die", "{n} dice", n=numbers.final)
    if numbers.defender_being == "extra":
        dice = Text(
            "{n} die, a third of it against an extra", "{n} dice, a third of it against an extra", n=numbers.final
        )
    return {"soaked": left, "dice": dice}


def _find_soaked(numbers: Exchange) -> int:
    """Return the damage after soak and minimum, before late effects (2E-377)."""
    return compute_final_damage(numbers.raw, numbers.soak, numbers.weapon_min, numbers.essence)


def sum_damage(state: State, declared: DeclaredAttack, numbers: Exchange) -> Breakdown:
    """Return the dice of step 8 as a sum: raw damage, soak, minimum, late effects, rulings."""
    soaked = _find_soaked(numbers)
    target, minimum = state.get(declared.target), max(numbers.weapon_min, numbers.essence)
    armored = get_soak(target.sheet, numbers.damage_type)[1]
    answer = state.attack.answer if state.attack else None
    is_ruled = state.attack is not None and "soak" in state.attack.fixed
    shields = () if is_ruled else (*(answer.magic.shares if answer else ()), *target.standing)
    raw = Term(Text("Raw damage"), numbers.raw, "damage", "2E-369")
    start = add_step(Text("Raw damage"), "2E-369", (raw,), 0)
    armor = Text("Armor, pierced") if numbers.piercing and armored else Text("Armor")
    soak = add_step(Text("Soak"), "2E-373", _soak_terms(numbers, shields, armor), start.after)
    held = Step(Text("Minimum {n}, at most the raw damage", n=minimum), "2E-377", (), soak.after, soaked)
    last = add_step(Text("Late effects"), "2E-379", _late_terms(numbers, declared.magic.shares), held.after)
    ruled = (_hold(last, numbers.final),) if last.after != numbers.final else ()
    return Breakdown(Text("Damage dice"), (start, soak, held, last, *ruled), numbers.final)


def _soak_terms(numbers: Exchange, shields: tuple[Share, ...], armor: Text) -> tuple[Term, ...]:
    """Return each power's soak under its name, the rest as natural soak (2E-374)."""
    return (
        Term(Text("Natural soak"), sum_shares(shields, "soak") - numbers.soak_natural, "soak", "2E-374"),
        *make_terms(shields, "soak", "soak", "2E-374", sign=-1),
        Term(armor, numbers.soak_natural - numbers.soak, "soak", "2E-373"),
    )


def _late_terms(numbers: Exchange, shares: tuple[Share, ...]) -> tuple[Term, ...]:
    """Return each power's damage after soak under its name, then the rest, given in figures (2E-379)."""
    rest = numbers.post_mod - sum_shares(shares, "post_damage")
    terms = (Term(Text("After soak"), rest, "magic bonus", "2E-379"),) if rest else ()
    return (*make_terms(shares, "post_damage", "magic bonus", "2E-379"), *terms)


def describe_levels(numbers: Exchange) -> Text:
    """Return the levels of damage in words."""
    return count_levels(numbers.levels, HARMS[rank(numbers.damage_type)]) if numbers.levels else Text("No damage")


def describe_results(
    state: State, declared: DeclaredAttack, numbers: Exchange, harm: Harm | None, loss: Loss | None = None
) -> LogStep:
    """Return the line of step 10."""
    target = state.get(declared.target).name
    if numbers.botch and not numbers.hit:
        line = Text(
            "Botch with {n} one: −2 to both DVs until the next action.",
            "Botch with {n} ones: −2 to both DVs until the next action.",
            n=numbers.ones,
        )
    elif not numbers.hit:
        line = Text("The attack misses.")
    elif loss is not None:
        line = join(" ", (Text("{levels}.", levels=describe_levels(numbers)), describe_loss(loss)))
    elif harm is None:
        line = Text("{who} is unhurt.", who=target)
    else:
        line = _describe_harm(target, numbers, harm.health)
    return LogStep(10, line)


def describe_loss(loss: Loss) -> Text:
    """Return what damage has made of a unit, in a sentence (2E-501)."""
    if not loss.unit.magnitude:
        return Text("{who}’s unit is scattered.", who=loss.name)
    if loss.unit.magnitude < loss.before.magnitude:
        return Text("{who}’s unit drops to Magnitude {n}.", who=loss.name, n=loss.unit.magnitude)
    return Text("{who}’s unit stays at Magnitude {n}.", who=loss.name, n=loss.unit.magnitude)


def _describe_harm(target: str, numbers: Exchange, health: Health) -> Text:
    levels = describe_levels(numbers)
    line = Text("{levels}.", levels=levels)
    if health.wound and not health.is_out:
        line = Text("{levels}, wounds −{n}.", levels=levels, n=health.wound)
    return join(" ", filter(None, (line, describe_fall(target, health))))
