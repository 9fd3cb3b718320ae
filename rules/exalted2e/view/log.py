"""The log as one seat reads it: a sentence per event, in the book's words, told from the event alone."""

from collections.abc import Sequence
from typing import Any

from rules.battle import Event, Seat
from rules.battle.events import BattleEnded, PowerSwitched
from rules.battle.lines import make_lines, say_override, say_power
from rules.exalted2e.decide.telling import count
from rules.exalted2e.events import exchange, table
from rules.exalted2e.state import PlainAction
from rules.exalted2e.state.paths import FIGURES
from rules.exalted2e.view import attacks
from rules.exalted2e.view.steps import make_step, view_steps
from rules.text import Text
from rules.view import LogStepView


def say(event: Event, seat: Seat) -> str:
    """The event in a sentence; empty where only hidden combatants act."""
    return _say_tick(event, seat) if isinstance(event, table.TickAdvanced) else LINES[type(event)](event)


def _say_tick(event: table.TickAdvanced, seat: Seat) -> str:
    names = [acting.name for acting in event.acting if seat.may_see(acting.audience)]
    if not names:
        return ""
    who = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    tick = f"long tick {event.tick}" if event.is_long else str(event.tick)
    return f"The wheel turns to {tick}. {who} act{'s' if len(names) == 1 else ''}."


def _say_joined(event: table.JoinBattleRolled) -> str:
    botch = " A botch." if event.botch else ""
    rolled = count(event.total, "success")
    return f"{event.actor_name} rolls Join Battle: {rolled}, first acts on tick {event.first}.{botch}"


def _say_scale(event: table.ScaleSet) -> str:
    if event.is_long:
        return "From now on a tick of the wheel is a long tick, a minute."
    return "From now on a tick of the wheel is a second again."


LINKS = {"aim": "at", "attack": "on", "charm": "on", "clinch": "with", "defend": "", "misc": "on"}
BROKEN = {"aim": "the Aim", "guard": "the Guard"}
VERBS = {
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


def _say_action(event: table.ActionTaken) -> str:
    penalty = f"DV −{event.penalty}" if event.penalty else "DV stays"
    speed = count(event.long_speed, "long tick") if event.long_speed else str(event.speed)
    target = f" {LINKS.get(event.action, 'against')} {event.target_name}" if event.target_name else ""
    text = f" ({event.text})" if event.text else ""
    broken = f", breaking off {BROKEN.get(event.aborted, event.aborted)}," if event.aborted else ""
    verb = VERBS.get(event.action, f"takes an action: {event.name}")
    cost = f"Speed {speed}, {penalty}, next on tick {event.next}."
    return f"{event.actor_name}{broken} {verb}{target}{text}. {cost}"


def _say_roll(event: table.ActionRolled) -> str:
    what = f" for “{event.action.text}”" if event.action.text else ""
    return f"{event.actor_name} rolls {event.pool.title}{what}: {_rolled(event)}."


def _rolled(event: table.ActionRolled) -> str:
    return f"{count(event.total, 'success')} against difficulty {event.action.request.difficulty}"


def _say_spent(event: table.Spent) -> str:
    motes = event.personal + event.peripheral
    parts = [count(motes, "mote")] if motes else []
    if event.willpower:
        parts.append(f"{event.willpower} Willpower")
    if event.virtue:
        parts.append(f"{event.virtue.title()} channeled")
    if event.dots:
        parts.append(f"{count(event.dots, 'dot')} of Willpower")
    if not parts:
        return f"{event.actor_name} uses {event.why}, once in this scene."
    return f"{event.actor_name} spends {', '.join(parts)} on {event.why}."


def _say_asked(event: table.Asked) -> str:
    who = "The Storyteller" if event.pending.kind in ("stunt", "action_stunt") else event.name
    return f"{who} is asked: {event.pending.question}"


def _say_rated(event: table.StuntRated) -> str:
    quote = f" “{event.text}”" if event.text else ""
    return f"The stunt of {event.actor_name} is rated {event.rating}.{quote}"


def _say_reward(event: table.StuntRewarded) -> str:
    if event.experience:
        return f"{event.actor_name} earns 1 experience point for a stunt of {event.rating}."
    motes = event.personal + event.peripheral
    if not (motes or event.willpower):
        return f"The stunt of {event.rating} by {event.actor_name} earns nothing: the pools are full."
    gain = "1 Willpower" if event.willpower else count(motes, "mote")
    return f"{event.actor_name} regains {gain} for a stunt of {event.rating}."


def _say_coordination(event: table.CoordinationRolled) -> str:
    rolled = f"{count(event.total, 'success')} against difficulty {event.difficulty}"
    return f"{event.actor_name} leads an attack: {rolled}. {_came_of(event)}"


def _came_of(event: table.CoordinationRolled) -> str:
    lowered = event.plan.penalty
    return (
        f"The DVs of {event.target_name} are lowered by {lowered} on tick {event.plan.at}." if lowered else "It fails."
    )


def _say_valor(event: table.ValorChecked) -> str:
    verdict = "stands" if event.stands else "will not stand"
    if event.pool is None:
        return f"{event.actor_name} {verdict}: Valor exceeds {event.foe}."
    rolled = f"{count(event.total, 'success')} against difficulty {event.difficulty}"
    return f"{event.actor_name} {verdict} against {event.foe}: {rolled}."


LINES = make_lines(
    {
        **attacks.LINES,
        BattleEnded: lambda e: f"Tick {e.turn} was the last.",
        PowerSwitched: say_power,
        table.CombatantAdded: lambda e: f"{e.combatant.name} joins the battle.",
        table.BattleStarted: lambda e: "Join Battle!",
        table.JoinBattleRolled: _say_joined,
        table.ScaleSet: _say_scale,
        table.ActionTaken: _say_action,
        table.ActionRolled: _say_roll,
        table.KeptOn: lambda e: f"{e.actor_name} keeps {'aiming' if e.action == 'aim' else 'guarding'}.",
        table.Moved: lambda e: f"{e.actor_name} moves {count(e.yards, 'yard')}.",
        table.Spent: _say_spent,
        table.BloodPaid: lambda e: f"{e.actor_name} pays {e.wounds} for {e.why}.",
        table.Asked: _say_asked,
        table.StuntRated: _say_rated,
        table.StuntRewarded: _say_reward,
        table.CoordinationRolled: _say_coordination,
        table.DyingMarked: lambda e: f"{e.actor_name} {'is dead' if e.dead else 'is dying'}.",
        table.Overridden: say_override,
        table.Stabilized: lambda e: f"{e.actor_name} keeps {e.harm.name} from death.",
        table.ValorChecked: _say_valor,
    },
    FIGURES,
)


def find_verdict(event: Event) -> str:
    """The word for how it came out, or an empty string."""
    if isinstance(event, exchange.AttackResolved):
        return attacks.find_verdict(event)
    if isinstance(event, table.StuntRated):
        return f"Stunt {event.rating}"
    return event.verdict if isinstance(event, table.ActionRolled) else ""


def list_steps(event: Event, seat: Seat) -> Sequence[LogStepView]:
    """The steps of an attack, or a roll with its pool for those whose figures it is."""
    match event:
        case exchange.MagicActivated() | exchange.Warded():
            return []
        case exchange.ExchangeEvent():
            return view_steps(event.steps, seat)
        case exchange.ClinchContested():
            return attacks.tell_contest(event, seat)
        case exchange.ClinchChosen():
            return attacks.tell_crush(event, seat)
        case exchange.PoolRolled() if event.pool is not None and (event.pool.steps or event.dice):
            pool = event.pool if event.pool.steps and seat.may_see(event.pool_for) else None
            name, text, rule = _tell_roll(event)
            quote = _quote_stunt(event.action) if isinstance(event, table.ActionRolled) else []
            return [*quote, make_step(name, text, rule, event.dice, pool)]
    return []


def _tell_roll(event: Any) -> tuple[str, str, str]:
    """What a roll is called, what came of it, and its rule."""
    rolled = f"{count(event.total, 'success')}."
    match event:
        case table.ActionRolled():
            return "Roll", f"{_rolled(event)}: {event.verdict}.", "2E-060"
        case table.CoordinationRolled():
            return "Coordinate attack", _came_of(event), "2E-300"
        case table.ValorChecked():
            return "Valor check", rolled, "2E-485"
        case exchange.CheckRolled(check="knockdown"):
            return "Knockdown", rolled, "2E-386"
        case exchange.CheckRolled():
            return "Stun", rolled, "2E-388"
    return "Join Battle", rolled, "2E-261"


def _quote_stunt(action: PlainAction) -> list[LogStepView]:
    """The stunt that the roll was told with."""
    if not (action.stunt or action.stunt_text):
        return []
    rating = f"Stunt of {action.stunt}." if action.stunt else ""
    quote = f"“{action.stunt_text}”" if action.stunt_text else ""
    return [make_step(Text("Stunt"), " ".join(filter(None, (rating, quote))), "2E-180")]
