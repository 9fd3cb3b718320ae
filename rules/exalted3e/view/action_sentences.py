"""The sentences of what people do besides attacking: actions, movement, contests, words, clinches, Charms."""

from collections.abc import Mapping

from rules.battle import Event
from rules.exalted3e import events as ev
from rules.exalted3e.traits import ACTION_NAMES, label
from rules.exalted3e.view.told import SILENT, Tell, Told, count, listed, plain, silent, tell_step
from rules.view import signed

ACTION_LINES = {
    "full_defense": "{} takes Full Defense.",
    "draw": "{} draws or readies {}.",
    "ambushed": "{} is ambushed and has no weapon ready.",
    "misc": "{} takes a miscellaneous action.",
}
ROLLED = ("social", "surprise", "rally", "restrain")
"""Actions whose roll, or effect, says what was done."""
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
    "rally": "rallies",
}  # fmt: skip


def _action(event: ev.ActionTaken) -> Told:
    if event.action in ROLLED:
        return SILENT
    template = ACTION_LINES.get(event.action, "{} acts.")
    weapon = f"the {event.weapon}" if event.weapon else "a weapon"
    line = template.format(event.actor_name, weapon) if event.action == "draw" else template.format(event.actor_name)
    modifier = event.modifier
    steps = (tell_step("Defense", f"{modifier.name} {signed(modifier.amount)}", modifier.rule),) if modifier else ()
    return Told(f"{line[:-1]}: “{event.note}”." if event.note else line, "", steps)


def _rolled(event: ev.ActionRolled) -> Told:
    rolled = f"{count(event.successes, 'success')} against {event.difficulty}"
    step = tell_step(event.pool.title, rolled, "3E-183", event.dice, event.pool)
    return Told(f"{event.actor_name} rolls {event.pool.title}: {rolled}.", event.outcome, (step,))


def _flurry(event: ev.FlurryDeclared) -> Told:
    words = " and ".join(ACTION_NAMES[action] for action in event.actions)
    return Told(f"{event.actor_name} declares a flurry: {words}.")


def _moved(event: ev.Moved) -> Told:
    if event.half is not None:
        return Told(f"{event.actor_name} is half way through difficult terrain.")
    return Told(f"{event.actor_name} {MOVE_LINES.get(event.how, 'changes place')}.")


def _contest(event: ev.ContestRolled) -> Told:
    if event.action == "disengage" and not event.opponents:
        return Told(f"{event.actor_name} disengages; nobody contests it.", "success")
    verb = CONTESTS.get(event.action, event.action)
    against = listed(event.opponent_names)
    rolled = count(event.successes, "success")
    if event.opponent_successes:
        rolled += " against " + listed([str(total) for total in event.opponent_successes])
    elif event.difficulty is not None:
        rolled += f" against {event.difficulty}"
    extra = f" Progress {event.progress}." if event.progress is not None else ""
    extra += f" {event.note}" if event.note and event.action == "social" else ""
    steps = [
        tell_step(name, count(total, "success"), "3E-020", dice)
        for name, dice, total in zip(event.opponent_names, event.opponent_dice, event.opponent_successes, strict=False)
    ]
    if event.against is not None:
        steps.append(tell_step(event.against.title, str(event.against.total), "3E-032", None, event.against))
    # The log shows the dice of the last step: those of who acts.
    steps.append(tell_step(label(event.action), rolled, "3E-020", event.dice, event.pool))
    verdict = "success" if event.works else "failure"
    return Told(f"{event.actor_name} {verb} {against}".rstrip() + f": {rolled}.{extra}", verdict, tuple(steps))


def _clinch(event: ev.ClinchChanged) -> Told:
    if event.clinch is None:
        return Told(f"The clinch of {event.actor_name} and {event.target_name} ends.")
    word = "controls" if event.clinch.controls else "is held by"
    return Told(f"{event.actor_name} {word} {event.target_name}: {count(event.clinch.rounds, 'round')} of control.")


def _bonus(event: ev.BonusGiven) -> Told:
    step = tell_step("Order", count(event.successes, "success"), "3E-320", event.dice, event.pool)
    line = f"{event.actor_name} orders {event.target_name}: {count(event.bonus, 'bonus die')}."
    return Told(line.replace("bonus dies", "bonus dice"), "", (step,))


def _charm(event: ev.CharmUsed) -> Told:
    return Told(f"{event.actor_name} uses {event.charm or 'a Charm'}{' (Perilous)' if event.perilous else ''}.")


def _answered(event: ev.InfluenceAnswered) -> Told:
    if event.answer == "accept":
        return Told(f"{event.actor_name} gives in to {event.by_name}.", "swayed")
    why = "finds it unacceptable" if event.answer == "unacceptable" else "spends Willpower"
    why += f" for a {event.intimacy} Intimacy" if event.intimacy else ""
    step = tell_step("Refused", why, "3E-335" if event.answer == "unacceptable" else "3E-334")
    return Told(f"{event.actor_name} refuses {event.by_name}: {why}.", "refused", (step,))


def _contested(event: ev.ContestAnswered) -> Told:
    does = "contests it" if event.contests else f"lets {event.target_name} go"
    return Told(f"{event.actor_name} {does}.")


def _aimed(event: ev.Aimed) -> Told:
    return Told(f"{event.actor_name} aims at {event.target_name} ({count(event.count, 'turn')}).")


ACTION_SENTENCES: Mapping[type[Event], Tell] = {
    ev.ActionTaken: _action,
    ev.ActionRolled: _rolled,
    ev.FlurryDeclared: _flurry,
    ev.Aimed: _aimed,
    ev.AimWasted: plain("The aim of {e.actor_name} is wasted: {e.target_name} is {e.reason}."),
    ev.WardTaken: plain("{e.actor_name} defends {e.target_name}.", "Defend Other", "3E-171"),
    ev.Moved: _moved,
    ev.MovementUsed: silent,
    ev.DepartureBegun: plain("{e.actor_name} tries to disengage."),
    ev.ContestAnswered: _contested,
    ev.ContestRolled: _contest,
    ev.InfluenceAnswered: _answered,
    ev.RushWon: lambda event: Told(f"{event.actor_name} {'keeps at the heels' if event.target else 'has followed'}."),
    ev.RetreatReady: lambda event: Told(
        f"{event.actor_name} {'is ready to step back' if event.opponents else 'steps back'}."
    ),
    ev.ClinchChanged: _clinch,
    ev.Held: plain("{e.actor_name} is held fast and loses the next turn."),
    ev.BonusGiven: _bonus,
    ev.CharmUsed: _charm,
}
