"""The log as one seat reads it: a sentence per event, in the book's words, told from the event alone."""

from collections.abc import Callable
from typing import Any, Final

from rules.battle import Event, Seat
from rules.battle.figures import say_figures
from rules.exalted2e import events as ev
from rules.exalted2e.state import PlainAction
from rules.exalted2e.state.paths import FIGURES
from rules.exalted2e.view.exchange import (
    get_last_text,
    tell_check,
    tell_clinch,
    tell_contest,
    tell_magic,
    tell_resolved,
    tell_spared,
    tell_step,
    tell_ward,
)
from rules.exalted2e.view.steps import Told, count_successes, make_step, show_pool
from rules.powers import say_switched
from rules.view import EventView, LogStepView


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


def _added(event: ev.CombatantAdded, seat: Seat) -> Told:
    return f"{event.combatant.name} joins the battle.", "", []


def _started(event: ev.BattleStarted, seat: Seat) -> Told:
    return "Join Battle!", "", []


def _joined(event: ev.JoinBattleRolled, seat: Seat) -> Told:
    botch = " A botch." if event.botch else ""
    rolled = count_successes(event.total)
    line = f"{event.actor_name} rolls Join Battle: {rolled}, first acts on tick {event.first}.{botch}"
    pool = show_pool(event.pool, event.pool_for, seat)
    return line, "", [make_step("Join Battle", f"{rolled}.", "2E-261", event.dice, pool)]


def _ticked(event: ev.TickAdvanced, seat: Seat) -> Told | None:
    names = [acting.name for acting in event.acting if seat.may_see(acting.audience)]
    if not names:
        return None
    who = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    tick = f"long tick {event.tick}" if event.is_long else str(event.tick)
    return f"The wheel turns to {tick}. {who} act{'s' if len(names) == 1 else ''}.", "", []


def _scaled(event: ev.ScaleSet, seat: Seat) -> Told:
    if event.is_long:
        return "From now on a tick of the wheel is a long tick, a minute.", "", []
    return "From now on a tick of the wheel is a second again.", "", []


def _acted(event: ev.ActionTaken, seat: Seat) -> Told:
    penalty = f"DV −{event.penalty}" if event.penalty else "DV stays"
    long = f" long tick{'' if event.long_speed == 1 else 's'}" if event.long_speed else ""
    cost = f"Speed {event.long_speed or event.speed}{long}, {penalty}, next on tick {event.next}."
    target = f" {_LINKS.get(event.action, 'against')} {event.target_name}" if event.target_name else ""
    text = f" ({event.text})" if event.text else ""
    broken = f", breaking off {_ACTION_WORDS.get(event.aborted, event.aborted)}," if event.aborted else ""
    verb = _VERBS.get(event.action, f"takes an action: {event.name}")
    return f"{event.actor_name}{broken} {verb}{target}{text}. {cost}", "", []


def _rolled(event: ev.ActionRolled, seat: Seat) -> Told:
    what = f" for “{event.action.text}”" if event.action.text else ""
    rolled = f"{count_successes(event.total)} against difficulty {event.action.request.difficulty}"
    line = f"{event.actor_name} rolls {event.pool.title}{what}: {rolled}."
    pool = show_pool(event.pool, event.pool_for, seat)
    steps = [make_step("Roll", f"{rolled}: {event.verdict}.", "2E-060", event.dice, pool)]
    return line, event.verdict, [*_quote_stunt(event.action), *steps]


def _quote_stunt(action: PlainAction) -> list[LogStepView]:
    """The stunt that the roll was told with."""
    if not (action.stunt or action.stunt_text):
        return []
    rating = f"Stunt of {action.stunt}." if action.stunt else ""
    quote = f"“{action.stunt_text}”" if action.stunt_text else ""
    return [make_step("Stunt", " ".join(filter(None, (rating, quote))), "2E-180")]


_LINKS = {
    "aim": "at",
    "attack": "on",
    "charm": "on",
    "clinch": "with",
    "coordinate": "against",
    "defend": "",
    "misc": "on",
}
_ACTION_WORDS = {"aim": "the Aim", "guard": "the Guard"}
_VERBS = {
    "attack": "declares an attack",
    "clinch": "contests the clinch",
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


def _switched(event: ev.PowerSwitched, seat: Seat) -> Told:
    return f"{say_switched(event.actor_name, event.active, is_on=event.is_on, is_over=event.is_over)}.", "", []


def _bled(event: ev.BloodPaid, seat: Seat) -> Told:
    return f"{event.harm.name} pays {event.wounds} for {event.why}.", "", []


def _moved(event: ev.Moved, seat: Seat) -> Told:
    return f"{event.actor_name} moves {event.yards} yard{'' if event.yards == 1 else 's'}.", "", []


def _spent(event: ev.Spent, seat: Seat) -> Told:
    motes = event.personal + event.peripheral
    parts = [f"{motes} mote{'' if motes == 1 else 's'}"] if motes else []
    if event.willpower:
        parts.append(f"{event.willpower} Willpower")
    if event.virtue:
        parts.append(f"{event.virtue.title()} channeled")
    if event.dots:
        parts.append(f"{event.dots} dot{'' if event.dots == 1 else 's'} of Willpower")
    if not parts:
        return f"{event.actor_name} uses {event.why}, once in this scene.", "", []
    return f"{event.actor_name} spends {', '.join(parts)} on {event.why}.", "", []


def _changed(event: ev.FiguresChanged, seat: Seat) -> Told:
    return say_figures(FIGURES, event.actor_name, event.figures), "", []


def _asked(event: ev.Asked, seat: Seat) -> Told | None:
    who = "The Storyteller" if event.pending.kind in ("stunt", "action_stunt") else event.name
    return (f"{who} is asked: {event.pending.question}", "", []) if seat.storyteller else None


def _rated(event: ev.StuntRated, seat: Seat) -> Told:
    quote = f" “{event.text}”" if event.text else ""
    return f"The stunt of {event.actor_name} is rated {event.rating}.{quote}", f"Stunt {event.rating}", []


def _rewarded(event: ev.StuntRewarded, seat: Seat) -> Told:
    if event.experience:
        return f"{event.actor_name} earns 1 experience point for a stunt of {event.rating}.", "", []
    motes = event.personal + event.peripheral
    if not (motes or event.willpower):
        return f"The stunt of {event.rating} by {event.actor_name} earns nothing: the pools are full.", "", []
    gain = "1 Willpower" if event.willpower else f"{motes} mote{'' if motes == 1 else 's'}"
    return f"{event.actor_name} regains {gain} for a stunt of {event.rating}.", "", []


def _coordinated(event: ev.CoordinationRolled, seat: Seat) -> Told:
    lowered = event.plan.penalty
    worked = f"The DVs of {event.target_name} are lowered by {lowered} on tick {event.plan.at}."
    outcome = worked if lowered else "It fails."
    rolled = f"{count_successes(event.total)} against difficulty {event.difficulty}"
    line = f"{event.actor_name} leads an attack: {rolled}. {outcome}"
    pool = show_pool(event.pool, event.pool_for, seat)
    return line, "", [make_step("Coordinate attack", outcome, "2E-300", event.dice, pool)]


def _dying(event: ev.DyingMarked, seat: Seat) -> Told:
    return f"{event.actor_name} {'is dead' if event.dead else 'is dying'}.", "", []


def _stabilized(event: ev.Stabilized, seat: Seat) -> Told:
    return f"{event.actor_name} keeps {event.harm.name} from death.", "", []


def _valor(event: ev.ValorChecked, seat: Seat) -> Told:
    verdict = "stands" if event.stands else "will not stand"
    if event.pool is None:
        return f"{event.actor_name} {verdict}: Valor exceeds {event.foe}.", "", []
    line = f"{event.actor_name} {verdict} against {event.foe}: "
    line += f"{count_successes(event.total)} against difficulty {event.difficulty}."
    pool = show_pool(event.pool, event.pool_for, seat)
    return line, "", [make_step("Valor check", f"{count_successes(event.total)}.", "2E-485", event.dice, pool)]


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
    return f"Tick {event.tick} was the last.", "", []


_TELL: Final[dict[type[Event], Callable[[Any, Seat], Told | None]]] = {
    ev.CombatantAdded: _added,
    ev.BattleStarted: _started,
    ev.JoinBattleRolled: _joined,
    ev.TickAdvanced: _ticked,
    ev.ScaleSet: _scaled,
    ev.ActionTaken: _acted,
    ev.ActionRolled: _rolled,
    ev.KeptOn: _kept_on,
    ev.PowerSwitched: _switched,
    ev.Moved: _moved,
    ev.Spent: _spent,
    ev.BloodPaid: _bled,
    ev.FiguresChanged: _changed,
    ev.Asked: _asked,
    ev.StuntRated: _rated,
    ev.StuntRewarded: _rewarded,
    ev.SurpriseRolled: tell_step(get_last_text),
    ev.AttackDeclared: tell_step(lambda event: event.steps[0].text),
    ev.DefenseDeclared: tell_step(get_last_text),
    ev.AttackRolled: tell_step(get_last_text),
    ev.AttackRerolled: tell_step(get_last_text),
    ev.DefenseApplied: tell_step(get_last_text),
    ev.DefenseRerolled: tell_step(get_last_text),
    ev.MagicActivated: tell_magic,
    ev.DamageRolled: tell_step(get_last_text),
    ev.Warded: tell_ward,
    ev.Countered: tell_step(get_last_text),
    ev.AttackResolved: tell_resolved,
    ev.BystanderSpared: tell_spared,
    ev.CheckRolled: tell_check,
    ev.CoordinationRolled: _coordinated,
    ev.ClinchContested: tell_contest,
    ev.ClinchChosen: tell_clinch,
    ev.DyingMarked: _dying,
    ev.Stabilized: _stabilized,
    ev.ValorChecked: _valor,
    ev.CombatantLeft: _left,
    ev.Revealed: _revealed,
    ev.WentIntoHiding: _hidden,
    ev.Overridden: _overridden,
    ev.BattleEnded: _ended,
}
