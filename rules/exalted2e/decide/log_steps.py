"""The lines of the log for the steps of an attack before the damage, with the sums for those who may see them."""

from typing import Any, Final

from rules.battle.play import at
from rules.dice import Die
from rules.exalted2e.actions.requests import WORSE_BOTCH, is_botch_worse
from rules.exalted2e.actions.rolling import Count
from rules.exalted2e.attack.defenses import Option, get_coordinated, get_weapon, name_weapon
from rules.exalted2e.attack.figures import build_attack_pool
from rules.exalted2e.attack.steps import Exchange, get_range_penalty
from rules.exalted2e.state import Answer, Attack, DeclaredAttack, LogStep, State
from rules.pool import Breakdown, Pool, Term, add_step
from rules.text import EMPTY, Text, join, word
from rules.wounds import HARMS, NAMES, rank

NONE_DECLARED: Final = Text("None declared.")
NOT_USED: Final = Text("Declared, not used.")
MANEUVERS: Final = {"sweep": Text("Sweep."), "tackle": Text("Tackle.")}


def name(state: State, declared: DeclaredAttack) -> dict[str, Any]:
    """Return the fields that every event of an exchange carries."""
    actor, target = state.get(declared.actor), state.get(declared.target)
    return {**at(actor, target), "exchange": declared.id}


def explain(pool: Pool) -> Breakdown:
    """Return a pool as the plain sum that a step of the log keeps."""
    return Breakdown(pool.title, pool.steps, pool.total, pool.note)


def is_clinch(state: State, declared: DeclaredAttack) -> bool:
    """Return whether the attack is a clinch (2E-390)."""
    weapon = get_weapon(state.get(declared.actor).sheet, declared.weapon)
    return weapon is not None and "C" in weapon.tags


def get_weapon_name(state: State, declared: DeclaredAttack) -> Text:
    """Return the name of the attack's weapon as it stands within a sentence."""
    weapon = get_weapon(state.get(declared.actor).sheet, declared.weapon)
    return name_weapon(weapon) if weapon else word(declared.weapon)


def describe_attack(state: State, declared: DeclaredAttack) -> LogStep:
    """Return the line of step 1."""
    who, whom = state.get(declared.actor).name, state.get(declared.target).name
    weapon, magic = get_weapon_name(state, declared), declared.magic
    parts = [Text("{who} attacks {whom} with the {w}.", who=who, whom=whom, w=weapon)]
    if declared.is_counter:
        parts.append(Text("A counterattack."))
    if declared.strays:
        parts = [Text("{who}’s botched attack goes to {whom}.", who=who, whom=whom)]
    if declared.maneuver:
        parts.append(MANEUVERS[declared.maneuver])
    if declared.stunt:
        parts.append(Text("{n}-die stunt.", n=declared.stunt))
    if declared.stunt_text:
        parts.append(Text("“{text}”", text=declared.stunt_text))
    if declared.onslaught:
        parts.append(Text("Onslaught −{n}.", n=declared.onslaught))
    if coordinated := get_coordinated(state, declared):
        parts.append(Text("Coordinated, −{n} to the DV.", n=coordinated))
    if magic.name:
        parts.append(Text("{name}.", name=magic.name))
    if magic.unblockable or magic.undodgeable:
        parts.append(_describe_bar(magic.unblockable, magic.undodgeable))
    return LogStep(1, join(" ", parts))


def _describe_bar(unblockable: bool, undodgeable: bool) -> Text:
    if unblockable and undodgeable:
        return Text("Unblockable and undodgeable.")
    return Text("Unblockable.") if unblockable else Text("Undodgeable.")


def describe_threat(state: State, declared: DeclaredAttack) -> Text:
    """Return what the defender may know of the attack: the maneuver, dice, base damage, tick."""
    actor = state.get(declared.actor)
    pool, weapon = build_attack_pool(actor, declared, state.options), get_weapon(actor.sheet, declared.weapon)
    if weapon is None:
        return EMPTY
    base = weapon.damage + (0 if weapon.flat else actor.sheet.attribute("strength"))
    line = Text(
        "{w}, {n} die, base damage {n2} {kind}. Tick {n3}.",
        "{w}, {n} dice, base damage {n2} {kind}. Tick {n3}.",
        w=word(weapon.name),
        n=pool.dice,
        n2=base,
        kind=NAMES[HARMS[rank(weapon.damage_type)]],
        n3=state.tick,
    )
    return join(" ", (MANEUVERS[declared.maneuver], line)) if declared.maneuver else line


def describe_surprise(
    state: State, declared: DeclaredAttack, pools: tuple[Pool, Pool], hiding: Count, noticing: Count
) -> tuple[LogStep, ...]:
    """Return the lines of the rolls before step 2 of an attack from hiding. `pools`: to hide, and to notice."""
    who, whom = state.get(declared.actor).name, state.get(declared.target).name
    line = Text("{who} attacks from hiding.", who=who)
    verdict = Text("{who} notices.", who=whom) if noticing.is_success else Text("{who} is unaware.", who=whom)
    return (
        LogStep(1, line, hiding.dice, explain(pools[0]), state.get_side(declared.actor)),
        LogStep(1, verdict, noticing.dice, explain(pools[1]), state.get_side(declared.target)),
    )


def describe_defense(state: State, declared: DeclaredAttack, answer: Answer, mode: Option, unaware: bool) -> LogStep:
    """Return the line of step 2."""
    target = state.get(declared.target)
    if unaware:
        line = Text("{who} is unaware: no defense.", who=target.name)
    elif target.is_helpless:
        line = Text("{who} is helpless: no defense.", who=target.name)
    else:
        line = Text("{defense}.", defense=mode.label)
    parts = [line, *_describe_stunt(answer)]
    if answer.willpower or answer.virtue:
        parts.append(Text("Willpower spent."))
    if answer.magic.name:
        parts.append(Text("{name}.", name=answer.magic.name))
    return LogStep(2, join(" ", parts), sum=mode.dv, sum_for=state.get_side(declared.target))


def _describe_stunt(answer: Answer) -> list[Text]:
    """Return the sentences about the stunt of a defense: its rating, or that it waits for one, and its words."""
    found = []
    if answer.stunt and answer.rated:
        found.append(Text("{n}-die stunt.", n=answer.stunt))
    elif answer.stunt:
        found.append(Text("{n}-die stunt, not rated yet.", n=answer.stunt))
    elif not answer.rated:
        found.append(Text("A stunt to rate."))
    return [*found, Text("“{text}”", text=answer.stunt_text)] if answer.stunt_text else found


def describe_attack_roll(state: State, declared: DeclaredAttack, pool: Pool, numbers: Exchange) -> LogStep:
    """Return the line of step 3."""
    line = _describe_roll(declared, numbers)
    actor = state.get(declared.actor).sheet
    if numbers.botch and is_botch_worse(actor.being, actor.ability(declared.ability), state.options):
        line = join(" ", (line, WORSE_BOTCH))
    if numbers.pool != pool.total:
        line = join(" ", (line, Text("The Storyteller set the pool to {n}.", n=numbers.pool)))
    return LogStep(3, line, numbers.dice, explain(pool), state.get_side(declared.actor))


def _describe_roll(declared: DeclaredAttack, numbers: Exchange) -> Text:
    n, bought = numbers.successes, numbers.bonus_successes
    if numbers.botch:
        return Text("Botch!")
    if numbers.auto_miss:
        return Text(
            "{n} die against DV {n2}: an extra misses automatically.",
            "{n} dice against DV {n2}: an extra misses automatically.",
            n=numbers.pool,
            n2=numbers.effective_dv,
        )
    if declared.strays:
        return Text(
            "Botched attack: {n} success, one per 1 rolled.",
            "Botched attack: {n} successes, one per 1 rolled.",
            n=declared.strays,
        )
    if not numbers.dice and not bought:
        return Text("No dice: the attack fails.")
    if bought:
        return Text("{n} success, {n2} of them bought.", "{n} successes, {n2} of them bought.", n=n, n2=bought)
    return Text("{n} success.", "{n} successes.", n=n)


def describe_attack_reroll(before: Exchange, after: Exchange, reroll: bool) -> LogStep:
    """Return the line of step 4."""
    if not reroll:
        return LogStep(4, NOT_USED)
    n = after.successes
    if after.dice is before.dice:
        line = Text("The first roll counts: {n} success.", "The first roll counts: {n} successes.", n=n)
    else:
        line = Text("The reroll counts: {n} success.", "The reroll counts: {n} successes.", n=n)
    return LogStep(4, line, after.dice)


def describe_nothing(number: int) -> LogStep:
    """Return the line of a step in which nothing happens."""
    return LogStep(number, NONE_DECLARED)


def describe_defense_applied(
    state: State, declared: DeclaredAttack, mode: Option, numbers: Exchange, dice: tuple[Die, ...]
) -> LogStep:
    """Return the line of step 5."""
    compared = Text(
        "{n} success against {dv} {n2}.",
        "{n} successes against {dv} {n2}.",
        n=numbers.successes,
        dv=mode.dv.title,
        n2=numbers.effective_dv,
    )
    verdict = Text("Hit, {n} over DV.", n=numbers.net) if numbers.hit else Text("Missed.")
    far = get_range_penalty(numbers.range, numbers.distance)
    penalties = (
        Term(Text("External penalties"), -numbers.external, "external", "2E-365"),
        Term(Text("Range"), -far, "external", "2E-366"),
    )
    gained = Term(Text("Successes"), numbers.successes, "successes", "2E-046")
    start = add_step(Text("Successes"), "2E-365", (gained,), 0)
    lost = add_step(Text("External penalties"), "2E-365", tuple(term for term in penalties if term.amount), start.after)
    met = Term(mode.dv.title, -numbers.effective_dv, "dv", "2E-356")
    last = add_step(Text("DV"), "2E-365", (met,), lost.after)
    total = Breakdown(Text("Net successes"), (start, lost, last), numbers.net)
    return LogStep(5, join(" ", (compared, verdict)), dice, total)


def describe_defense_reroll(numbers: Exchange, reroll: bool) -> LogStep:
    """Return the line of step 6."""
    if not reroll:
        return LogStep(6, NOT_USED)
    raised = Text("DV {n}, {n2} more.", n=numbers.effective_dv, n2=numbers.third // 2)
    if not numbers.hit:
        verdict = Text("The attack misses after all.")
    else:
        verdict = Text("Still a hit, {n} over DV.", n=numbers.net) if numbers.net else Text("Still a hit, 0 over DV.")
    return LogStep(6, join(" ", (raised, verdict)))


def describe_answer(attack: Attack, numbers: Exchange) -> Text:
    """Return how the target met the attack: "Parry DV 4"."""
    mode, dv = attack.answer.mode if attack.answer else "none", numbers.effective_dv
    if mode == "dodge":
        return Text("Dodge DV {n}", n=dv)
    if mode == "parry":
        return Text("Parry DV {n}", n=dv)
    return Text("a guardian’s Parry DV {n}", n=dv) if mode == "lent" else Text("no defense, DV {n}", n=dv)
