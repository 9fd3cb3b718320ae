"""The log as a seat reads it: one sentence per event, made from the event alone."""

from collections.abc import Sequence

from rules.battle import Event, Seat
from rules.battle.events import BattleEnded
from rules.battle.lines import by, either, make_lines, say_override, says, silent
from rules.exalted2e.actions.social import ABILITIES
from rules.exalted2e.events import exchange, table
from rules.exalted2e.events.debate import InfluenceEnded, InfluenceRolled, LeaningRuled
from rules.exalted2e.events.places import DistanceSet, GroundSet
from rules.exalted2e.events.war import UnitOrdered
from rules.exalted2e.state.numbers import CHIPS
from rules.exalted2e.state.paths import FIGURES
from rules.exalted2e.traits import label
from rules.exalted2e.view import attacks, debate, plain, war
from rules.exalted2e.view.attacks import say_successes, view_steps
from rules.exalted2e.view.plain import quote
from rules.text import EMPTY, Text, join, list_texts
from rules.view import LogStepView, make_step


def say_event(event: Event, seat: Seat) -> Text:
    """Return the sentence of an event; empty if only hidden combatants act."""
    match event:
        case table.TickAdvanced():
            return _say_tick(event, seat)
        case table.ActionRolled():
            return plain.say_roll(event, seat)
        case table.DifficultySet():
            return plain.say_set(event, seat)
    return LINES[type(event)](event)


def _say_tick(event: table.TickAdvanced, seat: Seat) -> Text:
    names = [acting.name for acting in event.acting if seat.may_see(acting.audience)]
    if not names:
        return EMPTY
    acts = Text("{who} acts.", who=names[0]) if len(names) == 1 else Text("{names} act.", names=list_texts(names))
    return join(" ", (_say_turned(event), acts))


_say_turned = either(
    "is_long", says("The wheel moves to long tick {n}.", n="tick"), says("The wheel moves to tick {n}.", n="tick")
)


_say_join = by(
    "battle",
    {
        "war": says(
            "{who} rolls Join War: {n} success, first acts on tick {n2}.",
            "{who} rolls Join War: {n} successes, first acts on tick {n2}.",
            n="total",
            n2="first",
        ),
        "debate": says(
            "{who} rolls Join Debate: {n} success, first acts on tick {n2}.",
            "{who} rolls Join Debate: {n} successes, first acts on tick {n2}.",
            n="total",
            n2="first",
        ),
    },
    says(
        "{who} rolls Join Battle: {n} success, first acts on tick {n2}.",
        "{who} rolls Join Battle: {n} successes, first acts on tick {n2}.",
        n="total",
        n2="first",
    ),
)


def _say_joined(event: table.JoinBattleRolled) -> Text:
    line = _say_join(event)
    return join(" ", (line, Text("A botch."))) if event.botch else line


_say_other = says("{who} takes an action: {name}")
_say_does = by(
    "action",
    {
        "attack": says("{who} declares an attack"),
        "clinch": says("{who} contests the clinch"),
        "flurry": says("{who} declares a flurry"),
        "guard": says("{who} guards"),
        "aim": says("{who} aims"),
        "dash": says("{who} dashes"),
        "ready": says("{who} readies a weapon"),
        "rise": says("{who} rises"),
        "jump": says("{who} jumps"),
        "misc": says("{who} acts"),
        "charm": says("{who} uses a Simple Charm"),
        "coordinate": says("{who} coordinates an attack"),
        "defend": says("{who} defends"),
        "order": says("{who} orders another formation"),
        "rally": says("{who} rallies the unit"),
        **dict.fromkeys(ABILITIES, says("{who} makes several social attacks")),
    },
    _say_other,
)
_say_aimed = by(
    "action",
    {
        "aim": says("{who} aims at {whom}"),
        "attack": says("{who} declares an attack on {whom}"),
        "charm": says("{who} uses a Simple Charm on {whom}"),
        "clinch": says("{who} contests the clinch with {whom}"),
        "coordinate": says("{who} coordinates an attack against {whom}"),
        "defend": says("{who} defends {whom}"),
        "misc": says("{who} acts on {whom}"),
        **dict.fromkeys(ABILITIES, says("{who} makes a social attack on {whom}")),
    },
    _say_other,
)
_say_what = either("target_name", _say_aimed, _say_does)
_say_declared = either("text", says("{what} ({text}).", what=_say_what), says("{what}.", what=_say_what))
_say_broken = by("aborted", {"": silent, "aim": says("{who} stops aiming.")}, says("{who} stops guarding."))
_say_cost = says(
    "{speed}, {penalty}, next on tick {n}.",
    speed=either(
        "long_speed", says("Speed {n} long tick", "Speed {n} long ticks", n="long_speed"), says("Speed {n}", n="speed")
    ),
    penalty=either("penalty", says("DV −{n}", n="penalty"), says("no DV penalty")),
    n="next",
)


def _say_action(event: table.ActionTaken) -> Text:
    return join(" ", (_say_broken(event), _say_declared(event), _say_cost(event)))


_rolled = says(
    "{n} success against difficulty {n2}", "{n} successes against difficulty {n2}", n="total", n2="difficulty"
)


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
        return Text("{who} uses {why}, once per scene.", who=event.actor_name, why=event.why)
    return Text("{who} spends {cost} on {why}.", who=event.actor_name, cost=join(", ", parts), why=event.why)


def _say_rated(event: table.StuntRated) -> Text:
    rated = Text("{who}’s stunt is rated {n}.", who=event.actor_name, n=event.rating)
    return join(" ", (rated, quote(event.text)))


def _say_reward(event: table.StuntRewarded) -> Text:
    who, rating, motes = event.actor_name, event.rating, event.personal + event.peripheral
    if event.experience:
        return Text("{who} earns 1 experience point for a {n}-die stunt.", who=who, n=rating)
    if event.willpower:
        return Text("{who} regains 1 Willpower for a {n}-die stunt.", who=who, n=rating)
    if motes:
        return Text(
            "{who} regains {n} mote for a {n2}-die stunt.",
            "{who} regains {n} motes for a {n2}-die stunt.",
            who=who,
            n=motes,
            n2=rating,
        )
    return Text("{who}’s {n}-die stunt earns nothing: the pools are full.", who=who, n=rating)


_came_of = either(
    "plan.penalty",
    says("{whom}’s DVs drop by {n} on tick {n2}.", n="plan.penalty", n2="plan.at"),
    says("It fails."),
)
_say_led = says("{who} leads an attack: {result}.", result=_rolled)

_say_moved = either(
    "target",
    either(
        "away",
        says("{who} moves {n} yard away from {whom}.", "{who} moves {n} yards away from {whom}.", n="yards"),
        says("{who} moves {n} yard toward {whom}.", "{who} moves {n} yards toward {whom}.", n="yards"),
    ),
    says("{who} moves {n} yard.", "{who} moves {n} yards.", n="yards"),
)
_say_apart = says("{who} is {n} yard from {whom}.", "{who} is {n} yards from {whom}.", n="apart.yards")

LINES = make_lines(
    {
        **attacks.LINES,
        BattleEnded: says("Tick {n} was the last.", n="turn"),
        table.CombatantAdded: says("{who} joins the battle.", who="combatant.name"),
        table.BattleStarted: by(
            "battle", {"war": says("Join War!"), "debate": says("Join Debate!")}, says("Join Battle!")
        ),
        **war.LINES,
        **debate.LINES,
        table.JoinBattleRolled: _say_joined,
        table.ScaleSet: either(
            "is_long",
            says("Ticks on the wheel are now long ticks of one minute."),
            says("Ticks on the wheel are seconds again."),
        ),
        table.ActionTaken: _say_action,
        table.KeptOn: by("action", {"aim": says("{who} keeps aiming.")}, says("{who} keeps guarding.")),
        table.Moved: _say_moved,
        DistanceSet: _say_apart,
        GroundSet: says("{who}’s position: {told}."),
        table.Spent: _say_spent,
        table.BloodPaid: says("{who} pays {cost} for {why}.", cost="wounds"),
        table.Asked: by(
            "pending.kind",
            dict.fromkeys(
                ("stunt", "action_stunt"), says("The Storyteller is asked: {question}", question="pending.question")
            ),
            says("{who} is asked: {question}", who="name", question="pending.question"),
        ),
        table.StuntRated: _say_rated,
        table.StuntRewarded: _say_reward,
        table.CoordinationRolled: lambda e: join(" ", (_say_led(e), _came_of(e))),
        table.DyingMarked: either("dead", says("{who} is dead."), says("{who} is dying.")),
        table.Overridden: say_override(CHIPS),
        table.Stabilized: says("{who} saves {whom} from death.", whom="harm.name"),
        table.ValorChecked: either(
            "is_unit",
            war.say_nerve,
            either(
                "pool",
                either(
                    "stands",
                    says("{who} holds against {foe}: {result}.", result=_rolled),
                    says("{who} refuses to fight {foe}: {result}.", result=_rolled),
                ),
                says("{who} holds: Valor is high enough against {foe}."),
            ),
        ),
    },
    FIGURES,
    CHIPS,
)


def find_verdict(event: Event, seat: Seat) -> Text:
    """Return the result of an event in a word, or an empty text."""
    if isinstance(event, exchange.AttackResolved):
        return attacks.find_verdict(event)
    if isinstance(event, InfluenceEnded):
        return debate.VERDICTS[event.outcome]
    if isinstance(event, table.StuntRated):
        return Text("Stunt {n}", n=event.rating)
    return plain.find_verdict(event, seat) if isinstance(event, table.ActionRolled) else EMPTY


def list_steps(event: Event, seat: Seat) -> Sequence[LogStepView]:
    """Return the steps of an attack, or a roll, with its pool if the seat may see it."""
    match event:
        case exchange.MagicActivated() | exchange.Warded():
            return []
        case exchange.ExchangeEvent():
            return view_steps(event.steps, seat)
        case exchange.ClinchContested():
            return attacks.describe_contest(event, seat)
        case exchange.ClinchChosen():
            return attacks.describe_crush(event, seat)
        case InfluenceRolled():
            return debate.describe_words(event, seat)
        case LeaningRuled():
            return debate.describe_leaning(event)
        case exchange.PoolRolled() if event.pool is not None and (event.pool.steps or event.dice):
            pool = event.pool if event.pool.steps and seat.may_see(event.pool_for) else None
            name, text, rule = _describe_roll(event, seat)
            step = make_step(name, text, rule, event.dice, pool)
            if isinstance(event, table.ActionRolled):
                return [*plain.describe_stunt(event.action), step, *plain.describe_botch(event)]
            return [step]
    return []


def _describe_roll(event: exchange.PoolRolled, seat: Seat) -> tuple[Text, Text, str]:
    """Return the name of a roll, its result and its rule."""
    match event:
        case table.ActionRolled():
            return Text("Roll"), plain.say_outcome(event, seat), "2E-060"
        case table.CoordinationRolled():
            return Text("Coordinate attack"), _came_of(event), "2E-300"
        case table.ValorChecked():
            name = Text("Morale check") if event.is_unit else Text("Valor check")
            return name, say_successes(event.total), "2E-485"
        case UnitOrdered():
            return Text("Order to the unit"), say_successes(event.total), "2E-505"
        case exchange.CheckRolled(check="knockdown"):
            return Text("Knockdown"), say_successes(event.total), "2E-386"
        case exchange.CheckRolled():
            return Text("Stun"), say_successes(event.total), "2E-388"
    if isinstance(event, table.JoinBattleRolled) and event.battle == "war":
        return Text("Join War"), say_successes(event.total), "2E-503"
    if isinstance(event, table.JoinBattleRolled) and event.battle == "debate":
        return Text("Join Debate"), say_successes(event.total), "2E-510"
    return Text("Join Battle"), say_successes(event.total), "2E-261"
