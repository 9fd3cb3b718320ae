"""The log: each event in a sentence, with the steps that unfold."""

from collections.abc import Callable, Mapping

from rules.battle import Event, Seat
from rules.battle.events import BattleEnded
from rules.battle.lines import make_lines, say_power
from rules.pool import Breakdown
from rules.text import EMPTY, Text, join, verbatim, word
from rules.v20da import events
from rules.v20da.actions.rolling import Result
from rules.v20da.attack import DamageType
from rules.v20da.defense import NAMES
from rules.v20da.state.paths import FIGURES
from rules.v20da.traits import label_of
from rules.view import LogStepView, make_step

USES: Mapping[str, Text] = {
    "success": Text("a success that ones cannot cancel"),
    "ignore_wounds": Text("a turn without wound penalties"),
    "abort": Text("a defense in place of what was declared"),
}
GAINS: Mapping[str, Callable[[str], Text]] = {
    "prone": lambda who: Text("{who} is knocked down.", who=who),
    "held": lambda who: Text("{who} is held fast.", who=who),
    "clinched": lambda who: Text("{who} is caught in a clinch.", who=who),
    "disarmed": lambda who: Text("{who} is disarmed.", who=who),
    "staked": lambda who: Text("{who} is staked through the heart and paralysed.", who=who),
}
ROLL, ABORT, POINT = Text("Roll"), Text("Abort to a defense"), Text("A Willpower point")


def find_verdict(event: Event) -> Text:
    """Return the word for how a roll came out, or an empty text."""
    if isinstance(event, events.AttackResolved):
        if event.struck.is_hit:
            return Text("hit")
        is_botch = event.struck.attack and event.struck.attack.outcome == "botch"
        return Text("botch") if is_botch else Text("miss")
    result = getattr(event, "result", None)
    return _name_degree(result) if isinstance(result, Result) else EMPTY


def list_steps(event: Event, seat: Seat) -> list[LogStepView]:
    """Return the dice and the sums. Sums are shown only to the seat whose combatant has rolled."""
    if isinstance(event, events.AttackResolved):
        return _attack_steps(event, seat)
    if isinstance(event, events.InitiativeRolled):
        told = Text("{n} + {n2} = {total}", n=event.die, n2=event.total - event.die, total=event.total)
        return [make_step(verbatim(event.actor_name), told, "V20-140")]
    result, pool = getattr(event, "result", None), getattr(event, "pool", None)
    if isinstance(event, events.Aborted) and result is None:
        return [make_step(ABORT, POINT, "V20-145")]
    if not isinstance(result, Result):
        return []
    shown = (pool, getattr(event, "difficulty", None)) if seat.controls(getattr(event, "owner", None)) else ()
    name, rule = (ABORT, "V20-145") if isinstance(event, events.Aborted) else (ROLL, "V20-020")
    return [make_step(name, describe(result), rule, result.dice, *shown)]


def describe(result: Result) -> Text:
    """Return a roll in words: what fell, what ones took, what it comes to."""
    fallen, degree = _list_fallen(result), _name_degree(result)
    return Text("{fallen} at difficulty {difficulty}: {degree}, {n} net",
                fallen=fallen, difficulty=result.difficulty, degree=degree, n=result.net)  # fmt: skip


def _describe_net(result: Result) -> Text:
    """Return a roll in words without its degree, for a line that begins with the verdict."""
    fallen = _list_fallen(result)
    return Text("{fallen} at difficulty {difficulty}: {n} net",
                fallen=fallen, difficulty=result.difficulty, n=result.net)  # fmt: skip


def _name_degree(result: Result) -> Text:
    return word(result.degree or result.outcome)


def _list_fallen(result: Result) -> Text:
    found = [Text("{n} success", "{n} successes", n=result.rolled)]
    if result.ones:
        found.append(Text("{n} one", "{n} ones", n=result.ones))
    if result.willpower:
        found.append(Text("Willpower"))
    if result.bought:
        found.append(Text("{n} by powers", n=result.bought))
    return join(", ", found)


def _attack_steps(event: events.AttackResolved, seat: Seat) -> list[LogStepView]:
    """Return attack, defense, damage, soak and result, with the sums of the seat's own combatants."""
    mine, theirs = seat.controls(event.owner), seat.controls(event.target_owner)
    struck, steps = event.struck, list[LogStepView]()
    sums: tuple[Breakdown | None, ...]
    if struck.attack:
        sums = (event.attack_pool, event.attack_difficulty) if mine else ()
        steps.append(make_step(Text("Attack"), describe(struck.attack), "V20-150", struck.attack.dice, *sums))
    if struck.defense:
        sums = (event.defense_pool, event.defense_difficulty) if theirs else ()
        name = NAMES[event.defense]
        steps.append(make_step(name, describe(struck.defense), "V20-152", struck.defense.dice, *sums))
    if struck.is_hit and event.damage_type != "none":
        steps += _damage_steps(event, (event.damage,) if mine else (), (event.soak,) if theirs else ())
    return steps


def _damage_steps(
    event: events.AttackResolved, damage: tuple[Breakdown, ...], soak: tuple[Breakdown, ...]
) -> list[LogStepView]:
    struck = event.struck
    levels = _count_levels(struck.damage, event.damage_type)
    rolled = Text("{n} rolled: {levels}", n=len(struck.damage_dice), levels=levels)
    if struck.applied == struck.after_soak:
        soaked = Text("{n} level soaked", "{n} levels soaked", n=struck.soaked)
        left, rule = Text("{n} level", "{n} levels", n=struck.applied), "V20-184"
    else:
        soaked = Text("{n} level soaked; bashing is halved", "{n} levels soaked; bashing is halved", n=struck.soaked)
        left = Text("{n} level (bashing halved)", "{n} levels (bashing halved)", n=struck.applied)
        rule = "V20-159"
    return [
        make_step(Text("Damage"), rolled, "V20-154", struck.damage_dice, *damage),
        make_step(Text("Soak"), soaked, "V20-156", struck.soak_dice, *soak),
        make_step(Text("Result"), left, rule),
    ]


def _count_levels(levels: int, kind: DamageType) -> Text:
    match kind:
        case "bashing":
            return Text("{n} level bashing", "{n} levels bashing", n=levels)
        case "lethal":
            return Text("{n} level lethal", "{n} levels lethal", n=levels)
        case "aggravated":
            return Text("{n} level aggravated", "{n} levels aggravated", n=levels)
    return EMPTY


def _attack_line(event: events.AttackResolved) -> Text:
    struck = event.struck
    attack = Text("{who} at {whom}, {w}", who=event.actor_name, whom=event.target_name, w=event.label)
    levels = _count_levels(struck.applied, event.damage_type) if struck.is_hit else EMPTY
    if struck.attack is None:
        return Text("{attack}, {levels}.", attack=attack, levels=levels)
    net = struck.attack.net
    rolled = Text("{n} success", "{n} successes", n=net)
    if struck.defense:
        rolled = Text(
            "{n} success against {defense} {n2}", "{n} successes against {defense} {n2}",
            n=net, defense=word(event.defense), n2=struck.defense.net,
        )  # fmt: skip
    if levels:
        return Text("{attack}: {rolled}, {levels}.", attack=attack, rolled=rolled, levels=levels)
    return Text("{attack}: {rolled}.", attack=attack, rolled=rolled)


def _harm_line(event: events.Harmed) -> Text:
    told = Text("{who} takes {levels}", who=event.actor_name, levels=_count_levels(event.levels, event.harm))
    match event.health.condition:
        case "torpor":
            return Text("{harm} and falls into torpor.", harm=told)
        case "final_death":
            return Text("{harm}: Final Death.", harm=told)
        case "dead":
            return Text("{harm} and dies.", harm=told)
        case "incapacitated":
            return Text("{harm} and is Incapacitated.", harm=told)
    return join("", (told, "."))


def _abort_line(event: events.Aborted) -> Text:
    if event.success:
        return Text("{who} gives up what was declared and only defends.", who=event.actor_name)
    return Text("{who} tries to abort to a defense and fails.", who=event.actor_name)


def _difficulty_line(event: events.DifficultyGiven) -> Text:
    return Text("The Storyteller sets {who}: difficulty of action {n} from {was} to {now}.",
                who=event.actor_name, n=event.card, was=event.was, now=event.now)  # fmt: skip


def _done_line(event: events.ActionDone) -> Text:
    if event.forgone:
        return Text("{who}: {action}, let go.", who=event.actor_name, action=event.label)
    return Text("{who}: {action}.", who=event.actor_name, action=event.label)


def _roll_line(event: events.ActionTaken) -> Text:
    roll = _describe_net(event.result)
    return Text("{who} rolls {pool}: {roll}.", who=event.actor_name, pool=event.pool.title, roll=roll)


def _stride_line(event: events.StrideRolled) -> Text:
    roll = _describe_net(event.result)
    return Text("{who} tries to heal beside other actions: {roll}.", who=event.actor_name, roll=roll)


def _defense_line(event: events.DefenseChosen) -> Text:
    defense = word(event.defense) if event.defense else Text("no defense")
    return Text("{who}: {defense}.", who=event.actor_name, defense=defense)


def _blood_line(event: events.BloodSpent) -> Text:
    return Text(
        "{who} spends {n} blood point on {use}; {left} left.", "{who} spends {n} blood points on {use}; {left} left.",
        who=event.actor_name, n=event.points, use=word(event.use), left=event.left,
    )  # fmt: skip


def _willpower_line(event: events.WillpowerSpent) -> Text:
    return Text("{who} spends Willpower for {use}; {n} left.", who=event.actor_name, use=USES[event.use], n=event.left)


def _raise_line(event: events.AttributeRaised) -> Text:
    name = label_of(event.attribute)
    return Text("{who}: {name} rises to {n} for the scene.", who=event.actor_name, name=name, n=event.value)


def _end_line(event: BattleEnded) -> Text:
    return Text("Turn {n} was the last.", n=event.turn) if event.turn else Text("The battle is over.")


LINES = make_lines(
    {
        events.CombatantAdded: lambda e: Text("{who} joins.", who=e.combatant.name),
        events.TurnStarted: lambda e: Text("Turn {n} begins.", n=e.turn),
        events.InitiativeRolled: lambda e: Text("{who}: initiative {n}.", who=e.actor_name, n=e.total),
        events.CardsLaid: lambda e: Text("{who} has declared.", who=e.actor_name),
        events.ActionsDeclared: lambda e: Text(
            "{who} declares, face down: {actions}.", who=e.actor_name, actions=join(", ", e.words)
        ),
        events.DeclarationsRevealed: lambda e: Text("The declarations are turned."),
        events.CardsTurned: lambda e: Text("{who}: {actions}.", who=e.actor_name, actions=join(", ", e.words)),
        events.AttackMade: lambda e: Text(
            "{who} attacks {whom}: {w}.", who=e.actor_name, whom=e.target_name, w=e.label
        ),
        events.Aborted: _abort_line,
        events.DefenseChosen: _defense_line,
        events.AttackResolved: _attack_line,
        events.Harmed: _harm_line,
        events.ArmorRuined: lambda e: Text("The armor of {who} is ruined.", who=e.actor_name),
        events.ConditionGained: lambda e: GAINS[e.condition](e.actor_name),
        events.ConditionEnded: lambda e: Text(
            "{who} is no longer {condition}.", who=e.actor_name, condition=word(e.condition)
        ),
        events.ActionTaken: _roll_line,
        events.DifficultyGiven: _difficulty_line,
        events.ActionHeld: lambda e: Text("{who} waits for a later moment.", who=e.actor_name),
        events.ActionDone: _done_line,
        events.WillpowerSpent: _willpower_line,
        events.PowersUsed: lambda e: Text("{who} uses {name}.", who=e.actor_name, name=e.name),
        events.PowerSwitched: say_power,
        events.BloodSpent: _blood_line,
        events.AttributeRaised: _raise_line,
        events.StrideRolled: _stride_line,
        events.Healed: lambda e: Text(
            "{who} heals {n} level.", "{who} heals {n} levels.", who=e.actor_name, n=e.levels
        ),
        BattleEnded: _end_line,
    },
    FIGURES,
)
"""By the class of an event, its sentence."""
