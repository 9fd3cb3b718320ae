"""The sentences of what people do besides attacking: actions, movement, contests, words, clinches, Charms."""

from collections.abc import Callable, Mapping

from rules.battle import Event
from rules.exalted3e import events as ev
from rules.exalted3e.traits import ACTION_NAMES, label
from rules.exalted3e.view.told import (
    SILENT,
    Tell,
    Told,
    plain,
    silent,
    successes,
    successes_against,
)
from rules.text import EMPTY, Text, join, list_texts, verbatim, word
from rules.view import make_step, signed

ROLLED = ("social", "surprise", "rally", "restrain")
"""Actions whose roll, or effect, says what was done."""
SUCCESS, FAILURE = Text("success"), Text("failure")
SWAYED, REFUSED = Text("swayed"), Text("refused")

ACTIONS: Mapping[str, Callable[[ev.ActionTaken], Text]] = {
    "full_defense": lambda e: Text("{who} takes Full Defense.", who=e.actor_name),
    "draw": lambda e: (
        Text("{who} draws or readies the {w}.", who=e.actor_name, w=word(e.weapon))
        if e.weapon
        else Text("{who} draws or readies a weapon.", who=e.actor_name)
    ),
    "ambushed": lambda e: Text("{who} is ambushed and has no weapon ready.", who=e.actor_name),
    "misc": lambda e: (
        Text("{who} takes a miscellaneous action: “{text}”.", who=e.actor_name, text=e.note)
        if e.note
        else Text("{who} takes a miscellaneous action.", who=e.actor_name)
    ),
}
MOVES: Mapping[str, Callable[[str], Text]] = {
    "move": lambda who: Text("{who} moves a band.", who=who),
    "disengage": lambda who: Text("{who} gets away to short range.", who=who),
    "retreat": lambda who: Text("{who} retreats a further band.", who=who),
    "withdraw": lambda who: Text("{who} withdraws a band.", who=who),
    "follow": lambda who: Text("{who} keeps pace a band.", who=who),
    "knocked": lambda who: Text("{who} is knocked back a band.", who=who),
}
CONTESTS: Mapping[str, Callable[[str, Text], Text]] = {
    "rush": lambda who, whom: Text("{who} rushes {whom}", who=who, whom=whom),
    "disengage": lambda who, whom: Text("{who} disengages from {whom}", who=who, whom=whom),
    "withdraw": lambda who, whom: Text("{who} withdraws", who=who),
    "rise": lambda who, whom: Text("{who} rises from prone", who=who),
    "cover": lambda who, whom: Text("{who} takes cover", who=who),
    "control": lambda who, whom: Text("{who} grapples {whom}", who=who, whom=whom),
    "surprise": lambda who, whom: (
        Text("{who} hides from {whom}", who=who, whom=whom) if whom else Text("{who} hides", who=who)
    ),
    "social": lambda who, whom: Text("{who} influences {whom}", who=who, whom=whom),
    "rally": lambda who, whom: Text("{who} rallies {whom}", who=who, whom=whom),
}
"""By the action of a contest, its sentence up to the roll."""


def _action(event: ev.ActionTaken) -> Told:
    if event.action in ROLLED:
        return SILENT
    modifier, say = event.modifier, ACTIONS.get(event.action)
    line = say(event) if say else Text("{who} acts.", who=event.actor_name)
    if modifier is None:
        return Told(line)
    changed = Text("{what} {amount}", what=modifier.name, amount=signed(modifier.amount))
    return Told(line, EMPTY, (make_step(Text("Defense"), changed, modifier.rule),))


def _rolled(event: ev.ActionRolled) -> Told:
    rolled = successes_against(event.successes, event.difficulty)
    step = make_step(event.pool.title, rolled, "3E-183", event.dice, event.pool)
    line = Text("{who} rolls {what}: {rolled}.", who=event.actor_name, what=event.pool.title, rolled=rolled)
    return Told(line, word(event.outcome), (step,))


def _flurry(event: ev.FlurryDeclared) -> Told:
    actions = list_texts(ACTION_NAMES[action] for action in event.actions)
    return Told(Text("{who} declares a flurry: {what}.", who=event.actor_name, what=actions))


def _moved(event: ev.Moved) -> Told:
    if event.half is not None:
        return Told(Text("{who} is half way through difficult terrain.", who=event.actor_name))
    say = MOVES.get(event.how)
    return Told(say(event.actor_name) if say else Text("{who} changes place.", who=event.actor_name))


def _contest(event: ev.ContestRolled) -> Told:
    if event.action == "disengage" and not event.opponents:
        return Told(Text("{who} disengages; nobody contests it.", who=event.actor_name), SUCCESS)
    steps = [
        make_step(verbatim(name), successes(total), "3E-020", dice)
        for name, dice, total in zip(event.opponent_names, event.opponent_dice, event.opponent_successes, strict=False)
    ]
    if event.against is not None:
        steps.append(make_step(event.against.title, verbatim(str(event.against.total)), "3E-032", None, event.against))
    # The log shows the dice of the last step: those of who acts.
    rolled = _read_contest(event)
    steps.append(make_step(word(label(event.action)), rolled, "3E-020", event.dice, event.pool))
    does = CONTESTS[event.action](event.actor_name, list_texts(event.opponent_names))
    sentences: list[str] = [Text("{does}: {rolled}.", does=does, rolled=rolled)]
    if event.progress is not None:
        sentences.append(Text("Progress {n}.", n=event.progress))
    if event.note and event.action == "social":
        sentences.append(event.note)
    return Told(join(" ", sentences), SUCCESS if event.works else FAILURE, tuple(steps))


def _read_contest(event: ev.ContestRolled) -> Text:
    if event.opponent_successes:
        return successes_against(event.successes, list_texts(map(str, event.opponent_successes)))
    if event.difficulty is not None:
        return successes_against(event.successes, event.difficulty)
    return successes(event.successes)


def _clinch(event: ev.ClinchChanged) -> Told:
    who, whom, clinch = event.actor_name, event.target_name, event.clinch
    if clinch is None:
        return Told(Text("The clinch of {who} and {whom} ends.", who=who, whom=whom))
    rounds = Text("{n} round of control", "{n} rounds of control", n=clinch.rounds)
    if clinch.controls:
        return Told(Text("{who} controls {whom}: {rounds}.", who=who, whom=whom, rounds=rounds))
    return Told(Text("{who} is held by {whom}: {rounds}.", who=who, whom=whom, rounds=rounds))


def _bonus(event: ev.BonusGiven) -> Told:
    line = Text(
        "{who} orders {whom}: {n} bonus die.", "{who} orders {whom}: {n} bonus dice.",
        who=event.actor_name, whom=event.target_name, n=event.bonus,
    )  # fmt: skip
    return Told(line, EMPTY, (make_step(Text("Order"), successes(event.successes), "3E-320", event.dice, event.pool),))


def _charm(event: ev.CharmUsed) -> Told:
    charm = event.charm or Text("a Charm")
    if event.perilous:
        return Told(Text("{who} uses {name} (Perilous).", who=event.actor_name, name=charm))
    return Told(Text("{who} uses {name}.", who=event.actor_name, name=charm))


def _answered(event: ev.InfluenceAnswered) -> Told:
    who, whom = event.actor_name, event.by_name
    if event.answer == "accept":
        return Told(Text("{who} gives in to {whom}.", who=who, whom=whom), SWAYED)
    is_unacceptable = event.answer == "unacceptable"
    why = Text("finds it unacceptable") if is_unacceptable else Text("spends Willpower")
    if event.intimacy and is_unacceptable:
        why = Text("finds it unacceptable for a {what} Intimacy", what=word(event.intimacy))
    elif event.intimacy:
        why = Text("spends Willpower for a {what} Intimacy", what=word(event.intimacy))
    step = make_step(Text("Refused"), why, "3E-335" if is_unacceptable else "3E-334")
    return Told(Text("{who} refuses {whom}: {why}.", who=who, whom=whom, why=why), REFUSED, (step,))


def _contested(event: ev.ContestAnswered) -> Told:
    if event.contests:
        return Told(Text("{who} contests it.", who=event.actor_name))
    return Told(Text("{who} lets {whom} go.", who=event.actor_name, whom=event.target_name))


def _aimed(event: ev.Aimed) -> Told:
    line = Text(
        "{who} aims at {whom} ({n} turn).", "{who} aims at {whom} ({n} turns).",
        who=event.actor_name, whom=event.target_name, n=event.count,
    )  # fmt: skip
    return Told(line)


def _rush(event: ev.RushWon) -> Text:
    if event.target:
        return Text("{who} keeps at the heels.", who=event.actor_name)
    return Text("{who} has followed.", who=event.actor_name)


def _retreat(event: ev.RetreatReady) -> Text:
    if event.opponents:
        return Text("{who} is ready to step back.", who=event.actor_name)
    return Text("{who} steps back.", who=event.actor_name)


ACTION_SENTENCES: Mapping[type[Event], Tell] = {
    ev.ActionTaken: _action,
    ev.ActionRolled: _rolled,
    ev.FlurryDeclared: _flurry,
    ev.Aimed: _aimed,
    ev.AimWasted: plain(
        lambda e: Text(
            "The aim of {who} is wasted: {whom} is {what}.", who=e.actor_name, whom=e.target_name, what=e.reason
        )
    ),
    ev.WardTaken: plain(
        lambda e: Text("{who} defends {whom}.", who=e.actor_name, whom=e.target_name), Text("Defend Other"), "3E-171"
    ),
    ev.Moved: _moved,
    ev.MovementUsed: silent,
    ev.DepartureBegun: plain(lambda e: Text("{who} tries to disengage.", who=e.actor_name)),
    ev.ContestAnswered: _contested,
    ev.ContestRolled: _contest,
    ev.InfluenceAnswered: _answered,
    ev.RushWon: plain(_rush),
    ev.RetreatReady: plain(_retreat),
    ev.ClinchChanged: _clinch,
    ev.Held: plain(lambda e: Text("{who} is held fast and loses the next turn.", who=e.actor_name)),
    ev.BonusGiven: _bonus,
    ev.CharmUsed: _charm,
}
