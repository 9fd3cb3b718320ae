"""The log as one seat reads it: a sentence per event, in the book's words, told from the event alone."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from rules.battle import Event, Seat
from rules.codec import encode
from rules.dice import Die
from rules.exalted2e import events as ev
from rules.exalted2e.attack import STEPS
from rules.exalted2e.state import LogStep
from rules.pool import Breakdown
from rules.view import EventView, LogStepView

Told = tuple[str, str, list[LogStepView]]
"""The sentence, the verdict and the steps of one event."""


def view_event(event: Event, seat: Seat) -> EventView | None:
    """The event for this seat, or None if she learns nothing of it."""
    if not seat.may_see(event.audience):
        return None
    tell = _TELL.get(type(event))
    told = tell(event, seat) if tell else None
    if told is None:
        return None
    line, verdict, steps = told
    return {
        "kind": type(event).__name__,
        "line": line,
        "when": f"tick {tick}" if (tick := getattr(event, "tick", None)) is not None else "",
        "verdict": verdict,
        "steps": steps,
        "secret": event.audience is not None,
        "exchange": getattr(event, "exchange", ""),
    }


def view_steps(steps: Iterable[LogStep], seat: Seat) -> list[LogStepView]:
    """The ten steps as far as they have been taken; sums only for those who may see the figures."""
    return [_view_step(step, seat) for step in steps]


def _view_step(step: LogStep, seat: Seat) -> LogStepView:
    name, rule = STEPS[step.number - 1]
    return make_step(name, step.text, rule, step.dice, step.sum if seat.may_see(step.sum_for) else None, step.number)


def make_step(
    name: str, text: str, rule: str, dice: tuple[Die, ...] = (), total: Breakdown | None = None, number: int = 0
) -> LogStepView:
    """One step for the page."""
    shown: LogStepView = {"name": f"{number}. {name}" if number else name, "text": text, "rule": rule}
    if dice:
        shown["dice"] = encode(dice)
    if total is not None:
        shown["sum"] = total.explain()
    return shown


def _added(event: ev.CombatantAdded, seat: Seat) -> Told:
    return f"{event.combatant.name} joins the battle.", "", []


def _started(event: ev.BattleStarted, seat: Seat) -> Told:
    return "Join Battle!", "", []


def _joined(event: ev.JoinBattleRolled, seat: Seat) -> Told:
    botch = " A botch." if event.botch else ""
    line = f"{event.actor_name} rolls Join Battle: {_successes(event.total)}, first acts on tick {event.first}.{botch}"
    return line, "", [make_step("Join Battle", f"{_successes(event.total)}.", "2E-261", event.dice)]


def _ticked(event: ev.TickAdvanced, seat: Seat) -> Told | None:
    names = [acting.name for acting in event.acting if seat.may_see(acting.audience)]
    if not names:
        return None
    who = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    return f"The wheel turns to {event.tick}. {who} act{'s' if len(names) == 1 else ''}.", "", []


def _acted(event: ev.ActionTaken, seat: Seat) -> Told:
    penalty = f"DV −{event.penalty}" if event.penalty else "DV stays"
    cost = f"Speed {event.speed}, {penalty}, next on tick {event.next}."
    target = f" {_LINKS.get(event.action, 'against')} {event.target_name}" if event.target_name else ""
    text = f" ({event.text})" if event.text else ""
    broken = f", breaking off {_ACTION_WORDS.get(event.aborted, event.aborted)}," if event.aborted else ""
    verb = _VERBS.get(event.action, f"takes an action: {event.name}")
    return f"{event.actor_name}{broken} {verb}{target}{text}. {cost}", "", []


_LINKS = {"aim": "at", "defend": "", "coordinate": "against", "attack": "on"}
_ACTION_WORDS = {"aim": "the Aim", "guard": "the Guard"}
_VERBS = {
    "attack": "declares an attack",
    "flurry": "declares a flurry",
    "guard": "guards",
    "aim": "aims",
    "dash": "dashes",
    "ready": "readies a weapon",
    "rise": "rises",
    "jump": "jumps",
    "misc": "acts",
    "charm": "uses a Simple Charm",
    "coordinate": "coordinates an attack",
    "defend": "defends",
}


def _kept_on(event: ev.KeptOn, seat: Seat) -> Told:
    return f"{event.actor_name} keeps {'aiming' if event.action == 'aim' else 'guarding'}.", "", []


def _moved(event: ev.Moved, seat: Seat) -> Told:
    return f"{event.actor_name} moves {event.yards} yard{'' if event.yards == 1 else 's'}.", "", []


def _spent(event: ev.Spent, seat: Seat) -> Told:
    motes = event.personal + event.peripheral
    parts = [f"{motes} mote{'' if motes == 1 else 's'}"] if motes else []
    if event.willpower:
        parts.append(f"{event.willpower} Willpower")
    if event.virtue:
        parts.append(f"{event.virtue.title()} channeled")
    return f"{event.actor_name} spends {', '.join(parts)} on {event.why}.", "", []


def _asked(event: ev.Asked, seat: Seat) -> Told | None:
    return (f"{event.name} is asked: {event.pending.question}", "", []) if seat.storyteller else None


def _rated(event: ev.StuntRated, seat: Seat) -> Told:
    quote = f" “{event.text}”" if event.text else ""
    return f"{event.actor_name}'s stunt is rated {event.rating}.{quote}", f"Stunt {event.rating}", []


def _rewarded(event: ev.StuntRewarded, seat: Seat) -> Told:
    motes = event.personal + event.peripheral
    gain = "1 Willpower" if event.willpower else f"{motes} mote{'' if motes == 1 else 's'}"
    return f"{event.actor_name} regains {gain} for a stunt of {event.rating}.", "", []


def _exchange(line: Callable[[Any], str]) -> Callable[[Any, Seat], Told]:
    def tell(event: ev.ExchangeEvent, seat: Seat) -> Told:
        return line(event), "", view_steps(event.steps, seat)

    return tell


def _last_text(event: ev.ExchangeEvent) -> str:
    told = [step for step in event.steps if step.text != "None declared."]
    return f"{event.actor_name} against {event.target_name}: {told[-1].text if told else 'nothing.'}"


def _resolved(event: ev.AttackResolved, seat: Seat) -> Told:
    numbers = event.numbers
    line = f"{event.actor_name} strikes at {event.target_name} with the {event.weapon_name.lower()}: "
    if numbers.auto_miss:
        line, verdict = line + f"too few dice against {event.defense}, missed.", "Missed"
    elif numbers.botch:
        line, verdict = line + "a botch.", "Botch"
    else:
        line += f"{_successes(numbers.successes)} against {event.defense}, "
        verdict = f"Hit by {numbers.net}" if numbers.hit else "Missed"
        line += f"{'hit by ' + str(numbers.net) if numbers.hit else 'missed'}."
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


def _spared(event: ev.BystanderSpared, seat: Seat) -> Told:
    return f"{event.actor_name}'s botched blow hits nobody else.", "", []


def _checked(event: ev.CheckRolled, seat: Seat) -> Told:
    if event.check == "knockdown":
        verdict = "keeps their feet" if event.success else "falls prone"
        rule, name = "2E-386", "Knockdown"
    else:
        verdict = "is not stunned" if event.success else "is stunned"
        rule, name = "2E-388", "Stun"
    line = f"{event.actor_name} {verdict}: {_successes(event.total)} against difficulty {event.difficulty}."
    return line, "", [make_step(name, f"{_successes(event.total)}.", rule, event.dice)]


def _coordinated(event: ev.CoordinationRolled, seat: Seat) -> Told:
    lowered = event.plan.penalty
    outcome = f"{event.target_name}'s DVs are lowered by {lowered} on tick {event.plan.at}." if lowered else "It fails."
    rolled = f"{_successes(event.total)} against difficulty {event.difficulty}"
    line = f"{event.actor_name} leads an attack: {rolled}. {outcome}"
    return line, "", [make_step("Coordinate attack", outcome, "2E-300", event.dice)]


def _contested(event: ev.ClinchContested, seat: Seat) -> Told:
    line = (
        f"{event.actor_name} and {event.victim_name} wrestle, {event.actor_total} against {event.victim_total}: "
        f"{event.controls_name} controls the clinch."
    )
    steps = [
        make_step(event.actor_name, f"{_successes(event.actor_total)}.", "2E-392", event.actor_dice),
        make_step(event.victim_name, f"{_successes(event.victim_total)}.", "2E-392", event.victim_dice),
    ]
    return line, "", steps


def _clinch_chosen(event: ev.ClinchChosen, seat: Seat) -> Told:
    words = {
        "crush": "crushes",
        "hold": "holds",
        "release": "lets go of",
        "throw_away": "throws away",
        "throw_down": "throws down",
    }
    line = f"{event.actor_name} {words.get(event.choice, 'holds')} {event.victim_name}."
    steps = []
    if event.dice or event.sum:
        levels = sum(die.worth for die in event.dice)
        line += f" {levels or 'No'} bashing level{'' if levels == 1 else 's'}."
        steps = [make_step("Crush", f"{levels} levels.", "2E-390", event.dice)]
    return line, "", steps


def _dying(event: ev.DyingMarked, seat: Seat) -> Told:
    return f"{event.actor_name} {'is dead' if event.dead else 'is dying'}.", "", []


def _left(event: ev.CombatantLeft, seat: Seat) -> Told:
    return f"{event.actor_name} leaves the battle.", "", []


def _revealed(event: ev.Revealed, seat: Seat) -> Told:
    return f"{event.actor_name} comes into sight.", "", []


def _hidden(event: ev.WentIntoHiding, seat: Seat) -> Told:
    return f"{event.actor_name} is hidden now.", "", []


def _overridden(event: ev.Overridden, seat: Seat) -> Told:
    reason = f" {event.reason}" if event.reason else ""
    line = f"The Storyteller rules for {event.actor_name}: {event.label}, was {event.was}, is {event.value}.{reason}"
    return line, "", []


def _ended(event: ev.BattleEnded, seat: Seat) -> Told:
    return "The battle is over.", "", []


def _successes(total: int) -> str:
    return f"{total} success{'' if total == 1 else 'es'}"


_TELL: Final[dict[type[Event], Callable[[Any, Seat], Told | None]]] = {
    ev.CombatantAdded: _added,
    ev.BattleStarted: _started,
    ev.JoinBattleRolled: _joined,
    ev.TickAdvanced: _ticked,
    ev.ActionTaken: _acted,
    ev.KeptOn: _kept_on,
    ev.Moved: _moved,
    ev.Spent: _spent,
    ev.Asked: _asked,
    ev.StuntRated: _rated,
    ev.StuntRewarded: _rewarded,
    ev.SurpriseRolled: _exchange(_last_text),
    ev.AttackDeclared: _exchange(lambda event: event.steps[0].text),
    ev.DefenseDeclared: _exchange(_last_text),
    ev.AttackRolled: _exchange(_last_text),
    ev.AttackRerolled: _exchange(_last_text),
    ev.DefenseApplied: _exchange(_last_text),
    ev.DefenseRerolled: _exchange(_last_text),
    ev.DamageRolled: _exchange(_last_text),
    ev.Countered: _exchange(_last_text),
    ev.AttackResolved: _resolved,
    ev.BystanderSpared: _spared,
    ev.CheckRolled: _checked,
    ev.CoordinationRolled: _coordinated,
    ev.ClinchContested: _contested,
    ev.ClinchChosen: _clinch_chosen,
    ev.DyingMarked: _dying,
    ev.CombatantLeft: _left,
    ev.Revealed: _revealed,
    ev.WentIntoHiding: _hidden,
    ev.Overridden: _overridden,
    ev.BattleEnded: _ended,
}
