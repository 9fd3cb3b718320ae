"""A sentence for every event, in the book's words."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.battle import Event
from rules.battle.events import BattleEnded, PowerSwitched
from rules.battle.lines import make_lines, say_power
from rules.exalted3e import events as ev
from rules.exalted3e.state.paths import FIGURES
from rules.exalted3e.timing.initiative import BASE
from rules.exalted3e.traits import ANIMA, label
from rules.exalted3e.view.action_sentences import ACTION_SENTENCES
from rules.exalted3e.view.attack_sentences import ATTACK_SENTENCES
from rules.exalted3e.view.told import SILENT, Tell, Told, count, listed, plain, silent, tell_step
from rules.lru_cache import cached_by_identity
from rules.view import signed

OUT_LINES = {
    "incapacitated": "{} is Incapacitated.",
    "defeated": "{} is defeated.",
    "escaped": "{} escapes the battlefield.",
    "dissolved": "{} breaks and dissolves.",
}


def _initiative(event: ev.InitiativeChanged) -> Told:
    """Join Battle tells the first one."""
    if event.cause == "join":
        return SILENT
    line = f"{event.actor_name}: Initiative {event.was} to {event.now} ({event.reason})."
    verdict = "Initiative Crash" if event.crashed else "out of Crash" if event.recovered else ""
    step = tell_step("Initiative", f"{event.was} to {event.now}: {event.reason}", event.rule)
    return Told(line, verdict, (step,))


def _join(event: ev.BattleJoined) -> Told:
    step = tell_step("Join Battle", count(event.successes, "success"), "3E-056", event.dice, event.pool)
    rolled = count(event.successes, "success")
    line = f"{event.actor_name} joins battle: {rolled} + {BASE}, Initiative {event.successes + BASE}."
    return Told(line, "", (step,))


def _tie(event: ev.TieBroken) -> Told:
    names = ", ".join(event.names)
    line = f"Order on tick {event.tick}: {names}." if names else f"The order on tick {event.tick} is settled."
    return Told(line, "", (tell_step("Tie", names, "3E-051", event.dice),))


def _tick(event: ev.TickReached) -> Told:
    """Only when several are named on it: whose turn it is comes next."""
    return Told(f"Tick {event.tick}: {listed(event.shown)}.") if len(event.shown) > 1 else SILENT


def _shift(event: ev.ShiftRolled) -> Told:
    step = tell_step("Join Battle", count(event.successes, "success"), "3E-121", event.dice, event.pool)
    line = f"{event.actor_name} Shifts against {event.target_name}: back to base, +{event.successes} Initiative."
    return Told(line, "Initiative Shift", (step,))


def _break(event: ev.BreakGained) -> Told:
    if event.blocked:
        step = tell_step("Initiative Break", f"none: {event.blocked}", "3E-111")
        return Told(f"No Break for {event.actor_name}: {event.blocked}.", "", (step,))
    step = tell_step("Initiative Break", "+5", "3E-109")
    return Told(f"{event.actor_name} gains an Initiative Break from {event.target_name}.", "Initiative Break", (step,))


def _modifier(event: ev.ModifierGained) -> Told:
    modifier = event.modifier
    change = f"{modifier.applies.title()} {signed(modifier.amount)}"
    line = f"{event.actor_name}: {change} until the next turn ({modifier.name})."
    return Told(line)


def _health(event: ev.HealthMarked) -> Told:
    word = {"unconscious": "unconscious", "dead_or_dying": "dead or dying"}.get(event.outcome or "", "")
    wounds = f"wound penalty −{event.penalty}" if event.penalty else "no wound penalty"
    state = "the Health Track is full" if event.incapacitated else wounds
    line = f"{event.actor_name}: {count(event.levels, f'{event.damage_type} level')}, {state}."
    step = tell_step("Health", state, "3E-263")
    return Told(line, word, (step,))


def _magnitude(event: ev.MagnitudeMarked) -> Told:
    lost = f" and {count(event.size_lost, 'point')} of Size" if event.size_lost else ""
    return Told(f"{event.actor_name} loses {event.damage} Magnitude{lost}.")


def _rout(event: ev.RoutChecked) -> Told:
    verdict = "holds" if event.holds else "routs"
    text = f"{count(event.successes, 'success')} against {event.difficulty}"
    step = tell_step("Rout check", text, "3E-318", event.dice, event.pool)
    return Told(f"{event.actor_name} {verdict}: {text}.", verdict, (step,))


def _stance(event: ev.StanceChanged) -> Told:
    if event.what == "cover":
        word = "has no cover" if event.value == "none" else f"has {event.value} cover"
        return Told(f"{event.actor_name} {word}.")
    if event.what == "out":
        return Told(f"{event.actor_name} is back in the fight.")
    words = {"prone": ("is prone", "is on its feet"), "mounted": ("is mounted", "is unhorsed")}[event.what]
    return Told(f"{event.actor_name} {words[0] if event.value == 'yes' else words[1]}.")


def _resource(event: ev.ResourceChanged) -> Told:
    if event.what == "anima":
        return Told(f"The anima of {event.actor_name} is {ANIMA[event.now]}.")
    name = {
        "willpower": "Willpower", "willpower_rating": "permanent Willpower", "personal": "personal motes",
        "peripheral": "peripheral motes",
    }[event.what]  # fmt: skip
    return Told(f"{event.actor_name}: {name} {event.was} to {event.now} ({event.reason}).")


def _harm(event: ev.HarmRolled) -> Told:
    step = tell_step(label(event.source), count(event.successes, "success"), "3E-303", event.dice)
    return Told(f"{event.actor_name} suffers {event.source}: {event.note}.", "", (step,))


def _poisoned(event: ev.Poisoned) -> Told:
    poison = event.poison
    if poison is None:
        return Told(f"The poison in {event.actor_name} has run its course.")
    less = f", −{count(poison.penalty, 'die')} on every roll" if poison.penalty else ""
    return Told(f"{event.actor_name} is poisoned: {count(poison.rounds, 'round')} more{less}.")


def _delayed(event: ev.TurnDelayed) -> Told:
    until = "" if event.until is None else f" to tick {event.until}"
    lasting = "".join(f" {name} lasts until then." for name in event.lasting)
    return Told(f"{event.actor_name} delays{until}.{lasting}")


def _prompt(event: ev.PromptRaised) -> Told:
    who = event.who_name or "The Storyteller"
    return Told(f"{who} is asked: {event.question}" if event.audience is not None else f"The table waits for {who}.")


def _as_told(line: Callable[[Any], str]) -> Tell:
    return lambda event: Told(line(event))


SHARED = make_lines(
    {
        BattleEnded: lambda e: f"Round {e.turn} was the last." if e.turn else "The battle is over.",
        PowerSwitched: say_power,
    },
    FIGURES,
)

SENTENCES: Mapping[type[Event], Tell] = {
    **{kind: _as_told(line) for kind, line in SHARED.items()},
    **ATTACK_SENTENCES,
    **ACTION_SENTENCES,
    ev.CombatantAdded: plain("{e.combatant.name} is there."),
    ev.BattleStarted: plain("Join Battle!"),
    ev.BattleJoined: _join,
    ev.RoundBegun: plain("Round {e.turn} begins."),
    ev.TickReached: _tick,
    ev.TieAnswered: silent,
    ev.TieBroken: _tie,
    ev.TurnBegun: plain("{e.actor_name} acts."),
    ev.TurnResumed: plain("{e.actor_name} takes the delayed turn."),
    ev.TurnEnded: plain("{e.actor_name} ends the turn."),
    ev.TurnDelayed: _delayed,
    ev.TurnRefreshed: plain(
        "The turn of {e.actor_name} is renewed; attacks only at {e.target_name}.", "Shift", "3E-123"
    ),
    ev.InitiativeChanged: _initiative,
    ev.CrashReset: plain("{e.actor_name} has endured three turns in Crash.", "Crash", "3E-099"),
    ev.ShiftRolled: _shift,
    ev.BreakGained: _break,
    ev.Disarmed: lambda event: Told(
        f"{event.actor_name} is disarmed; the {event.weapon[0].lower()}{event.weapon[1:]} lies at short range."
    ),
    ev.ModifierGained: _modifier,
    ev.OnslaughtSuffered: plain("{e.actor_name}: onslaught −{e.onslaught}.", "Onslaught", "3E-135"),
    ev.HealthMarked: _health,
    ev.MagnitudeMarked: _magnitude,
    ev.RoutChecked: _rout,
    ev.StanceChanged: _stance,
    ev.InitiativeLent: lambda event: Told(
        f"{event.actor_name} {'has an opening to use' if event.amount else 'lets the opening pass'}."
    ),
    ev.HopeLost: plain("{e.actor_name} has no hope left: the next withering hit is the last."),
    ev.WentOut: lambda event: Told(OUT_LINES[event.why].format(event.actor_name), event.why),
    ev.FallDelayed: plain("{e.actor_name} is felled, and acts on this same tick before falling.", "Felled", "3E-044"),
    ev.ResourceChanged: _resource,
    ev.HarmRolled: _harm,
    ev.Poisoned: _poisoned,
    ev.TerrainSet: lambda event: Told(f"The field is {'difficult terrain' if event.difficult else 'clear'}."),
    ev.PromptRaised: _prompt,
    ev.PromptClosed: lambda event: Told(event.note),
}


@cached_by_identity(256)
def tell(event: Event) -> Told:
    """What the log says of an event; nothing where what comes with it does."""
    return SENTENCES[type(event)](event)
