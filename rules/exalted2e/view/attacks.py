"""Attacks and clinches in sentences."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from rules.battle import Seat
from rules.battle.lines import Lines, by, either, says
from rules.exalted2e.attack.steps import STEPS
from rules.exalted2e.decide.damage_steps import describe_loss
from rules.exalted2e.decide.log_steps import NONE_DECLARED
from rules.exalted2e.events import exchange as ev
from rules.exalted2e.health.track import Damage
from rules.exalted2e.health.words import describe_fall
from rules.exalted2e.state import LogStep
from rules.pool import Breakdown, Pool, Term
from rules.text import Text, join, verbatim, word
from rules.view import LogStepView, make_step
from rules.wounds import HARMS, count_levels, rank

NO_LEVELS: Final[Mapping[Damage, Text]] = {
    "B": Text("No bashing damage."),
    "L": Text("No lethal damage."),
    "A": Text("No aggravated damage."),
}


def view_steps(steps: Iterable[LogStep], seat: Seat) -> list[LogStepView]:
    """Return the steps of an attack so far, with sums if the seat may see them."""
    return [_view_step(step, seat) for step in steps]


def _view_step(step: LogStep, seat: Seat) -> LogStepView:
    name, rule = STEPS[step.number - 1]
    total = _split_dv(step.sum, step.raises) if step.sum and seat.may_see(step.sum_for) else None
    return {**make_step(name, step.text, rule, step.dice, total), "number": step.number}


def _split_dv(total: Breakdown, raises: tuple[Term, ...]) -> Breakdown:
    """Return a sum with the DV that it subtracts in parts: as it stood, and each of what raised it (2E-357).

    A DV that counts as 0 with all that raised it has no parts (2E-356).
    """
    *before, met = total.steps
    if not raises or met.before == met.after:
        return total
    stood = replace(met.terms[0], amount=sum(term.amount for term in (*met.terms, *raises)))
    parts = replace(met, terms=(stood, *(replace(term, amount=-term.amount) for term in raises)))
    return replace(total, steps=(*before, parts))


def _find_last(event: ev.ExchangeEvent) -> Text:
    """Return the text of the last step in which something happened."""
    texts = [step.text for step in event.steps if step.text != NONE_DECLARED]
    return texts[-1] if texts else Text("nothing.")


def _say_resolved(event: ev.AttackResolved) -> Text:
    """Return the whole attack in step 10. The log shows the verdict before it."""
    line = _say_strike(event)
    return join(" ", (line, _say_harm(event))) if event.numbers.hit else line


def _name_weapon(event: ev.AttackResolved) -> Text:
    return word(event.weapon_name.lower())


_say_strike = either(
    "numbers.auto_miss",
    says("{who} attacks {whom} with the {w}, but can’t hit {defense}.", w=_name_weapon),
    either(
        "numbers.botch",
        says("{who} attacks {whom} with the {w}.", w=_name_weapon),
        says(
            "{who} attacks {whom} with the {w}: {n} success against {defense}.",
            "{who} attacks {whom} with the {w}: {n} successes against {defense}.",
            w=_name_weapon,
            n="numbers.successes",
        ),
    ),
)


def find_verdict(event: ev.AttackResolved) -> Text:
    """Return the result of the attack in a word."""
    numbers = event.numbers
    if numbers.botch and not numbers.auto_miss:
        return Text("Botch")
    if not numbers.hit:
        return Text("Missed")
    return Text("Hit, {n} over DV", n=numbers.net) if numbers.net else Text("Hit, 0 over DV")


def _say_harm(event: ev.AttackResolved) -> Text:
    numbers = event.numbers
    if event.clinch:
        return Text("{who} controls the clinch.", who=event.actor_name)
    if numbers.stopped:
        return Text("Hardness stops it.")
    falls = [describe_fall(harm.name, harm.health) for harm in event.harms]
    falls += [describe_loss(loss) for loss in event.losses]
    return join(" ", (_say_levels(numbers.levels, numbers.damage_type), *falls))


def _say_levels(n: int, damage: Damage) -> Text:
    return Text("{what}.", what=count_levels(n, HARMS[rank(damage)])) if n else NO_LEVELS[damage]


def _say_check(event: ev.CheckRolled) -> Text:
    """Return the result of a check for knockdown or stun (2E-386 to 2E-388)."""
    if not event.pool.steps:  # stunned by a tackle, without a roll
        return Text("{what}.", what=_say_check_verdict(event))
    line = _say_check_roll(event)
    return line if event.success or not event.yards else join(" ", (line, _say_knockback(event)))


_say_check_verdict = by(
    "check",
    {"knockdown": either("success", says("{who} stays standing"), says("{who} falls prone"))},
    either("success", says("{who} is not stunned"), says("{who} is stunned")),
)
_say_check_roll = says(
    "{verdict}: {n} success against difficulty {n2}.",
    "{verdict}: {n} successes against difficulty {n2}.",
    verdict=_say_check_verdict,
    n="total",
    n2="difficulty",
)
_say_knockback = says(
    "Or knocked back {n} yard, if the Storyteller prefers.",
    "Or knocked back {n} yards, if the Storyteller prefers.",
    n="yards",
)


def describe_contest(event: ev.ClinchContested, seat: Seat) -> list[LogStepView]:
    """Return both rolls of a contest."""
    mine = _show_pool(event.actor_pool, event.actor_pool_for, seat)
    theirs = _show_pool(event.victim_pool, event.victim_pool_for, seat)
    return [
        make_step(verbatim(event.actor_name), say_successes(event.actor_total), "2E-392", event.actor_dice, mine),
        make_step(verbatim(event.victim_name), say_successes(event.victim_total), "2E-392", event.victim_dice, theirs),
    ]


def say_successes(n: int) -> Text:
    """Return a sentence with a number of successes."""
    return Text("{n} success.", "{n} successes.", n=n)


def _show_pool(pool: Pool | None, owners: tuple[str, ...], seat: Seat) -> Pool | None:
    return pool if pool is not None and pool.steps and seat.may_see(owners) else None


def _say_clinch(event: ev.ClinchChosen) -> Text:
    """Return the choice of the controller of a clinch (2E-391)."""
    line = _say_choice(event)
    return join(" ", (line, _say_levels(event.levels, "B"))) if event.dice or event.sum else line


_say_choice = by(
    "choice",
    {
        "crush": says("{who} crushes {whom}.", whom="victim_name"),
        "hold": says("{who} holds {whom}.", whom="victim_name"),
        "release": says("{who} releases {whom}.", whom="victim_name"),
        "throw_away": says("{who} throws {whom} away.", whom="victim_name"),
    },
    says("{who} throws {whom} down.", whom="victim_name"),
)


def describe_crush(event: ev.ClinchChosen, seat: Seat) -> list[LogStepView]:
    """Return the damage of a clinch; empty where there was none."""
    if not (event.dice or event.sum):
        return []
    total = event.sum if seat.storyteller else None
    text = Text("{n} level.", "{n} levels.", n=event.levels)
    return [make_step(Text("Crush"), text, "2E-390", event.dice, total)]


_say_last = says("{who} against {whom}: {step}", step=_find_last)

LINES: Lines = {
    ev.SurpriseRolled: _say_last,
    ev.AttackDeclared: lambda e: e.steps[0].text,
    ev.DefenseDeclared: _say_last,
    ev.AttackRolled: _say_last,
    ev.AttackRerolled: _say_last,
    ev.DefenseApplied: _say_last,
    ev.DefenseRerolled: _say_last,
    # step 7, if magic waited for it (2E-331)
    ev.MagicActivated: either(
        "name",
        says("{who} activates {name} now."),
        either(
            lambda e: e.damage or e.post_damage, says("{who} activates magic now."), says("{who} activates nothing.")
        ),
    ),
    ev.DamageRolled: _say_last,
    # step 8, between the damage roll and its result (2E-380)
    ev.Warded: either(
        "levels",
        either(
            "name",
            says(
                "{who} prevents {n} level with {name}.",
                "{who} prevents {n} levels with {name}.",
                who="target_name",
                n="levels",
            ),
            says("{who} prevents {n} level.", "{who} prevents {n} levels.", who="target_name", n="levels"),
        ),
        says("{who} prevents no damage.", who="target_name"),
    ),
    ev.Countered: _say_last,
    ev.AttackResolved: _say_resolved,
    ev.BystanderSpared: says("{who}’s botched attack hits no one else."),
    ev.CheckRolled: _say_check,
    ev.ClinchContested: says(
        "{who} and {whom} contest the clinch, {n} to {n2}: {winner} controls it.",
        whom="victim_name",
        n="actor_total",
        n2="victim_total",
        winner="controls_name",
    ),
    ev.ClinchChosen: _say_clinch,
}
