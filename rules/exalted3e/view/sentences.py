"""A sentence for every event, in the book's words."""

from collections.abc import Callable, Mapping

from rules.battle import Event
from rules.battle.events import BattleEnded, BattleStarted, PowerSwitched
from rules.battle.lines import make_lines, say_power
from rules.exalted3e import events as ev
from rules.exalted3e.state.paths import FIGURES
from rules.exalted3e.timing.initiative import BASE
from rules.exalted3e.traits import ANIMA
from rules.exalted3e.view.action_sentences import ACTION_SENTENCES
from rules.exalted3e.view.attack_sentences import ATTACK_SENTENCES
from rules.exalted3e.view.told import (
    SILENT,
    Tell,
    Told,
    plain,
    silent,
    successes,
    successes_against,
)
from rules.lru_cache import cached_by_identity
from rules.text import EMPTY, Text, join, list_texts, small, verbatim, word
from rules.view import make_step, signed
from rules.wounds import count_levels

JOIN_BATTLE, BREAK = Text("Join Battle"), Text("Initiative Break")
OUT: Mapping[str, Callable[[str], Text]] = {
    "incapacitated": lambda who: Text("{who} is Incapacitated.", who=who),
    "defeated": lambda who: Text("{who} is defeated.", who=who),
    "escaped": lambda who: Text("{who} escapes the battlefield.", who=who),
    "dissolved": lambda who: Text("{who} breaks and dissolves.", who=who),
}
"""Why somebody no longer fights."""
COVER: Mapping[str, Callable[[str], Text]] = {
    "none": lambda who: Text("{who} has no cover.", who=who),
    "light": lambda who: Text("{who} has light cover.", who=who),
    "heavy": lambda who: Text("{who} has heavy cover.", who=who),
    "full": lambda who: Text("{who} has full cover.", who=who),
}
STANCES: Mapping[tuple[str, bool], Callable[[str], Text]] = {
    ("prone", True): lambda who: Text("{who} is prone.", who=who),
    ("prone", False): lambda who: Text("{who} is on its feet.", who=who),
    ("mounted", True): lambda who: Text("{who} is mounted.", who=who),
    ("mounted", False): lambda who: Text("{who} is unhorsed.", who=who),
    ("out", False): lambda who: Text("{who} is back in the fight.", who=who),
}
RESOURCES = {
    "willpower": Text("Willpower"),
    "willpower_rating": Text("permanent Willpower"),
    "personal": Text("personal motes"),
    "peripheral": Text("peripheral motes"),
}
FAINTS = {"unconscious": Text("unconscious"), "dead_or_dying": Text("dead or dying")}
"""What a full Health Track means (3E-268)."""


def _initiative(event: ev.InitiativeChanged) -> Told:
    """Tell a change of Initiative, except the first: the roll of Join Battle tells that."""
    if event.cause == "join":
        return SILENT
    values = {"n": event.was, "n2": event.now, "why": event.reason}
    line = Text("{who}: Initiative {n} to {n2} ({why}).", who=event.actor_name, **values)
    verdict = Text("Initiative Crash") if event.crashed else Text("out of Crash") if event.recovered else EMPTY
    step = make_step(Text("Initiative"), Text("{n} to {n2}: {why}", **values), event.rule)
    return Told(line, verdict, (step,))


def _join(event: ev.BattleJoined) -> Told:
    rolled = successes(event.successes)
    line = Text(
        "{who} joins battle: {rolled} + {n}, Initiative {n2}.",
        who=event.actor_name, rolled=rolled, n=BASE, n2=event.successes + BASE,
    )  # fmt: skip
    return Told(line, EMPTY, (make_step(JOIN_BATTLE, rolled, "3E-056", event.dice, event.pool),))


def _tie(event: ev.TieBroken) -> Told:
    names = join(", ", event.names)
    line = Text("The order on tick {n} is settled.", n=event.tick)
    if names:
        line = Text("Order on tick {n}: {names}.", n=event.tick, names=names)
    return Told(line, EMPTY, (make_step(Text("Tie"), names, "3E-051", event.dice),))


def _tick(event: ev.TickReached) -> Told:
    """Tell a tick on which several act; the next event says whose turn it is."""
    if len(event.shown) < 2:
        return SILENT
    return Told(Text("Tick {n}: {names}.", n=event.tick, names=list_texts(event.shown)))


def _shift(event: ev.ShiftRolled) -> Told:
    step = make_step(JOIN_BATTLE, successes(event.successes), "3E-121", event.dice, event.pool)
    line = Text(
        "{who} Shifts against {whom}: back to base, +{n} Initiative.",
        who=event.actor_name, whom=event.target_name, n=event.successes,
    )  # fmt: skip
    return Told(line, Text("Initiative Shift"), (step,))


def _break(event: ev.BreakGained) -> Told:
    who, why = event.actor_name, event.blocked
    if why:
        step = make_step(BREAK, Text("none: {why}", why=why), "3E-111")
        return Told(Text("No Break for {who}: {why}.", who=who, why=why), EMPTY, (step,))
    line = Text("{who} gains an Initiative Break from {whom}.", who=who, whom=event.target_name)
    return Told(line, BREAK, (make_step(BREAK, verbatim("+5"), "3E-109"),))


def _modifier(event: ev.ModifierGained) -> Text:
    modifier = event.modifier
    return Text(
        "{who}: {what} {amount} until the next turn ({why}).", who=event.actor_name,
        what=word(modifier.applies.title()), amount=signed(modifier.amount), why=modifier.name,
    )  # fmt: skip


def _health(event: ev.HealthMarked) -> Told:
    state = Text("wound penalty −{n}", n=event.penalty) if event.penalty else Text("no wound penalty")
    if event.incapacitated:
        state = Text("the Health Track is full")
    levels = count_levels(event.levels, event.damage_type)
    line = Text("{who}: {levels}, {state}.", who=event.actor_name, levels=levels, state=state)
    return Told(line, FAINTS.get(event.outcome or "", EMPTY), (make_step(Text("Health"), state, "3E-263"),))


def _magnitude(event: ev.MagnitudeMarked) -> Text:
    if not event.size_lost:
        return Text("{who} loses {n} Magnitude.", who=event.actor_name, n=event.damage)
    return Text(
        "{who} loses {n2} Magnitude and {n} point of Size.", "{who} loses {n2} Magnitude and {n} points of Size.",
        who=event.actor_name, n2=event.damage, n=event.size_lost,
    )  # fmt: skip


def _rout(event: ev.RoutChecked) -> Told:
    who, rolled = event.actor_name, successes_against(event.successes, event.difficulty)
    step = make_step(Text("Rout check"), rolled, "3E-318", event.dice, event.pool)
    if event.holds:
        return Told(Text("{who} holds: {rolled}.", who=who, rolled=rolled), Text("holds"), (step,))
    return Told(Text("{who} routs: {rolled}.", who=who, rolled=rolled), Text("routs"), (step,))


def _stance(event: ev.StanceChanged) -> Text:
    say = COVER[event.value] if event.what == "cover" else STANCES[event.what, event.value == "yes"]
    return say(event.actor_name)


def _resource(event: ev.ResourceChanged) -> Text:
    if event.what == "anima":
        return Text("The anima of {who} is {what}.", who=event.actor_name, what=word(ANIMA[event.now]))
    return Text(
        "{who}: {what} {n} to {n2} ({why}).", who=event.actor_name, what=RESOURCES[event.what], n=event.was,
        n2=event.now, why=event.reason,
    )  # fmt: skip


def _harm(event: ev.HarmRolled) -> Told:
    who = event.actor_name
    line = Text("{who} suffers hazard: {what}.", who=who, what=event.note)
    name = Text("Hazard")
    if event.source == "poison":
        line, name = Text("{who} suffers poison: {what}.", who=who, what=event.note), Text("Poison")
    return Told(line, EMPTY, (make_step(name, successes(event.successes), "3E-303", event.dice),))


def _poisoned(event: ev.Poisoned) -> Text:
    who, poison = event.actor_name, event.poison
    if poison is None:
        return Text("The poison in {who} has run its course.", who=who)
    rounds = Text("{n} round more", "{n} rounds more", n=poison.rounds)
    if not poison.penalty:
        return Text("{who} is poisoned: {rounds}.", who=who, rounds=rounds)
    return Text(
        "{who} is poisoned: {rounds}, −{n} die on every roll.", "{who} is poisoned: {rounds}, −{n} dice on every roll.",
        who=who, rounds=rounds, n=poison.penalty,
    )  # fmt: skip


def _delayed(event: ev.TurnDelayed) -> Text:
    line = Text("{who} delays.", who=event.actor_name)
    if event.until is not None:
        line = Text("{who} delays to tick {n}.", who=event.actor_name, n=event.until)
    return join(" ", [line, *(Text("{name} lasts until then.", name=name) for name in event.lasting)])


def _prompt(event: ev.PromptRaised) -> Text:
    who = event.who_name or Text("The Storyteller")
    if event.audience is not None:
        return Text("{who} is asked: {what}", who=who, what=event.question)
    return Text("The table waits for {who}.", who=who)


def _disarmed(event: ev.Disarmed) -> Text:
    weapon = small(word(event.weapon))
    return Text("{who} is disarmed; the {w} lies at short range.", who=event.actor_name, w=weapon)


def _lent(event: ev.InitiativeLent) -> Text:
    if event.amount:
        return Text("{who} has an opening to use.", who=event.actor_name)
    return Text("{who} lets the opening pass.", who=event.actor_name)


def _end(event: BattleEnded) -> Text:
    return Text("Round {n} was the last.", n=event.turn) if event.turn else Text("The battle is over.")


SHARED = make_lines({BattleEnded: _end, PowerSwitched: say_power}, FIGURES)

SENTENCES: Mapping[type[Event], Tell] = {
    **{kind: plain(line) for kind, line in SHARED.items()},
    **ATTACK_SENTENCES,
    **ACTION_SENTENCES,
    ev.CombatantAdded: plain(lambda e: Text("{who} is there.", who=e.combatant.name)),
    BattleStarted: plain(lambda e: Text("Join Battle!")),
    ev.BattleJoined: _join,
    ev.RoundBegun: plain(lambda e: Text("Round {n} begins.", n=e.turn)),
    ev.TickReached: _tick,
    ev.TieAnswered: silent,
    ev.TieBroken: _tie,
    ev.TurnBegun: plain(lambda e: Text("{who} acts.", who=e.actor_name)),
    ev.TurnResumed: plain(lambda e: Text("{who} takes the delayed turn.", who=e.actor_name)),
    ev.TurnEnded: plain(lambda e: Text("{who} ends the turn.", who=e.actor_name)),
    ev.TurnDelayed: plain(_delayed),
    ev.TurnRefreshed: plain(
        lambda e: Text("The turn of {who} is renewed; attacks only at {whom}.", who=e.actor_name, whom=e.target_name),
        Text("Shift"),
        "3E-123",
    ),
    ev.InitiativeChanged: _initiative,
    ev.CrashReset: plain(
        lambda e: Text("{who} has endured three turns in Crash.", who=e.actor_name), Text("Crash"), "3E-099"
    ),
    ev.ShiftRolled: _shift,
    ev.BreakGained: _break,
    ev.Disarmed: plain(_disarmed),
    ev.ModifierGained: plain(_modifier),
    ev.OnslaughtSuffered: plain(
        lambda e: Text("{who}: onslaught −{n}.", who=e.actor_name, n=e.onslaught), Text("Onslaught"), "3E-135"
    ),
    ev.HealthMarked: _health,
    ev.MagnitudeMarked: plain(_magnitude),
    ev.RoutChecked: _rout,
    ev.StanceChanged: plain(_stance),
    ev.InitiativeLent: plain(_lent),
    ev.HopeLost: plain(lambda e: Text("{who} has no hope left: the next withering hit is the last.", who=e.actor_name)),
    ev.WentOut: lambda e: Told(OUT[e.why](e.actor_name), word(e.why)),
    ev.FallDelayed: plain(
        lambda e: Text("{who} is felled, and acts on this same tick before falling.", who=e.actor_name),
        Text("Felled"),
        "3E-044",
    ),
    ev.ResourceChanged: plain(_resource),
    ev.HarmRolled: _harm,
    ev.Poisoned: plain(_poisoned),
    ev.TerrainSet: plain(
        lambda e: Text("The field is difficult terrain.") if e.difficult else Text("The field is clear.")
    ),
    ev.PromptRaised: plain(_prompt),
    ev.PromptClosed: plain(lambda e: e.note),
}


@cached_by_identity(256)
def tell(event: Event) -> Told:
    """Return what the log says of an event; nothing where what comes with it does."""
    return SENTENCES[type(event)](event)
