"""A sentence for every event, in the book's words."""

from rules.battle import Event
from rules.battle.events import BattleEnded, BattleStarted
from rules.battle.lines import by, either, make_lines, says, silent
from rules.exalted3e import events as ev
from rules.exalted3e.moves.base import UP
from rules.exalted3e.state.numbers import CHIPS
from rules.exalted3e.state.paths import FIGURES
from rules.exalted3e.timing.initiative import BASE
from rules.exalted3e.traits import ANIMA
from rules.exalted3e.view.action_sentences import ACTION_SENTENCES
from rules.exalted3e.view.attack_sentences import ATTACK_SENTENCES
from rules.exalted3e.view.log_sentence import LogSentence, Sentences, successes, successes_against, with_step
from rules.lru_cache import cached_by_identity
from rules.text import EMPTY, Text, join, list_texts, small, verbatim, word
from rules.view import make_step, minus, signed
from rules.wounds import count_levels

JOIN_BATTLE, BREAK = Text("Join Battle"), Text("Initiative Break")
RESOURCES = {
    "willpower": Text("Willpower"),
    "willpower_rating": Text("permanent Willpower"),
    "personal": Text("personal motes"),
    "peripheral": Text("peripheral motes"),
}
FAINTS = {"unconscious": Text("unconscious"), "dead_or_dying": Text("dead or dying")}
"""What a full Health Track means (3E-268)."""


def _initiative(event: ev.InitiativeChanged) -> Text | LogSentence:
    """Describe a change of Initiative, except the first: the roll of Join Battle has that."""
    if event.cause == "join":
        return EMPTY
    values = {"n": minus(event.was or 0), "n2": minus(event.now), "why": event.reason}
    line = Text("{who}: Initiative {n} to {n2} ({why}).", who=event.actor_name, **values)
    verdict = Text("Initiative Crash") if event.crashed else Text("out of Crash") if event.recovered else EMPTY
    step = make_step(Text("Initiative"), Text("{n} to {n2}: {why}", **values), event.rule)
    return LogSentence(line, verdict, (step,))


def _join(event: ev.BattleJoined) -> LogSentence:
    rolled = successes(event.successes)
    line = Text(
        "{who} joins battle: {rolled} + {n}, Initiative {n2}.",
        who=event.actor_name,
        rolled=rolled,
        n=BASE,
        n2=event.successes + BASE,
    )
    return LogSentence(line, EMPTY, (make_step(JOIN_BATTLE, rolled, "3E-056", event.dice, event.pool),))


def _tie(event: ev.TieBroken) -> LogSentence:
    names = join(", ", event.names)
    if event.own:
        line = Text("Your characters on tick {n}, in order: {names}.", n=event.tick, names=names)
        return LogSentence(line, EMPTY, (make_step(Text("Tie"), names, "3E-583", event.dice),))
    line = Text("The order on tick {n} is set.", n=event.tick)
    if names:
        line = Text("Order on tick {n}: {names}.", n=event.tick, names=names)
    return LogSentence(line, EMPTY, (make_step(Text("Tie"), names, "3E-051", event.dice),))


def _shift(event: ev.ShiftRolled) -> LogSentence:
    step = make_step(JOIN_BATTLE, successes(event.successes), "3E-121", event.dice, event.pool)
    line = Text(
        "{who} Shifts against {whom}: reset to base, +{n} Initiative.",
        who=event.actor_name,
        whom=event.target_name,
        n=event.successes,
    )
    return LogSentence(line, Text("Initiative Shift"), (step,))


def _break(event: ev.BreakGained) -> LogSentence:
    who, why = event.actor_name, event.blocked
    if why:
        step = make_step(BREAK, Text("none: {why}", why=why), "3E-111")
        return LogSentence(Text("No Break for {who}: {why}.", who=who, why=why), EMPTY, (step,))
    line = Text("{who} gains an Initiative Break from {whom}.", who=who, whom=event.target_name)
    return LogSentence(line, BREAK, (make_step(BREAK, verbatim("+5"), "3E-109"),))


def _health(event: ev.HealthMarked) -> LogSentence:
    state = Text("wound penalty −{n}", n=event.penalty) if event.penalty else Text("no wound penalty")
    if event.incapacitated:
        state = Text("the Health Track is full")
    levels = count_levels(event.levels, event.damage_type)
    line = Text("{who}: {levels}, {state}.", who=event.actor_name, levels=levels, state=state)
    return LogSentence(line, FAINTS.get(event.outcome or "", EMPTY), (make_step(Text("Health"), state, "3E-263"),))


def _rout(event: ev.RoutChecked) -> LogSentence:
    who, rolled = event.actor_name, successes_against(event.successes, event.difficulty)
    step = make_step(Text("Rout check"), rolled, "3E-318", event.dice, event.pool, event.against)
    if event.holds:
        return LogSentence(Text("{who} holds: {rolled}.", who=who, rolled=rolled), Text("holds"), (step,))
    return LogSentence(Text("{who} routs: {rolled}.", who=who, rolled=rolled), Text("routs"), (step,))


def _harm(event: ev.HarmRolled) -> LogSentence:
    who = event.actor_name
    line = Text("{who} suffers a hazard: {what}.", who=who, what=event.note)
    name = Text("Hazard")
    if event.source == "poison":
        line, name = Text("{who} suffers poison: {what}.", who=who, what=event.note), Text("Poison")
    return LogSentence(line, EMPTY, (make_step(name, successes(event.successes), "3E-303", event.dice),))


def _poisoned(event: ev.Poisoned) -> Text:
    who, poison = event.actor_name, event.poison
    if poison is None:
        return Text("The poison in {who} has worn off.", who=who)
    rounds = Text("{n} round more", "{n} rounds more", n=poison.rounds)
    if not poison.penalty:
        return Text("{who} is poisoned: {rounds}.", who=who, rounds=rounds)
    return Text(
        "{who} is poisoned: {rounds}, −{n} die on every roll.",
        "{who} is poisoned: {rounds}, −{n} dice on every roll.",
        who=who,
        rounds=rounds,
        n=poison.penalty,
    )


def _delayed(event: ev.TurnDelayed) -> Text:
    line = Text("{who} delays.", who=event.actor_name)
    if event.until is not None:
        line = Text("{who} delays to tick {n}.", who=event.actor_name, n=event.until)
    return join(" ", [line, *(Text("{name} lasts until then.", name=name) for name in event.lasting)])


def _prompt(event: ev.PromptRaised) -> Text:
    if event.quiet:
        return EMPTY
    who = event.who_name or Text("The Storyteller")
    if event.audience is not None:
        return Text("{who} is asked: {what}", who=who, what=event.question)
    return Text("Waiting for {who}.", who=who)


def _ground(event: ev.GroundSet) -> Text:
    who = event.actor_name
    if event.way == UP:
        said = Text("The ground up the field from {who} is difficult terrain.", who=who)
        return said if event.difficult else Text("The ground up the field from {who} is clear.", who=who)
    if event.way:
        said = Text("The ground down the field from {who} is difficult terrain.", who=who)
        return said if event.difficult else Text("The ground down the field from {who} is clear.", who=who)
    names = {"who": who, "whom": event.target_name}
    said = Text("The ground between {who} and {whom} is difficult terrain.", **names)
    return said if event.difficult else Text("The ground between {who} and {whom} is clear.", **names)


def _is_so(event: ev.StanceChanged) -> bool:
    return event.value == "yes"


_say_out = by(
    "why",
    {
        "incapacitated": says("{who} is Incapacitated."),
        "unconscious": says("{who} is unconscious."),
        "dead": says("{who} is dead."),
        "defeated": says("{who} is defeated."),
        "escaped": says("{who} escapes the battlefield."),
        "dissolved": says("{who} routs and dissolves."),
    },
)
"""Why someone no longer fights."""

SENTENCES: Sentences = {
    **make_lines({}, FIGURES, CHIPS),
    **ATTACK_SENTENCES,
    **ACTION_SENTENCES,
    BattleEnded: either("turn", says("Round {n} was the last.", n="turn"), says("The battle is over.")),
    ev.CombatantAdded: says("{who} joins.", who="combatant.name"),
    BattleStarted: says("Join Battle!"),
    ev.BattleJoined: _join,
    ev.RoundBegun: says("Round {n} starts.", n="turn"),
    # Only a tick on which several act has a line; the next event says whose turn it is, or how a tie was settled.
    ev.TickReached: either(
        lambda e: len(e.shown) > 1 and not e.quiet,
        says("Tick {n}: {names}.", n="tick", names=lambda e: list_texts(e.shown)),
        silent,
    ),
    ev.TieAnswered: either("told", says("{who} has chosen who acts first."), silent),
    ev.TieBroken: _tie,
    ev.TurnBegun: says("{who} acts."),
    ev.TurnResumed: says("{who} takes the delayed turn."),
    ev.EndAnnounced: silent,
    ev.TurnEnded: either("quiet", silent, says("{who} ends the turn.")),
    ev.TurnDelayed: _delayed,
    ev.TurnRefreshed: with_step(
        says("{who}’s turn is refreshed; attacks only against {whom}."), Text("Shift"), "3E-123"
    ),
    ev.InitiativeChanged: _initiative,
    ev.CrashReset: with_step(says("{who} has spent three turns in Crash."), Text("Crash"), "3E-099"),
    ev.ShiftRolled: _shift,
    ev.BreakGained: _break,
    ev.Disarmed: says("{who} is disarmed; the {w} is at short range.", w=lambda e: small(word(e.weapon))),
    ev.ModifierGained: says(
        "{who}: {what} {amount} until the next turn ({why}).",
        what=lambda e: word(e.modifier.applies.title()),
        amount=lambda e: signed(e.modifier.amount),
        why="modifier.name",
    ),
    ev.OnslaughtSuffered: with_step(says("{who}: onslaught −{n}.", n="onslaught"), Text("Onslaught"), "3E-135"),
    ev.HealthMarked: _health,
    ev.MagnitudeMarked: either(
        "size_lost",
        says(
            "{who} loses {n2} Magnitude and {n} point of Size.",
            "{who} loses {n2} Magnitude and {n} points of Size.",
            n="size_lost",
            n2="damage",
        ),
        says("{who} loses {n} Magnitude.", n="damage"),
    ),
    ev.RoutChecked: _rout,
    ev.LeaderNamed: either(
        "leader", says("{whom} leads {who}.", whom="leader_name"), says("{who} no longer has a leader.")
    ),
    ev.FlightChanged: either("flees", says("{who} flees."), says("{who} rallies.")),
    ev.StanceChanged: by(
        "what",
        {
            "cover": by(
                "value",
                {
                    "none": says("{who} has no cover."),
                    "light": says("{who} has light cover."),
                    "heavy": says("{who} has heavy cover."),
                    "full": says("{who} has full cover."),
                },
            ),
            "prone": either(_is_so, says("{who} is prone."), says("{who} is standing.")),
            "mounted": either(_is_so, says("{who} is mounted."), says("{who} is unhorsed.")),
            "out": says("{who} is back in the fight."),
        },
    ),
    ev.InitiativeLent: either("amount", says("{who} has an opening."), says("{who} does not use the opening.")),
    ev.HopeDoubted: silent,  # the Storyteller is asked
    ev.HopeLost: says("{who} is beyond recovery: defeated by the next withering hit."),
    ev.WentOut: lambda e: LogSentence(_say_out(e), word(e.why)),
    ev.FallDelayed: with_step(says("{who} is defeated, but still acts on this tick."), Text("Defeated"), "3E-044"),
    ev.ResourceChanged: by(
        "what",
        {"anima": says("{who}’s anima is {what}.", what=lambda e: word(ANIMA[e.now]))},
        says("{who}: {what} {n} to {n2} ({why}).", what=lambda e: RESOURCES[e.what], n="was", n2="now", why="reason"),
    ),
    ev.HarmRolled: _harm,
    ev.Poisoned: _poisoned,
    ev.TerrainSet: either("difficult", says("The terrain is difficult."), says("The terrain is clear.")),
    ev.GroundSet: _ground,
    ev.CoverRuled: by(
        "level",
        {
            "light": says("There is light cover where {who} stands, difficulty {n}.", n="difficulty"),
            "heavy": says("There is heavy cover where {who} stands, difficulty {n}.", n="difficulty"),
            "full": says("There is full cover where {who} stands, difficulty {n}.", n="difficulty"),
        },
    ),
    ev.Circled: says("{who} circles {whom}: {n} of {n2} Moves.", n="moves", n2="needed"),
    ev.PromptRaised: _prompt,
    ev.PromptClosed: lambda e: e.note,
}


@cached_by_identity(256)
def describe(event: Event) -> LogSentence:
    """Return what the log says of an event; nothing where what comes with it does."""
    sentence = SENTENCES[type(event)](event)
    return sentence if isinstance(sentence, LogSentence) else LogSentence(sentence)
