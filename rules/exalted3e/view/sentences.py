"""A sentence for every event, in the book's words."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.battle import Event

from .. import events as ev
from ..decide.combat import ACTION_NAMES
from ..decide.resources import ANIMA
from ..traits import label
from .attack_sentences import ATTACK_SENTENCES
from .told import Told, count, tell_step

ACTION_LINES = {
    "full_defense": "{} takes Full Defense.",
    "draw": "{} draws or readies {}.",
    "ambushed": "{} is ambushed and has no weapon ready.",
    "misc": "{} takes a miscellaneous action.",
    "social": "{} takes a social influence action.",
    "surprise": "{} tries to slip out of sight.",
    "restrain": "{} uses the clinch.",
}
MOVE_LINES = {
    "move": "moves a band",
    "disengage": "gets away to short range",
    "retreat": "retreats a further band",
    "withdraw": "withdraws a band",
    "follow": "keeps pace a band",
    "knocked": "is knocked back a band",
}
CONTESTS = {
    "rush": "rushes", "disengage": "disengages from", "withdraw": "withdraws", "rise": "rises from prone",
    "cover": "takes cover", "control": "grapples", "surprise": "hides from", "social": "influences",
}  # fmt: skip
OUT_LINES = {
    "incapacitated": "{} is Incapacitated.",
    "defeated": "{} is defeated.",
    "escaped": "{} escapes the battlefield.",
    "dissolved": "{} breaks and dissolves.",
    "left": "{} leaves the battle.",
}


def _initiative(event: ev.InitiativeChanged) -> Told:
    if event.was is None:
        line = f"{event.actor_name} begins with Initiative {event.now}."
    else:
        line = f"{event.actor_name}: Initiative {event.was} to {event.now} ({event.reason})."
    verdict = "Initiative Crash" if event.crashed else "out of Crash" if event.recovered else ""
    step = tell_step("Initiative", f"{event.was} to {event.now}: {event.reason}", event.rule)
    return Told(line, verdict, (step,))


def _join(event: ev.BattleJoined) -> Told:
    step = tell_step("Join Battle", count(event.successes, "success"), "3E-056", event.dice, event.pool)
    return Told(f"{event.actor_name} joins battle: {count(event.successes, 'success')} + 3.", "", (step,))


def _tie(event: ev.TieBroken) -> Told:
    names = ", ".join(event.names)
    line = f"Order on tick {event.tick}: {names}." if names else f"The order on tick {event.tick} is settled."
    return Told(line, "", (tell_step("Tie", names, "3E-051", event.dice),))


def _tick(event: ev.TickReached) -> Told:
    names = " and ".join(event.shown)
    return Told(f"Tick {event.tick}: {names}." if names else f"Tick {event.tick}.")


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


def _action(event: ev.ActionTaken) -> Told:
    template = ACTION_LINES.get(event.action, "{} acts.")
    weapon = f"the {event.weapon}" if event.weapon else "a weapon"
    line = template.format(event.actor_name, weapon) if event.action == "draw" else template.format(event.actor_name)
    modifier = event.modifier
    steps = (tell_step("Defense", f"{modifier.name} {modifier.amount:+d}", modifier.rule),) if modifier else ()
    return Told(f"{line} {event.note}".strip(), "", steps)


def _flurry(event: ev.FlurryDeclared) -> Told:
    words = " and ".join(ACTION_NAMES[action] for action in event.actions)
    return Told(f"{event.actor_name} declares a flurry: {words}.")


def _modifier(event: ev.ModifierGained) -> Told:
    modifier = event.modifier
    line = f"{event.actor_name}: {modifier.applies.title()} {modifier.amount:+d} until the next turn ({modifier.name})."
    return Told(line)


def _health(event: ev.HealthMarked) -> Told:
    word = {"unconscious": "unconscious", "dead_or_dying": "dead or dying"}.get(event.outcome or "", "")
    wounds = f"wound penalty -{event.penalty}" if event.penalty else "no wound penalty"
    state = "the Health Track is full" if event.incapacitated else wounds
    line = f"{event.actor_name}: {count(event.levels, f'{event.damage_type} level')}, {state}."
    step = tell_step("Health", state, "3E-263")
    return Told(line, word, (step,), event.exchange)


def _magnitude(event: ev.MagnitudeMarked) -> Told:
    lost = f" and {count(event.size_lost, 'point')} of Size" if event.size_lost else ""
    return Told(f"{event.actor_name} loses {event.damage} Magnitude{lost}.", "", (), event.exchange)


def _rout(event: ev.RoutChecked) -> Told:
    verdict = "holds" if event.holds else "routs"
    text = f"{count(event.successes, 'success')} against {event.difficulty}"
    step = tell_step("Rout check", text, "3E-318", event.dice, event.pool)
    return Told(f"{event.actor_name} {verdict}: {text}.", verdict, (step,))


def _moved(event: ev.Moved) -> Told:
    if event.half is not None:
        return Told(f"{event.actor_name} is half way through difficult terrain.")
    return Told(f"{event.actor_name} {MOVE_LINES.get(event.how, 'changes place')}.")


def _contest(event: ev.ContestRolled) -> Told:
    verb = CONTESTS.get(event.action, event.action)
    against = " and ".join(event.opponent_names)
    rolled = count(event.successes, "success")
    if event.opponent_successes:
        rolled += " against " + ", ".join(str(total) for total in event.opponent_successes)
    elif event.difficulty is not None:
        rolled += f" against {event.difficulty}"
    extra = f" Progress {event.progress}." if event.progress is not None else ""
    steps = [tell_step(label(event.action), rolled, "3E-020", event.dice, event.pool)]
    if event.against is not None:
        steps.append(tell_step(event.against.title, str(event.against.total), "3E-032", None, event.against))
    steps += [
        tell_step(name, count(total, "success"), "3E-020", dice)
        for name, dice, total in zip(event.opponent_names, event.opponent_dice, event.opponent_successes, strict=False)
    ]
    verdict = "success" if event.works else "failure"
    return Told(
        f"{event.actor_name} {verb} {against}".rstrip() + f": {rolled}, {verdict}.{extra}", verdict, tuple(steps)
    )


def _stance(event: ev.StanceChanged) -> Told:
    if event.what == "cover":
        word = "has no cover" if event.value == "none" else f"has {event.value} cover"
        return Told(f"{event.actor_name} {word}.")
    if event.what == "out":
        return Told(f"{event.actor_name} is back in the fight.")
    words = {"prone": ("is prone", "is on its feet"), "mounted": ("is mounted", "is unhorsed")}[event.what]
    return Told(f"{event.actor_name} {words[0] if event.value == 'yes' else words[1]}.")


def _clinch(event: ev.ClinchChanged) -> Told:
    if event.clinch is None:
        return Told(f"The clinch of {event.actor_name} and {event.target_name} ends.")
    word = "controls" if event.clinch.controls else "is held by"
    return Told(f"{event.actor_name} {word} {event.target_name}: {count(event.clinch.rounds, 'round')} of control.")


def _resource(event: ev.ResourceChanged) -> Told:
    if event.what == "anima":
        return Told(f"{event.actor_name}'s anima is {ANIMA[event.now]}.")
    name = {"willpower": "Willpower", "personal": "personal motes", "peripheral": "peripheral motes"}[event.what]
    return Told(f"{event.actor_name}: {name} {event.was} to {event.now} ({event.reason}).")


def _harm(event: ev.HarmRolled) -> Told:
    step = tell_step(label(event.source), count(event.successes, "success"), "3E-303", event.dice)
    return Told(f"{event.actor_name} suffers {event.source}: {event.note}.", "", (step,))


def _poisoned(event: ev.Poisoned) -> Told:
    poison = event.poison
    if poison is None:
        return Told(f"The poison in {event.actor_name} has run its course.")
    less = f", -{count(poison.penalty, 'die')} on every roll" if poison.penalty else ""
    return Told(f"{event.actor_name} is poisoned: {count(poison.rounds, 'round')} more{less}.")


def _bonus(event: ev.BonusGiven) -> Told:
    step = tell_step("Order", count(event.successes, "success"), "3E-320", event.dice, event.pool)
    line = f"{event.actor_name} orders {event.target_name}: {count(event.bonus, 'bonus die')}."
    return Told(line.replace("bonus dies", "bonus dice"), "", (step,))


def _charm(event: ev.CharmUsed) -> Told:
    return Told(f"{event.actor_name} uses {event.charm or 'a Charm'}{' (Perilous)' if event.perilous else ''}.")


def _overridden(event: ev.Overridden) -> Told:
    reason = f": {event.reason}" if event.reason else ""
    return Told(f"The Storyteller sets {event.actor_name}'s {event.what} from {event.was} to {event.value}{reason}.")


def _aimed(event: ev.Aimed) -> Told:
    return Told(f"{event.actor_name} aims at {event.target_name} ({count(event.count, 'turn')}).")


def _delayed(event: ev.TurnDelayed) -> Told:
    until = "" if event.until is None else f" to tick {event.until}"
    return Told(f"{event.actor_name} delays{until}.")


def _prompt(event: ev.PromptRaised) -> Told:
    who = event.who_name or "The Storyteller"
    return Told(f"{who} is asked: {event.question}" if event.audience is not None else f"The table waits for {who}.")


def _shown(event: ev.ConcealmentChanged) -> Told:
    return Told(f"{event.actor_name} {'goes into hiding' if event.hidden else 'is revealed'}.")


def plain(template: str, step: str = "", rule: str = "") -> Callable[[Any], Told]:
    """A sentence with the event's fields in it, and again as a step where a rule stands behind it."""

    def tell(event: Any) -> Told:
        line = template.format(e=event)
        return Told(line, "", (tell_step(step, line, rule),) if step else ())

    return tell


SENTENCES: Mapping[type[Event], Callable[[Any], Told]] = {
    **ATTACK_SENTENCES,
    ev.CombatantAdded: plain("{e.combatant.name} is there."),
    ev.BattleStarted: plain("Join Battle!"),
    ev.BattleEnded: plain("The battle is over."),
    ev.BattleJoined: _join,
    ev.RoundBegun: plain("Round {e.round} begins."),
    ev.TickReached: _tick,
    ev.TieAnswered: plain("{e.actor_name} has answered."),
    ev.TieBroken: _tie,
    ev.TurnBegun: plain("{e.actor_name}'s turn."),
    ev.TurnResumed: plain("{e.actor_name} takes the delayed turn."),
    ev.TurnEnded: plain("{e.actor_name} ends the turn."),
    ev.TurnDelayed: _delayed,
    ev.TurnRefreshed: plain("{e.actor_name}'s turn is renewed; attacks only at {e.target_name}.", "Shift", "3E-123"),
    ev.InitiativeChanged: _initiative,
    ev.CrashReset: plain("{e.actor_name} has endured three turns in Crash.", "Crash", "3E-099"),
    ev.ShiftRolled: _shift,
    ev.BreakGained: _break,
    ev.ActionTaken: _action,
    ev.Disarmed: lambda event: Told(
        f"{event.actor_name} is disarmed; the {event.weapon[0].lower()}{event.weapon[1:]} lies at short range."
    ),
    ev.FlurryDeclared: _flurry,
    ev.ModifierGained: _modifier,
    ev.Aimed: _aimed,
    ev.AimWasted: plain("{e.actor_name}'s aim is wasted: {e.target_name} is {e.reason}."),
    ev.WardTaken: plain("{e.actor_name} defends {e.target_name}.", "Defend Other", "3E-171"),
    ev.OnslaughtSuffered: plain("{e.actor_name}: onslaught -{e.onslaught}.", "Onslaught", "3E-135"),
    ev.HealthMarked: _health,
    ev.MagnitudeMarked: _magnitude,
    ev.RoutChecked: _rout,
    ev.Moved: _moved,
    ev.MovementUsed: plain("{e.actor_name} uses the movement action."),
    ev.ContestRolled: _contest,
    ev.RushWon: lambda event: Told(f"{event.actor_name} {'keeps at the heels' if event.target else 'has followed'}."),
    ev.RetreatReady: lambda event: Told(
        f"{event.actor_name} {'is ready to step back' if event.opponents else 'steps back'}."
    ),
    ev.StanceChanged: _stance,
    ev.ClinchChanged: _clinch,
    ev.InitiativeLent: lambda event: Told(
        f"{event.actor_name} {'has an opening to use' if event.amount else 'lets the opening pass'}."
    ),
    ev.Held: plain("{e.actor_name} is held fast and loses the next turn."),
    ev.HopeLost: plain("{e.actor_name} has no hope left: the next withering hit is the last."),
    ev.WentOut: lambda event: Told(OUT_LINES[event.why].format(event.actor_name), event.why),
    ev.ConcealmentChanged: _shown,
    ev.ResourceChanged: _resource,
    ev.HarmRolled: _harm,
    ev.Poisoned: _poisoned,
    ev.BonusGiven: _bonus,
    ev.CharmUsed: _charm,
    ev.TerrainSet: lambda event: Told(f"The field is {'difficult terrain' if event.difficult else 'clear'}."),
    ev.PromptRaised: _prompt,
    ev.PromptClosed: lambda event: Told(event.note or "That is answered."),
    ev.Overridden: _overridden,
}
