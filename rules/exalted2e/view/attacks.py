"""Attacks and clinches in sentences."""

from collections.abc import Mapping
from typing import Final

from rules.battle import Seat
from rules.battle.lines import Lines
from rules.exalted2e.decide.telling import NONE_DECLARED
from rules.exalted2e.events import exchange as ev
from rules.exalted2e.health.track import Damage
from rules.exalted2e.health.words import tell_fall
from rules.pool import Pool
from rules.text import Text, join, verbatim, word
from rules.view import LogStepView, make_step
from rules.wounds import HARMS, count_levels, rank

NO_LEVELS: Final[Mapping[Damage, Text]] = {
    "B": Text("No bashing levels."),
    "L": Text("No lethal levels."),
    "A": Text("No aggravated levels."),
}


def _say_last(event: ev.ExchangeEvent) -> Text:
    """Return the line of the last step in which something happened."""
    told = [step.text for step in event.steps if step.text != NONE_DECLARED]
    text = told[-1] if told else Text("nothing.")
    return Text("{who} against {whom}: {step}", who=event.actor_name, whom=event.target_name, step=text)


def _say_magic(event: ev.MagicActivated) -> Text:
    """Return the line of step 7, if magic waited for it (2E-331)."""
    if event.name:
        return Text("{who} activates {name} now.", who=event.actor_name, name=event.name)
    if event.damage or event.post_damage:
        return Text("{who} activates magic now.", who=event.actor_name)
    return Text("{who} activates nothing.", who=event.actor_name)


def _say_ward(event: ev.Warded) -> Text:
    """Return the line of step 8, between the damage roll and its result (2E-380)."""
    who, n = event.target_name, event.levels
    if not n:
        return Text("{who} wards nothing off.", who=who)
    if event.name:
        return Text(
            "{who} wards off {n} level with {name}.", "{who} wards off {n} levels with {name}.",
            who=who, n=n, name=event.name,
        )  # fmt: skip
    return Text("{who} wards off {n} level.", "{who} wards off {n} levels.", who=who, n=n)


def _say_resolved(event: ev.AttackResolved) -> Text:
    """Return the whole attack in step 10. The log shows the verdict before it."""
    numbers = event.numbers
    about = {"who": event.actor_name, "whom": event.target_name, "w": word(event.weapon_name.lower())}
    if numbers.auto_miss:
        about["defense"] = event.defense
        return Text("{who} strikes at {whom} with the {w}: too few dice against {defense}.", **about)
    if numbers.botch:
        told = Text("{who} strikes at {whom} with the {w}.", **about)
    else:
        told = Text(
            "{who} strikes at {whom} with the {w}: {n} success against {defense}.",
            "{who} strikes at {whom} with the {w}: {n} successes against {defense}.",
            **about, n=numbers.successes, defense=event.defense,
        )  # fmt: skip
    return join(" ", (told, _say_harm(event))) if numbers.hit else told


def find_verdict(event: ev.AttackResolved) -> Text:
    """Return the result of the attack in a word."""
    numbers = event.numbers
    if numbers.botch and not numbers.auto_miss:
        return Text("Botch")
    if not numbers.hit:
        return Text("Missed")
    return Text("Hit by {n}", n=numbers.net) if numbers.net else Text("Just hit")


def _say_harm(event: ev.AttackResolved) -> Text:
    numbers = event.numbers
    if event.clinch:
        return Text("{who} controls the clinch.", who=event.actor_name)
    if numbers.stopped:
        return Text("Hardness stops it.")
    falls = (tell_fall(harm.name, harm.health) for harm in event.harms)
    return join(" ", (_say_levels(numbers.levels, numbers.damage_type), *falls))


def _say_levels(n: int, damage: Damage) -> Text:
    return Text("{what}.", what=count_levels(n, HARMS[rank(damage)])) if n else NO_LEVELS[damage]


def _say_check(event: ev.CheckRolled) -> Text:
    """Return the result of a check for knockdown or stun (2E-386 to 2E-388)."""
    verdict = _find_check_verdict(event)
    if not event.pool.steps:  # stunned by a tackle, without a roll
        return Text("{what}.", what=verdict)
    told = Text(
        "{verdict}: {n} success against difficulty {n2}.", "{verdict}: {n} successes against difficulty {n2}.",
        verdict=verdict, n=event.total, n2=event.difficulty,
    )  # fmt: skip
    if event.success or not event.yards:
        return told
    thrown = Text(
        "Or thrown back {n} yard, as the Storyteller likes.", "Or thrown back {n} yards, as the Storyteller likes.",
        n=event.yards,
    )  # fmt: skip
    return join(" ", (told, thrown))


def _find_check_verdict(event: ev.CheckRolled) -> Text:
    who = event.actor_name
    if event.check == "knockdown":
        return Text("{who} keeps their feet", who=who) if event.success else Text("{who} falls prone", who=who)
    return Text("{who} is not stunned", who=who) if event.success else Text("{who} is stunned", who=who)


def _say_contest(event: ev.ClinchContested) -> Text:
    """Return the result of a contest for a clinch (2E-392)."""
    return Text(
        "{who} and {whom} wrestle, {n} against {n2}: {winner} controls the clinch.",
        who=event.actor_name,
        whom=event.victim_name,
        n=event.actor_total,
        n2=event.victim_total,
        winner=event.controls_name,
    )


def tell_contest(event: ev.ClinchContested, seat: Seat) -> list[LogStepView]:
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
    told = _say_choice(event)
    return join(" ", (told, _say_levels(event.levels, "B"))) if event.dice or event.sum else told


def _say_choice(event: ev.ClinchChosen) -> Text:
    about = {"who": event.actor_name, "whom": event.victim_name}
    match event.choice:
        case "crush":
            return Text("{who} crushes {whom}.", **about)
        case "hold":
            return Text("{who} holds {whom}.", **about)
        case "release":
            return Text("{who} lets go of {whom}.", **about)
        case "throw_away":
            return Text("{who} throws {whom} away.", **about)
    return Text("{who} throws {whom} down.", **about)


def tell_crush(event: ev.ClinchChosen, seat: Seat) -> list[LogStepView]:
    """Return the damage of a clinch; empty where there was none."""
    if not (event.dice or event.sum):
        return []
    total = event.sum if seat.storyteller else None
    told = Text("{n} level.", "{n} levels.", n=event.levels)
    return [make_step(Text("Crush"), told, "2E-390", event.dice, total)]


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
    ev.BystanderSpared: lambda e: Text("The botched blow of {who} hits nobody else.", who=e.actor_name),
    ev.CheckRolled: _say_check,
    ev.ClinchContested: _say_contest,
    ev.ClinchChosen: _say_clinch,
}
