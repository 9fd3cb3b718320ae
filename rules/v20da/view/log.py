"""The log: each event in a sentence, with the steps that unfold."""

from collections.abc import Mapping

from rules.battle import Event, Seat
from rules.battle.events import BattleEnded
from rules.battle.lines import by, either, make_lines, say_power, says
from rules.pool import Breakdown
from rules.text import EMPTY, Text, join, verbatim, word
from rules.v20da import events as ev
from rules.v20da.actions.rolling import Result
from rules.v20da.attack import DamageType
from rules.v20da.defense import NAMES
from rules.v20da.state.numbers import CHIPS
from rules.v20da.state.paths import FIGURES
from rules.v20da.traits import label_of
from rules.view import LogStepView, make_step

USES: Mapping[str, Text] = {
    "success": Text("a success that ones can’t cancel"),
    "ignore_wounds": Text("one turn without wound penalties"),
    "abort": Text("a defense instead of what was declared"),
}
ROLL, ABORT, POINT = Text("Roll"), Text("Abort to a defense"), Text("A Willpower point")


def find_verdict(event: Event) -> Text:
    """Return the word for how a roll came out, or an empty text."""
    if isinstance(event, ev.EscapeTried):
        return Text("free") if event.escaped else Text("still in the clinch")
    if isinstance(event, ev.AttackResolved):
        if event.struck.is_hit:
            return Text("hit")
        is_botch = event.struck.attack and event.struck.attack.outcome == "botch"
        return Text("botch") if is_botch else Text("miss")
    result = getattr(event, "result", None)
    return _name_degree(result) if isinstance(result, Result) else EMPTY


def list_steps(event: Event, seat: Seat) -> list[LogStepView]:
    """Return the dice and the sums. Sums are shown only to the seat whose combatant has rolled."""
    if isinstance(event, ev.AttackResolved):
        return _attack_steps(event, seat)
    if isinstance(event, ev.InitiativeRolled):
        text = Text("{n} + {n2} = {total}", n=event.die, n2=event.total - event.die, total=event.total)
        return [make_step(verbatim(event.actor_name), text, "V20-140")]
    if isinstance(event, ev.EscapeTried):
        return _escape_steps(event, seat)
    result, pool = getattr(event, "result", None), getattr(event, "pool", None)
    if isinstance(event, ev.Aborted) and result is None:
        return [make_step(ABORT, POINT, "V20-145")]
    if not isinstance(result, Result):
        return []
    shown = (pool, getattr(event, "difficulty", None)) if seat.controls(getattr(event, "owner", None)) else ()
    name, rule = (ABORT, "V20-145") if isinstance(event, ev.Aborted) else (ROLL, "V20-020")
    return [make_step(name, describe(result), rule, result.dice, *shown)]


def describe(result: Result) -> Text:
    """Return a roll in words: what fell, what ones took, what it comes to."""
    fallen, degree = _list_fallen(result), _name_degree(result)
    return Text(
        "{fallen} at difficulty {difficulty}: {degree}, {n} net",
        fallen=fallen,
        difficulty=result.difficulty,
        degree=degree,
        n=result.net,
    )


def _name_degree(result: Result) -> Text:
    return word(result.degree or result.outcome)


def _list_fallen(result: Result) -> Text:
    found = [Text("{n} success", "{n} successes", n=result.rolled)]
    if result.ones:
        found.append(Text("{n} one", "{n} ones", n=result.ones))
    if result.willpower:
        found.append(Text("Willpower"))
    if result.bought:
        found.append(Text("{n} from powers", n=result.bought))
    return join(", ", found)


def _escape_steps(event: ev.EscapeTried, seat: Seat) -> list[LogStepView]:
    """Return both rolls of an escape, with the sums of the seat's own combatants."""
    mine = (event.pool, event.difficulty) if seat.controls(event.owner) else ()
    theirs = (event.other_pool, event.other_difficulty) if seat.controls(event.other_owner) else ()
    own, other = event.result, event.other_result
    return [
        make_step(verbatim(event.actor_name), describe(own), "V20-340", own.dice, *mine),
        make_step(verbatim(event.other_name), describe(other), "V20-340", other.dice, *theirs),
    ]


def _attack_steps(event: ev.AttackResolved, seat: Seat) -> list[LogStepView]:
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
    event: ev.AttackResolved, damage: tuple[Breakdown, ...], soak: tuple[Breakdown, ...]
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
            return Text("{n} bashing level", "{n} bashing levels", n=levels)
        case "lethal":
            return Text("{n} lethal level", "{n} lethal levels", n=levels)
        case "aggravated":
            return Text("{n} aggravated level", "{n} aggravated levels", n=levels)
    return EMPTY


_describe_net = says(
    "{fallen} at difficulty {difficulty}: {n} net",
    fallen=lambda e: _list_fallen(e.result),
    difficulty="result.difficulty",
    n="result.net",
)
"""A roll in words without its degree, for a line that begins with the verdict."""


def _attack_line(event: ev.AttackResolved) -> Text:
    struck = event.struck
    attack = Text("{who} vs. {whom}, {w}", who=event.actor_name, whom=event.target_name, w=event.label)
    levels = _count_levels(struck.applied, event.damage_type) if struck.is_hit else EMPTY
    if struck.attack is None:
        return Text("{attack}, {levels}.", attack=attack, levels=levels)
    net = struck.attack.net
    rolled = Text("{n} success", "{n} successes", n=net)
    if struck.defense:
        rolled = Text(
            "{n} success against {defense} {n2}",
            "{n} successes against {defense} {n2}",
            n=net,
            defense=word(event.defense),
            n2=struck.defense.net,
        )
    if levels:
        return Text("{attack}: {rolled}, {levels}.", attack=attack, rolled=rolled, levels=levels)
    return Text("{attack}: {rolled}.", attack=attack, rolled=rolled)


_take_levels = says("{who} takes {levels}", levels=lambda e: _count_levels(e.levels, e.harm))

LINES = make_lines(
    {
        ev.CombatantAdded: says("{who} joins.", who="combatant.name"),
        ev.TurnStarted: says("Turn {n} starts.", n="turn"),
        ev.InitiativeRolled: says("{who}: initiative {n}.", n="total"),
        ev.CardsLaid: says("{who} has declared."),
        ev.ActionsDeclared: either(
            "is_open",
            says("{who} declares: {actions}.", actions=lambda e: join(", ", e.words)),
            says("{who} declares, face down: {actions}.", actions=lambda e: join(", ", e.words)),
        ),
        ev.DeclarationsRevealed: says("Declarations are revealed."),
        ev.CardsTurned: says("{who}: {actions}.", actions=lambda e: join(", ", e.words)),
        ev.AttackMade: says("{who} attacks {whom}: {w}.", w="label"),
        ev.Aborted: either(
            "success",
            says("{who} aborts the declared actions and only defends."),
            says("{who} tries to abort to a defense and fails."),
        ),
        ev.DefenseChosen: says(
            "{who}: {defense}.", defense=lambda e: word(e.defense) if e.defense else Text("no defense")
        ),
        ev.AttackResolved: _attack_line,
        ev.Harmed: by(
            "health.condition",
            {
                "torpor": says("{harm} and falls into torpor.", harm=_take_levels),
                "final_death": says("{harm}: Final Death.", harm=_take_levels),
                "dead": says("{harm} and dies.", harm=_take_levels),
                "incapacitated": says("{harm} and is Incapacitated.", harm=_take_levels),
            },
            lambda e: join("", (_take_levels(e), ".")),
        ),
        ev.ArmorRuined: says("{who}’s armor is ruined."),
        ev.ConditionGained: by(
            "condition",
            {
                "prone": says("{who} is knocked down."),
                "held": says("{who} is immobilized."),
                "clinched": says("{who} is clinched."),
                "disarmed": says("{who} is disarmed."),
                "staked": says("{who} is staked through the heart and paralyzed."),
            },
        ),
        ev.ConditionEnded: says("{who} is no longer {condition}.", condition=lambda e: word(e.condition)),
        ev.ActionTaken: says("{who} rolls {pool}: {roll}.", pool="pool.title", roll=_describe_net),
        ev.EscapeTried: says(
            "{who} tries to escape the clinch with {whom}: {n} against {n2}.",
            whom="other_name",
            n="result.net",
            n2="other_result.net",
        ),
        ev.DifficultyGiven: says(
            "The Storyteller changes the difficulty of {who}’s action {n} from {was} to {now}.", n="card"
        ),
        ev.ActionHeld: says("{who} holds their action."),
        ev.ActionDone: either(
            "forgone", says("{who} skips: {action}.", action="label"), says("{who}: {action}.", action="label")
        ),
        ev.WillpowerSpent: says("{who} spends Willpower for {use}; {n} left.", use=lambda e: USES[e.use], n="left"),
        ev.PowersUsed: says("{who} uses {name}."),
        ev.PowerSwitched: say_power,
        ev.BloodSpent: says(
            "{who} spends {n} blood point on {use}; {left} left.",
            "{who} spends {n} blood points on {use}; {left} left.",
            n="points",
            use=lambda e: word(e.use),
        ),
        ev.AttributeRaised: says(
            "{who}: {name} rises to {n} for the scene.", name=lambda e: label_of(e.attribute), n="value"
        ),
        ev.StrideRolled: says("{who} tries to heal while acting: {roll}.", roll=_describe_net),
        ev.Healed: says("{who} heals {n} level.", "{who} heals {n} levels.", n="levels"),
        BattleEnded: either("turn", says("Turn {n} was the last.", n="turn"), says("The battle is over.")),
    },
    FIGURES,
    CHIPS,
)
"""By the class of an event, its sentence."""
