"""The log as a seat reads it: one sentence per event, made from the event alone."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from rules.battle import Event, Seat
from rules.battle.events import BattleEnded, PowerSwitched
from rules.battle.lines import make_lines, say_override, say_power
from rules.exalted2e.events import exchange, table
from rules.exalted2e.state import PlainAction
from rules.exalted2e.state.paths import FIGURES
from rules.exalted2e.traits import label
from rules.exalted2e.view import attacks
from rules.exalted2e.view.attacks import say_successes
from rules.exalted2e.view.steps import view_steps
from rules.text import EMPTY, Text, join, list_texts
from rules.view import LogStepView, make_step


def say(event: Event, seat: Seat) -> Text:
    """Return the sentence of an event; empty if only hidden combatants act."""
    return _say_tick(event, seat) if isinstance(event, table.TickAdvanced) else LINES[type(event)](event)


def _say_tick(event: table.TickAdvanced, seat: Seat) -> Text:
    names = [acting.name for acting in event.acting if seat.may_see(acting.audience)]
    if not names:
        return EMPTY
    turned = Text("The wheel turns to {n}.", n=event.tick)
    if event.is_long:
        turned = Text("The wheel turns to long tick {n}.", n=event.tick)
    acts = Text("{who} acts.", who=names[0]) if len(names) == 1 else Text("{names} act.", names=list_texts(names))
    return join(" ", (turned, acts))


def _say_joined(event: table.JoinBattleRolled) -> Text:
    told = Text(
        "{who} rolls Join Battle: {n} success, first acts on tick {n2}.",
        "{who} rolls Join Battle: {n} successes, first acts on tick {n2}.",
        who=event.actor_name, n=event.total, n2=event.first,
    )  # fmt: skip
    return join(" ", (told, Text("A botch."))) if event.botch else told


def _say_scale(event: table.ScaleSet) -> Text:
    if event.is_long:
        return Text("From now on a tick of the wheel is a long tick, a minute.")
    return Text("From now on a tick of the wheel is a second again.")


DOES: Final[Mapping[str, Callable[[Any], Text]]] = {
    "attack": lambda e: Text("{who} declares an attack", who=e.actor_name),
    "clinch": lambda e: Text("{who} contests the clinch", who=e.actor_name),
    "flurry": lambda e: Text("{who} declares a flurry", who=e.actor_name),
    "guard": lambda e: Text("{who} guards", who=e.actor_name),
    "aim": lambda e: Text("{who} aims", who=e.actor_name),
    "dash": lambda e: Text("{who} dashes", who=e.actor_name),
    "ready": lambda e: Text("{who} readies a weapon", who=e.actor_name),
    "rise": lambda e: Text("{who} rises", who=e.actor_name),
    "jump": lambda e: Text("{who} jumps", who=e.actor_name),
    "misc": lambda e: Text("{who} acts", who=e.actor_name),
    "charm": lambda e: Text("{who} uses a Simple Charm", who=e.actor_name),
    "coordinate": lambda e: Text("{who} coordinates an attack", who=e.actor_name),
    "defend": lambda e: Text("{who} defends", who=e.actor_name),
}
AIMED: Final[Mapping[str, Callable[[Any], Text]]] = {
    "aim": lambda e: Text("{who} aims at {whom}", who=e.actor_name, whom=e.target_name),
    "attack": lambda e: Text("{who} declares an attack on {whom}", who=e.actor_name, whom=e.target_name),
    "charm": lambda e: Text("{who} uses a Simple Charm on {whom}", who=e.actor_name, whom=e.target_name),
    "clinch": lambda e: Text("{who} contests the clinch with {whom}", who=e.actor_name, whom=e.target_name),
    "coordinate": lambda e: Text("{who} coordinates an attack against {whom}", who=e.actor_name, whom=e.target_name),
    "defend": lambda e: Text("{who} defends {whom}", who=e.actor_name, whom=e.target_name),
    "misc": lambda e: Text("{who} acts on {whom}", who=e.actor_name, whom=e.target_name),
}
"""Actions by kind, without and with a target."""


def _say_action(event: table.ActionTaken) -> Text:
    does = (AIMED if event.target_name else DOES).get(event.action)
    action = does(event) if does else Text("{who} takes an action: {name}", who=event.actor_name, name=event.name)
    told = Text("{what}.", what=action)
    if event.text:
        told = Text("{what} ({text}).", what=action, text=event.text)
    return join(" ", (_say_broken(event), told, _say_cost(event)))


def _say_broken(event: table.ActionTaken) -> Text:
    if event.aborted == "aim":
        return Text("{who} breaks off the Aim.", who=event.actor_name)
    return Text("{who} breaks off the Guard.", who=event.actor_name) if event.aborted else EMPTY


def _say_cost(event: table.ActionTaken) -> Text:
    speed = Text("Speed {n}", n=event.speed)
    if event.long_speed:
        speed = Text("Speed {n} long tick", "Speed {n} long ticks", n=event.long_speed)
    penalty = Text("DV −{n}", n=event.penalty) if event.penalty else Text("DV stays")
    return Text("{speed}, {penalty}, next on tick {n}.", speed=speed, penalty=penalty, n=event.next)


def _say_roll(event: table.ActionRolled) -> Text:
    told = {"who": event.actor_name, "what": event.pool.title, "result": _rolled(event)}
    if event.action.text:
        return Text("{who} rolls {what} for “{text}”: {result}.", **told, text=event.action.text)
    return Text("{who} rolls {what}: {result}.", **told)


def _rolled(event: table.ActionRolled | table.CoordinationRolled | table.ValorChecked) -> Text:
    difficulty = event.action.request.difficulty if isinstance(event, table.ActionRolled) else event.difficulty
    return Text(
        "{n} success against difficulty {n2}", "{n} successes against difficulty {n2}", n=event.total, n2=difficulty
    )  # fmt: skip


def _say_spent(event: table.Spent) -> Text:
    motes = event.personal + event.peripheral
    parts = [Text("{n} mote", "{n} motes", n=motes)] if motes else []
    if event.willpower:
        parts.append(Text("{n} Willpower", n=event.willpower))
    if event.virtue:
        parts.append(Text("{trait} channeled", trait=label(event.virtue)))
    if event.dots:
        parts.append(Text("{n} dot of Willpower", "{n} dots of Willpower", n=event.dots))
    if not parts:
        return Text("{who} uses {why}, once in this scene.", who=event.actor_name, why=event.why)
    return Text("{who} spends {cost} on {why}.", who=event.actor_name, cost=join(", ", parts), why=event.why)


def _say_asked(event: table.Asked) -> Text:
    question = event.pending.question
    if event.pending.kind in ("stunt", "action_stunt"):
        return Text("The Storyteller is asked: {question}", question=question)
    return Text("{who} is asked: {question}", who=event.name, question=question)


def _quote(text: str) -> Text:
    return Text("“{text}”", text=text) if text else EMPTY


def _say_rated(event: table.StuntRated) -> Text:
    rated = Text("The stunt of {who} is rated {n}.", who=event.actor_name, n=event.rating)
    return join(" ", (rated, _quote(event.text)))


def _say_reward(event: table.StuntRewarded) -> Text:
    who, rating, motes = event.actor_name, event.rating, event.personal + event.peripheral
    if event.experience:
        return Text("{who} earns 1 experience point for a stunt of {n}.", who=who, n=rating)
    if event.willpower:
        return Text("{who} regains 1 Willpower for a stunt of {n}.", who=who, n=rating)
    if motes:
        return Text(
            "{who} regains {n} mote for a stunt of {n2}.", "{who} regains {n} motes for a stunt of {n2}.",
            who=who, n=motes, n2=rating,
        )  # fmt: skip
    return Text("The stunt of {n} by {who} earns nothing: the pools are full.", who=who, n=rating)


def _say_coordination(event: table.CoordinationRolled) -> Text:
    led = Text("{who} leads an attack: {result}.", who=event.actor_name, result=_rolled(event))
    return join(" ", (led, _came_of(event)))


def _came_of(event: table.CoordinationRolled) -> Text:
    whom, lowered = event.target_name, event.plan.penalty
    if not lowered:
        return Text("It fails.")
    return Text("The DVs of {whom} are lowered by {n} on tick {n2}.", whom=whom, n=lowered, n2=event.plan.at)


def _say_valor(event: table.ValorChecked) -> Text:
    about = {"who": event.actor_name, "foe": event.foe}
    if event.pool is None:
        return Text("{who} stands: Valor exceeds {foe}.", **about)
    if event.stands:
        return Text("{who} stands against {foe}: {result}.", **about, result=_rolled(event))
    return Text("{who} will not stand against {foe}: {result}.", **about, result=_rolled(event))


def _say_kept(event: table.KeptOn) -> Text:
    if event.action == "aim":
        return Text("{who} keeps aiming.", who=event.actor_name)
    return Text("{who} keeps guarding.", who=event.actor_name)


def _say_dying(event: table.DyingMarked) -> Text:
    return Text("{who} is dead.", who=event.actor_name) if event.dead else Text("{who} is dying.", who=event.actor_name)


LINES = make_lines(
    {
        **attacks.LINES,
        BattleEnded: lambda e: Text("Tick {n} was the last.", n=e.turn),
        PowerSwitched: say_power,
        table.CombatantAdded: lambda e: Text("{who} joins the battle.", who=e.combatant.name),
        table.BattleStarted: lambda e: Text("Join Battle!"),
        table.JoinBattleRolled: _say_joined,
        table.ScaleSet: _say_scale,
        table.ActionTaken: _say_action,
        table.ActionRolled: _say_roll,
        table.KeptOn: _say_kept,
        table.Moved: lambda e: Text("{who} moves {n} yard.", "{who} moves {n} yards.", who=e.actor_name, n=e.yards),
        table.Spent: _say_spent,
        table.BloodPaid: lambda e: Text("{who} pays {cost} for {why}.", who=e.actor_name, cost=e.wounds, why=e.why),
        table.Asked: _say_asked,
        table.StuntRated: _say_rated,
        table.StuntRewarded: _say_reward,
        table.CoordinationRolled: _say_coordination,
        table.DyingMarked: _say_dying,
        table.Overridden: say_override,
        table.Stabilized: lambda e: Text("{who} keeps {whom} from death.", who=e.actor_name, whom=e.harm.name),
        table.ValorChecked: _say_valor,
    },
    FIGURES,
)


def find_verdict(event: Event) -> Text:
    """Return the result of an event in a word, or an empty text."""
    if isinstance(event, exchange.AttackResolved):
        return attacks.find_verdict(event)
    if isinstance(event, table.StuntRated):
        return Text("Stunt {n}", n=event.rating)
    return event.verdict if isinstance(event, table.ActionRolled) else EMPTY


def list_steps(event: Event, seat: Seat) -> Sequence[LogStepView]:
    """Return the steps of an attack, or a roll, with its pool if the seat may see it."""
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
            stunt = _tell_stunt(event.action) if isinstance(event, table.ActionRolled) else []
            return [*stunt, make_step(name, text, rule, event.dice, pool)]
    return []


def _tell_roll(event: exchange.PoolRolled) -> tuple[Text, Text, str]:
    """Return the name of a roll, its result and its rule."""
    match event:
        case table.ActionRolled():
            result = Text("{what}: {verdict}.", what=_rolled(event), verdict=event.verdict)
            return Text("Roll"), result, "2E-060"
        case table.CoordinationRolled():
            return Text("Coordinate attack"), _came_of(event), "2E-300"
        case table.ValorChecked():
            return Text("Valor check"), say_successes(event.total), "2E-485"
        case exchange.CheckRolled(check="knockdown"):
            return Text("Knockdown"), say_successes(event.total), "2E-386"
        case exchange.CheckRolled():
            return Text("Stun"), say_successes(event.total), "2E-388"
    return Text("Join Battle"), say_successes(event.total), "2E-261"


def _tell_stunt(action: PlainAction) -> list[LogStepView]:
    """Return the stunt of a roll as a step, if there was one."""
    rating = Text("Stunt of {n}.", n=action.stunt) if action.stunt else EMPTY
    told = join(" ", (rating, _quote(action.stunt_text)))
    return [make_step(Text("Stunt"), told, "2E-180")] if told else []
