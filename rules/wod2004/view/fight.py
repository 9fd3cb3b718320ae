"""Sentences about attacks, harm and grapples."""

from collections.abc import Mapping
from typing import Final

from rules.battle import Seat
from rules.view import LogStepView
from rules.wod2004 import events as e
from rules.wod2004.actions.instant import VERDICTS
from rules.wod2004.attack.grapple import MANEUVERS
from rules.wod2004.view.entry import Entry, count, result, roll_step

CONDITIONS: Final = {
    "check_stamina": "The track is full: Stamina each turn to stay conscious.",
    "dying": "Unconscious and dying.",
    "dead": "Dead.",
}


def declared(event: e.AttackDeclared, seat: Seat) -> Entry:
    """Someone attacks."""
    targets = ", ".join(event.target_names)
    if event.exchange.kind == "grapple":
        return Entry(f"{event.actor_name} tries to take hold of {targets}.")
    how = " all-out" if event.all_out else ""
    spot = f", at the {event.exchange.spot}" if event.exchange.spot else ""
    return Entry(f"{event.actor_name} attacks {targets}{how}: {event.exchange.weapon.name}{spot}.")


def resolved(event: e.AttackResolved, seat: Seat) -> Entry:
    """One attack on one target, from the answer to the successes."""
    steps: list[LogStepView] = [_defense_step(event, seat)]
    told = seat.controls(event.owner)
    steps.append(roll_step("Attack", "WD-180", event.roll, told=told))
    if event.cover:
        steps += _cover_steps(event, told=told)
    if event.note:
        steps.append({"name": "Armor", "text": event.note, "rule": "WD-203"})
    return Entry(_attack_line(event), _attack_verdict(event), steps)


def _defense_step(event: e.AttackResolved, seat: Seat) -> LogStepView:
    step: LogStepView = {"name": "Defense", "text": f"Defense {event.defense.total}.", "rule": "WD-182"}
    if event.defense.steps and event.defense.steps[-1].note:
        step["text"] = event.defense.steps[-1].note
    if seat.controls(event.target_owner):
        step["sum"] = event.defense.explain()
    return step


def _cover_steps(event: e.AttackResolved, *, told: bool) -> list[LogStepView]:
    text = f"Durability {event.cover}: {count(event.beyond, 'success passes', 'successes pass')}."
    steps: list[LogStepView] = [{"name": "Cover", "text": text, "rule": "WD-195"}]
    if event.arrival:
        steps.append(roll_step("Behind the cover", "WD-195", event.arrival, told=told))
    return steps


def _attack_line(event: e.AttackResolved) -> str:
    successes = count(event.roll.successes, "success", "successes")
    if event.action == "grapple":
        held = f"holds {event.target_name}" if event.roll.successes else f"does not get hold of {event.target_name}"
        return f"{event.actor_name} {held}: {successes} against Defense {event.defense.total}."
    if event.cover:
        return f"{event.actor_name} hits the cover of {event.target_name}: {event.damage} {event.type} behind it."
    against = f" against Defense {event.defense.total}" if event.used else ""
    done = f"{event.damage} {event.type}" if event.damage else "no damage"
    heart = " The stake finds the heart." if event.staked else ""
    return f"{event.actor_name} attacks {event.target_name}, {event.weapon_name}: {successes}{against}, {done}.{heart}"


def _attack_verdict(event: e.AttackResolved) -> str:
    if event.roll.outcome == "dramatic_failure":
        return VERDICTS["dramatic_failure"]
    if event.action == "grapple":
        return "Hold" if event.roll.successes else "Miss"
    if event.damage:
        return f"{event.damage} {event.type}"
    return "Cover" if event.cover else "Miss"


def harmed(event: e.Harmed, seat: Seat) -> Entry:
    """Points of damage were marked (WD-171 to WD-173), or a dying body got worse (WD-176)."""
    line = f"{event.actor_name} takes {event.amount} {event.type}."
    if event.type == "bleeding":
        line = f"{event.actor_name} is dying and gets worse."
    text = f"{event.before or 'unhurt'} becomes {event.after}, of {event.boxes} boxes."
    steps: list[LogStepView] = [{"name": "Health", "text": text, "rule": "WD-172"}]
    if event.condition in CONDITIONS:
        steps.append({"name": "Condition", "text": CONDITIONS[event.condition], "rule": "WD-175"})
    return Entry(line, event.condition.replace("_", " ") if event.condition in ("dying", "dead") else "", steps)


def grappled(event: e.Grappled, seat: Seat) -> Entry:
    """Someone got hold of another."""
    return Entry(f"{event.actor_name} and {event.target_name} are in a grapple.")


def released(event: e.GrappleEnded, seat: Seat) -> Entry:
    """Two are no longer locked."""
    return Entry(f"{event.actor_name} and {event.target_name} are no longer in a grapple.")


def struggle(event: e.StruggleRolled, seat: Seat) -> Entry:
    """An attempt to break free or overpower."""
    verb = "breaks free of" if event.action == "break_free" else "overpowers"
    if not event.won:
        verb = "does not break free of" if event.action == "break_free" else "does not overpower"
    against = f" against {event.held}" if event.held else ""
    successes = count(event.roll.successes, "success", "successes")
    rule = "WD-211" if event.held else "WD-209" if event.action == "break_free" else "WD-210"
    step = roll_step(event.roll.pool.title, rule, event.roll, told=seat.controls(event.owner))
    return Entry(f"{event.actor_name} {verb} {event.target_name}: {successes}{against}.", result(event.roll), [step])


def maneuver(event: e.ManeuverChosen, seat: Seat) -> Entry:
    """What the stronger one does."""
    what = MANEUVERS[event.maneuver]
    drawn = f": {event.weapon_name}" if event.weapon_name else ""
    return Entry(f"{event.actor_name} on {event.target_name}: {what.lower()}{drawn}.", what)


MISHAPS: Final[Mapping[str, str]] = {
    "nothing": "{actor_name} gets off lightly.",
    "drop": "{actor_name} drops the {weapon_name}.",
    "jam": "The {weapon_name} of {actor_name} jams.",
    "fall": "{actor_name} falls.",
}


def mishap(event: e.MishapRuled, seat: Seat) -> Entry:
    """What a dramatic failure on an attack does."""
    return Entry(MISHAPS[event.mishap].format(actor_name=event.actor_name, weapon_name=event.weapon_name))
