"""What the log shows with the sentence of an event: its verdict, and the steps that unfold under it."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from rules.battle import Event, Seat
from rules.text import EMPTY, Text, verbatim, word
from rules.view import LogStepView, make_step
from rules.wod2004 import events as ev
from rules.wod2004.actions.instant import VERDICTS
from rules.wod2004.attack.grapple import MANEUVERS
from rules.wod2004.pools import CHANCE
from rules.wod2004.view.lines import count_damage, count_successes

CONDITIONS: Final[Mapping[str, Text]] = {
    "check_stamina": Text("The track is full: roll Stamina each turn to stay conscious."),
    "dying": Text("Unconscious and dying."),
    "dead": Text("Dead."),
}


def find_verdict(event: Event) -> Text:
    """Return the word for how something came out, or an empty text."""
    if isinstance(event, ev.AttackResolved):
        return _judge_attack(event)
    if isinstance(event, ev.InitiativeRolled):
        return verbatim(str(event.initiative.total))
    if isinstance(event, ev.Harmed):
        return word(event.condition) if event.condition in ("dying", "dead") else EMPTY
    if isinstance(event, ev.ManeuverChosen):
        return MANEUVERS[event.maneuver]
    roll = getattr(event, "roll", None)
    return VERDICTS[roll.outcome] if isinstance(roll, ev.RollResult) else EMPTY


def _judge_attack(event: ev.AttackResolved) -> Text:
    if event.roll.outcome == "dramatic_failure":
        return VERDICTS["dramatic_failure"]
    if event.action == "grapple":
        return Text("Hold") if event.roll.successes else Text("Miss")
    if event.damage:
        return count_damage(event.damage, event.type)
    return Text("Cover") if event.cover else Text("Miss")


def list_steps(event: Event, seat: Seat) -> list[LogStepView]:
    """Return the steps that unfold under the sentence, with the sums of the seat's own combatants."""
    make = STEPS.get(type(event))
    return make(event, seat) if make else []


def _make_roll_step(name: Text, rule: str, roll: ev.RollResult, *, is_own: bool) -> LogStepView:
    """Return a roll as a step. Only those who may know the traits (`is_own`) get the sum."""
    dice, result = roll.pool.total, count_successes(roll)
    text = Text("{n} die: {result}.", "{n} dice: {result}.", n=dice, result=result)
    if dice <= 0:
        text = Text("{name}: {result}.", name=CHANCE, result=result)
    return make_step(name, text, rule, roll.dice, roll.pool if is_own else None)


def _rolled(name: Text, rule: str) -> Callable[[Any, Seat], list[LogStepView]]:
    """Return a function that makes the single step of an event that is a roll."""
    return lambda event, seat: [_make_roll_step(name, rule, event.roll, is_own=seat.controls(event.owner))]


def _action_steps(event: ev.ActionRolled, seat: Seat) -> list[LogStepView]:
    """Return the roll. Its sum includes what the target resists with, so only seats that may know both sides see it."""
    is_own = seat.controls(event.owner) and (not event.target_name or seat.controls(event.target_owner))
    return [_make_roll_step(Text("Action"), "WD-111" if event.against else "WD-061", event.roll, is_own=is_own)]


def _struggle_steps(event: ev.StruggleRolled, seat: Seat) -> list[LogStepView]:
    rule = "WD-211" if event.held else "WD-209" if event.action == "break_free" else "WD-210"
    return _rolled(event.roll.pool.title, rule)(event, seat)


def _initiative_steps(event: ev.InitiativeRolled, seat: Seat) -> list[LogStepView]:
    own, steps = event.initiative, list[LogStepView]()
    if seat.controls(event.owner):
        text = Text("Die {n}, Dexterity + Composure {n2}: {total}.", n=own.face, n2=own.modifier, total=own.total)
        steps.append(make_step(Text("Initiative"), text, "WD-160"))
    if own.ties and (event.ties_open or seat.storyteller):
        text = Text("Tie-break roll: {thrown}.", thrown=", ".join(map(str, own.ties)))
        steps.append(make_step(Text("Tie"), text, "WD-161"))
    return steps


def _attack_steps(event: ev.AttackResolved, seat: Seat) -> list[LogStepView]:
    is_own = seat.controls(event.owner)
    steps = [_defense_step(event, seat), _make_roll_step(Text("Attack"), "WD-180", event.roll, is_own=is_own)]
    if event.cover:
        text = Text(
            "Durability {n2}: {n} success gets through.",
            "Durability {n2}: {n} successes get through.",
            n=event.beyond,
            n2=event.cover,
        )
        steps.append(make_step(Text("Cover"), text, "WD-195"))
        if event.arrival:
            steps.append(_make_roll_step(Text("Behind cover"), "WD-195", event.arrival, is_own=is_own))
    if event.note:
        steps.append(make_step(Text("Armor"), event.note, "WD-203"))
    return steps


def _defense_step(event: ev.AttackResolved, seat: Seat) -> LogStepView:
    text = Text("Defense {n}.", n=event.defense.total)
    if event.defense.steps and event.defense.steps[-1].note:
        text = event.defense.steps[-1].note
    return make_step(Text("Defense"), text, "WD-182", (), event.defense if seat.controls(event.target_owner) else None)


def _harm_steps(event: ev.Harmed, seat: Seat) -> list[LogStepView]:
    text = Text(
        "{was}, now {now}, of {n} box.",
        "{was}, now {now}, of {n} boxes.",
        was=event.before or Text("unhurt"),
        now=event.after,
        n=event.boxes,
    )
    steps = [make_step(Text("Health"), text, "WD-172")]
    if event.condition in CONDITIONS:
        steps.append(make_step(Text("Condition"), CONDITIONS[event.condition], "WD-175"))
    return steps


STEPS: Final[Mapping[type[Event], Callable[[Any, Seat], list[LogStepView]]]] = {
    ev.InitiativeRolled: _initiative_steps,
    ev.SurpriseRolled: _rolled(Text("Wits + Composure"), "WD-165"),
    ev.ConsciousnessRolled: _rolled(Text("Stamina"), "WD-175"),
    ev.TreatmentRolled: _rolled(Text("Dexterity + Medicine"), "WD-179"),
    ev.ActionRolled: _action_steps,
    ev.StruggleRolled: _struggle_steps,
    ev.AttackResolved: _attack_steps,
    ev.Harmed: _harm_steps,
}
