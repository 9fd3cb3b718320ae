"""The log: each event in a sentence, with the steps that unfold."""

from rules.battle import Event, Seat
from rules.battle.events import BattleEnded
from rules.battle.lines import make_lines, say_power
from rules.pool import Breakdown
from rules.v20da import events
from rules.v20da.actions.rolling import Result
from rules.v20da.state.paths import FIGURES
from rules.v20da.view.steps import make_step
from rules.view import LogStepView, count

ENDS = {"torpor": " and falls into torpor", "final_death": ": Final Death", "dead": " and dies",
        "incapacitated": " and is Incapacitated"}  # fmt: skip
USES = {"success": "a success that ones cannot cancel", "ignore_wounds": "a turn without wound penalties",
        "abort": "a defense in place of what was declared"}  # fmt: skip
GAINS = {"prone": "is knocked down", "held": "is held fast", "clinched": "is caught in a clinch",
         "disarmed": "is disarmed", "staked": "is staked through the heart and paralysed"}  # fmt: skip


def find_verdict(event: Event) -> str:
    """The word for how a roll came out, or an empty string."""
    if isinstance(event, events.AttackResolved):
        if event.struck.is_hit:
            return "hit"
        return "botch" if event.struck.attack and event.struck.attack.outcome == "botch" else "miss"
    result = getattr(event, "result", None)
    return (result.degree or result.outcome) if isinstance(result, Result) else ""


def list_steps(event: Event, seat: Seat) -> list[LogStepView]:
    """The dice and the sums; sums only of the seat's own combatants."""
    if isinstance(event, events.AttackResolved):
        return _attack_steps(event, seat)
    if isinstance(event, events.InitiativeRolled):
        return [make_step(event.actor_name, f"{event.die} + {event.total - event.die} = {event.total}", "V20-140")]
    result, pool = getattr(event, "result", None), getattr(event, "pool", None)
    if isinstance(event, events.Aborted) and result is None:
        return [make_step("Abort to a defense", "A Willpower point", "V20-145")]
    if not isinstance(result, Result):
        return []
    shown = (pool, getattr(event, "difficulty", None)) if seat.controls(getattr(event, "owner", None)) else ()
    name, rule = ("Abort to a defense", "V20-145") if isinstance(event, events.Aborted) else ("Roll", "V20-020")
    return [make_step(name, describe(result), rule, result.dice, shown)]


def describe(result: Result) -> str:
    """A roll in words: what fell, what ones took, what it comes to."""
    return f"{_fallen(result)}: {result.degree or result.outcome}, {result.net} net"


def _said(result: Result) -> str:
    """As `describe`, where the verdict stands before the line."""
    return f"{_fallen(result)}: {result.net} net"


def _fallen(result: Result) -> str:
    ones = f", {count(result.ones, 'one')}" if result.ones else ""
    point = ", Willpower" if result.willpower else ""
    point += f", {result.bought} by powers" if result.bought else ""
    return f"{count(result.rolled, 'success')}{ones}{point} at difficulty {result.difficulty}"


def _attack_steps(event: events.AttackResolved, seat: Seat) -> list[LogStepView]:
    """Attack, defense, damage, soak, result; sums only of one's own combatants."""
    mine, theirs = seat.controls(event.owner), seat.controls(event.target_owner)
    struck, steps = event.struck, list[LogStepView]()
    sums: tuple[Breakdown | None, ...]
    if struck.attack:
        sums = (event.attack_pool, event.attack_difficulty) if mine else ()
        steps.append(make_step("Attack", describe(struck.attack), "V20-150", struck.attack.dice, sums))
    if struck.defense:
        sums = (event.defense_pool, event.defense_difficulty) if theirs else ()
        name = event.defense.capitalize()
        steps.append(make_step(name, describe(struck.defense), "V20-152", struck.defense.dice, sums))
    if struck.is_hit and event.damage_type != "none":
        said = f"{len(struck.damage_dice)} rolled: {count(struck.damage, 'level')} {event.damage_type}"
        steps.append(make_step("Damage", said, "V20-154", struck.damage_dice, (event.damage,) if mine else ()))
        is_halved = struck.applied != struck.after_soak
        said = f"{count(struck.soaked, 'level')} soaked{'; bashing is halved' if is_halved else ''}"
        steps.append(make_step("Soak", said, "V20-156", struck.soak_dice, (event.soak,) if theirs else ()))
        half = " (bashing halved)" if is_halved else ""
        rule = "V20-159" if is_halved else "V20-184"
        steps.append(make_step("Result", f"{count(struck.applied, 'level')}{half}", rule))
    return steps


def _attack_line(event: events.AttackResolved) -> str:
    struck = event.struck
    who = f"{event.actor_name} at {event.target_name}, {event.label}"
    rolled = f": {count(struck.attack.net, 'success')}" if struck.attack else ""
    if struck.defense:
        rolled += f" against {event.defense} {struck.defense.net}"
    if not struck.is_hit:
        return f"{who}{rolled}."
    if event.damage_type == "none":
        return f"{who}{rolled}."
    return f"{who}{rolled}, {count(struck.applied, 'level')} {event.damage_type}."


def _harm_line(event: events.Harmed) -> str:
    health = event.health
    return f"{event.actor_name} takes {count(event.levels, 'level')} {event.harm}{ENDS.get(health.condition, '')}."


def _abort_line(event: events.Aborted) -> str:
    if event.success:
        return f"{event.actor_name} gives up what was declared and only defends."
    return f"{event.actor_name} tries to abort to a defense and fails."


def _difficulty_line(event: events.DifficultyGiven) -> str:
    return (
        f"The Storyteller sets {event.actor_name}: difficulty of action {event.card} from {event.was} to {event.now}."
    )


def _roll_line(event: events.ActionTaken) -> str:
    return f"{event.actor_name} rolls {event.pool.title}: {_said(event.result)}."


LINES = make_lines(
    {
        events.CombatantAdded: lambda e: f"{e.combatant.name} joins.",
        events.TurnStarted: lambda e: f"Turn {e.turn} begins.",
        events.InitiativeRolled: lambda e: f"{e.actor_name}: initiative {e.total}.",
        events.CardsLaid: lambda e: f"{e.actor_name} has declared.",
        events.ActionsDeclared: lambda e: f"{e.actor_name} declares, face down: {', '.join(e.words)}.",
        events.DeclarationsRevealed: lambda e: "The declarations are turned.",
        events.CardsTurned: lambda e: f"{e.actor_name}: {', '.join(e.words)}.",
        events.AttackMade: lambda e: f"{e.actor_name} attacks {e.target_name}: {e.label}.",
        events.Aborted: _abort_line,
        events.DefenseChosen: lambda e: f"{e.actor_name}: {e.defense or 'no defense'}.",
        events.AttackResolved: _attack_line,
        events.Harmed: _harm_line,
        events.ArmorRuined: lambda e: f"The armor of {e.actor_name} is ruined.",
        events.ConditionGained: lambda e: f"{e.actor_name} {GAINS[e.condition]}.",
        events.ConditionEnded: lambda e: f"{e.actor_name} is no longer {e.condition}.",
        events.ActionTaken: _roll_line,
        events.DifficultyGiven: _difficulty_line,
        events.ActionHeld: lambda e: f"{e.actor_name} waits for a later moment.",
        events.ActionDone: lambda e: f"{e.actor_name}: {e.label}{', let go' if e.forgone else ''}.",
        events.WillpowerSpent: lambda e: f"{e.actor_name} spends Willpower for {USES[e.use]}; {e.left} left.",
        events.PowersUsed: lambda e: f"{e.actor_name} uses {e.name}.",
        events.PowerSwitched: say_power,
        events.BloodSpent: lambda e: (
            f"{e.actor_name} spends {count(e.points, 'blood point')} on {e.use}; {e.left} left."
        ),
        events.AttributeRaised: lambda e: f"{e.actor_name}: {e.attribute.title()} rises to {e.value} for the scene.",
        events.StrideRolled: lambda e: f"{e.actor_name} tries to heal beside other actions: {_said(e.result)}.",
        events.Healed: lambda e: f"{e.actor_name} heals {count(e.levels, 'level')}.",
        BattleEnded: lambda e: f"Turn {e.turn} was the last." if e.turn else "The battle is over.",
    },
    FIGURES,
)
