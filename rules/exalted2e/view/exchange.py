"""Attacks and clinches in sentences."""

from collections.abc import Callable
from typing import Any

from rules.battle import Seat
from rules.exalted2e import events as ev
from rules.exalted2e.view.steps import Told, count_successes, make_step, show_pool, view_steps


def tell_step(line: Callable[[Any], str]) -> Callable[[Any, Seat], Told]:
    """One step of the ten, its sentence made by `line`."""

    def tell(event: ev.ExchangeEvent, seat: Seat) -> Told:
        return line(event), "", view_steps(event.steps, seat)

    return tell


def tell_magic(event: ev.MagicActivated, seat: Seat) -> Told:
    """Step 7, where magic could wait for it (2E-331)."""
    if not event.name and not (event.damage or event.post_damage):
        return f"{event.actor_name} activates nothing.", "", []
    return f"{event.actor_name} activates {event.name or 'magic'} now.", "", []


def tell_ward(event: ev.Warded, seat: Seat) -> Told:
    """Step 8, between the damage roll and its result (2E-380)."""
    name = f" with {event.name}" if event.name else ""
    if not event.levels:
        return f"{event.target_name} wards nothing off.", "", []
    return f"{event.target_name} wards off {event.levels} level{'' if event.levels == 1 else 's'}{name}.", "", []


def get_last_text(event: ev.ExchangeEvent) -> str:
    """The sentence of the last step in which anything happened."""
    told = [step for step in event.steps if step.text != "None declared."]
    return f"{event.actor_name} against {event.target_name}: {told[-1].text if told else 'nothing.'}"


def tell_resolved(event: ev.AttackResolved, seat: Seat) -> Told:
    """Step 10: the whole attack in one sentence; the verdict stands before it, and is not told again."""
    numbers = event.numbers
    line = f"{event.actor_name} strikes at {event.target_name} with the {event.weapon_name.lower()}"
    if numbers.auto_miss:
        line, verdict = f"{line}: too few dice against {event.defense}.", "Missed"
    elif numbers.botch:
        line, verdict = f"{line}.", "Botch"
    else:
        line += f": {count_successes(numbers.successes)} against {event.defense}."
        verdict = (f"Hit by {numbers.net}" if numbers.net else "Just hit") if numbers.hit else "Missed"
    if numbers.hit:
        line += f" {_harm_words(event)}"
    return line, verdict, view_steps(event.steps, seat)


def _harm_words(event: ev.AttackResolved) -> str:
    levels = event.numbers.levels
    if event.clinch:
        return f"{event.actor_name} controls the clinch."
    if event.numbers.stopped:
        return "Hardness stops it."
    word = {"B": "bashing", "L": "lethal", "A": "aggravated"}[event.numbers.damage_type]
    words = f"{levels or 'No'} {word} level{'' if levels == 1 else 's'}."
    for harm in event.harms:
        if harm.health.state != "ok":
            words += f" {harm.name} is {harm.health.state}."
        elif harm.health.unconscious:
            words += f" {harm.name} passes out."
    return words


def tell_spared(event: ev.BystanderSpared, seat: Seat) -> Told:
    """A botch that hit nobody else (2E-362)."""
    return f"The botched blow of {event.actor_name} hits nobody else.", "", []


def tell_check(event: ev.CheckRolled, seat: Seat) -> Told:
    """Knockdown or stun (2E-386..388)."""
    if event.check == "knockdown":
        verdict = "keeps their feet" if event.success else "falls prone"
        rule, name = "2E-386", "Knockdown"
    else:
        verdict = "is not stunned" if event.success else "is stunned"
        rule, name = "2E-388", "Stun"
    if not event.pool.steps:  # stunned by a tackle, without a roll
        return f"{event.actor_name} {verdict}.", "", []
    line = f"{event.actor_name} {verdict}: {count_successes(event.total)} against difficulty {event.difficulty}."
    if event.yards and not event.success:
        line += f" Or thrown back {event.yards} yard{'' if event.yards == 1 else 's'}, as the Storyteller likes."
    pool = show_pool(event.pool, event.pool_for, seat)
    return line, "", [make_step(name, f"{count_successes(event.total)}.", rule, event.dice, pool)]


def tell_contest(event: ev.ClinchContested, seat: Seat) -> Told:
    """A contest for a clinch (2E-392)."""
    line = (
        f"{event.actor_name} and {event.victim_name} wrestle, {event.actor_total} against {event.victim_total}: "
        f"{event.controls_name} controls the clinch."
    )
    mine = show_pool(event.actor_pool, event.actor_pool_for, seat)
    theirs = show_pool(event.victim_pool, event.victim_pool_for, seat)
    steps = [
        make_step(event.actor_name, f"{count_successes(event.actor_total)}.", "2E-392", event.actor_dice, mine),
        make_step(event.victim_name, f"{count_successes(event.victim_total)}.", "2E-392", event.victim_dice, theirs),
    ]
    return line, "", steps


def tell_clinch(event: ev.ClinchChosen, seat: Seat) -> Told:
    """What the controller of a clinch does (2E-391)."""
    words = {
        "crush": "crushes {}.",
        "hold": "holds {}.",
        "release": "lets go of {}.",
        "throw_away": "throws {} away.",
        "throw_down": "throws {} down.",
    }
    line = f"{event.actor_name} {words[event.choice].format(event.victim_name)}"
    steps = []
    if event.dice or event.sum:
        levels, total = event.levels, event.sum if seat.storyteller else None
        line += f" {levels or 'No'} bashing level{'' if levels == 1 else 's'}."
        steps = [make_step("Crush", f"{levels} level{'' if levels == 1 else 's'}.", "2E-390", event.dice, total)]
    return line, "", steps
