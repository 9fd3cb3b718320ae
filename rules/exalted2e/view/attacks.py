"""Attacks and clinches in sentences."""

from rules.battle import Seat
from rules.battle.lines import Lines
from rules.exalted2e.decide.telling import DAMAGE_WORDS, count
from rules.exalted2e.events import exchange as ev
from rules.exalted2e.view.steps import make_step
from rules.pool import Pool
from rules.text import Text
from rules.view import LogStepView

CHOICES = {
    "crush": "crushes {}.",
    "hold": "holds {}.",
    "release": "lets go of {}.",
    "throw_away": "throws {} away.",
    "throw_down": "throws {} down.",
}


def _say_last(event: ev.ExchangeEvent) -> str:
    """The sentence of the last step in which anything happened."""
    told = [step for step in event.steps if step.text != "None declared."]
    return f"{event.actor_name} against {event.target_name}: {told[-1].text if told else 'nothing.'}"


def _say_magic(event: ev.MagicActivated) -> str:
    """Step 7, where magic could wait for it (2E-331)."""
    if not event.name and not (event.damage or event.post_damage):
        return f"{event.actor_name} activates nothing."
    return f"{event.actor_name} activates {event.name or 'magic'} now."


def _say_ward(event: ev.Warded) -> str:
    """Step 8, between the damage roll and its result (2E-380)."""
    name = f" with {event.name}" if event.name else ""
    if not event.levels:
        return f"{event.target_name} wards nothing off."
    return f"{event.target_name} wards off {count(event.levels, 'level')}{name}."


def _say_resolved(event: ev.AttackResolved) -> str:
    """Step 10: the whole attack in one sentence; the verdict stands before it, and is not told again."""
    numbers = event.numbers
    line = f"{event.actor_name} strikes at {event.target_name} with the {event.weapon_name.lower()}"
    if numbers.auto_miss:
        return f"{line}: too few dice against {event.defense}."
    if numbers.botch:
        line = f"{line}."
    else:
        line += f": {count(numbers.successes, 'success')} against {event.defense}."
    return f"{line} {_say_harm(event)}" if numbers.hit else line


def find_verdict(event: ev.AttackResolved) -> str:
    """How the attack came out."""
    numbers = event.numbers
    if numbers.botch and not numbers.auto_miss:
        return "Botch"
    if not numbers.hit:
        return "Missed"
    return f"Hit by {numbers.net}" if numbers.net else "Just hit"


def _say_harm(event: ev.AttackResolved) -> str:
    levels = event.numbers.levels
    if event.clinch:
        return f"{event.actor_name} controls the clinch."
    if event.numbers.stopped:
        return "Hardness stops it."
    kind = f"{DAMAGE_WORDS[event.numbers.damage_type]} level"
    words = f"{count(levels, kind)}." if levels else f"No {kind}s."
    for harm in event.harms:
        if harm.health.state != "ok":
            words += f" {harm.name} is {harm.health.state}."
        elif harm.health.unconscious:
            words += f" {harm.name} passes out."
    return words


def _say_check(event: ev.CheckRolled) -> str:
    """Knockdown or stun (2E-386..388)."""
    if event.check == "knockdown":
        verdict = "keeps their feet" if event.success else "falls prone"
    else:
        verdict = "is not stunned" if event.success else "is stunned"
    if not event.pool.steps:  # stunned by a tackle, without a roll
        return f"{event.actor_name} {verdict}."
    line = f"{event.actor_name} {verdict}: {count(event.total, 'success')} against difficulty {event.difficulty}."
    if event.yards and not event.success:
        line += f" Or thrown back {count(event.yards, 'yard')}, as the Storyteller likes."
    return line


def _say_contest(event: ev.ClinchContested) -> str:
    """A contest for a clinch (2E-392)."""
    totals = f"{event.actor_total} against {event.victim_total}"
    return f"{event.actor_name} and {event.victim_name} wrestle, {totals}: {event.controls_name} controls the clinch."


def tell_contest(event: ev.ClinchContested, seat: Seat) -> list[LogStepView]:
    """Both rolls of a contest."""
    mine = _show_pool(event.actor_pool, event.actor_pool_for, seat)
    theirs = _show_pool(event.victim_pool, event.victim_pool_for, seat)
    won, lost = count(event.actor_total, "success"), count(event.victim_total, "success")
    return [
        make_step(event.actor_name, Text("{won}.", won=won), "2E-392", event.actor_dice, mine),
        make_step(event.victim_name, Text("{lost}.", lost=lost), "2E-392", event.victim_dice, theirs),
    ]


def _show_pool(pool: Pool | None, owners: tuple[str, ...], seat: Seat) -> Pool | None:
    return pool if pool is not None and pool.steps and seat.may_see(owners) else None


def _say_clinch(event: ev.ClinchChosen) -> str:
    """What the controller of a clinch does (2E-391)."""
    line = f"{event.actor_name} {CHOICES[event.choice].format(event.victim_name)}"
    if event.dice or event.sum:
        line += f" {count(event.levels, 'bashing level') if event.levels else 'No bashing levels'}."
    return line


def tell_crush(event: ev.ClinchChosen, seat: Seat) -> list[LogStepView]:
    """The damage of a clinch."""
    if not (event.dice or event.sum):
        return []
    total = event.sum if seat.storyteller else None
    return [
        make_step(Text("Crush"), Text("{levels}.", levels=count(event.levels, "level")), "2E-390", event.dice, total)
    ]


LINES: Lines = {
    ev.SurpriseRolled: _say_last,
    ev.AttackDeclared: lambda e: e.steps[0].text,
    ev.DefenseDeclared: _say_last,
    ev.AttackRolled: _say_last,
    ev.AttackRerolled: _say_last,
    ev.DefenseApplied: _say_last,
    ev.DefenseRerolled: _say_last,
    ev.MagicActivated: _say_magic,
    ev.DamageRolled: _say_last,
    ev.Warded: _say_ward,
    ev.Countered: _say_last,
    ev.AttackResolved: _say_resolved,
    ev.BystanderSpared: lambda e: f"The botched blow of {e.actor_name} hits nobody else.",
    ev.CheckRolled: _say_check,
    ev.ClinchContested: _say_contest,
    ev.ClinchChosen: _say_clinch,
}
