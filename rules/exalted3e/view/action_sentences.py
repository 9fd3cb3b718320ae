"""The sentences of actions other than attacks: plain ones, movement, contests, words, clinches, Charms."""

from rules.battle.lines import by, either, says, silent
from rules.exalted3e import events as ev
from rules.exalted3e.pools import stunt_rule
from rules.exalted3e.traits import ACTION_NAMES, label
from rules.exalted3e.view.log_sentence import LogSentence, Sentences, successes, successes_against, with_step
from rules.text import EMPTY, Text, join, list_texts, verbatim, word
from rules.view import make_step, signed

ROLLED = ("social", "surprise", "rally", "restrain")
"""Actions whose roll, or effect, says what was done."""
SUCCESS, FAILURE = Text("success"), Text("failure")
SWAYED, REFUSED = Text("swayed"), Text("refused")

_say_action = by(
    "action",
    {
        "full_defense": says("{who} takes Full Defense."),
        "draw": either(
            "weapon",
            says("{who} draws or readies the {w}.", w=lambda e: word(e.weapon)),
            says("{who} draws or readies a weapon."),
        ),
        "ambushed": says("{who} is ambushed and has no weapon ready."),
        "misc": either(
            "note",
            says("{who} takes a miscellaneous action: “{text}”.", text="note"),
            says("{who} takes a miscellaneous action."),
        ),
    },
    says("{who} acts."),
)
_say_move = by(
    "how",
    {
        "move": says("{who} moves one range band."),
        "disengage": says("{who} gets away to short range."),
        "retreat": says("{who} retreats one more range band."),
        "withdraw": says("{who} withdraws one range band."),
        "follow": says("{who} keeps pace one range band."),
        "flee": says("{who} flees one range band."),
        "knocked": says("{who} is knocked back one range band."),
    },
    says("{who} moves."),
)


def _name_opponents(event: ev.ContestRolled) -> Text:
    return list_texts(event.opponent_names)


_say_contest = by(
    "action",
    {
        "rush": says("{who} rushes {whom}", whom=_name_opponents),
        "disengage": says("{who} disengages from {whom}", whom=_name_opponents),
        "withdraw": says("{who} withdraws"),
        "rise": says("{who} rises from prone"),
        "cover": says("{who} takes cover"),
        "control": says("{who} grapples {whom}", whom=_name_opponents),
        "surprise": either(
            "opponent_names", says("{who} hides from {whom}", whom=_name_opponents), says("{who} hides")
        ),
        "social": says("{who} influences {whom}", whom=_name_opponents),
        "rally": says("{who} rallies {whom}", whom=_name_opponents),
    },
)
"""By the action of a contest, its sentence up to the roll."""


def _action(event: ev.ActionTaken) -> Text | LogSentence:
    if event.action in ROLLED:
        return EMPTY
    line, modifier = _say_action(event), event.modifier
    if modifier is None:
        return line
    changed = Text("{what} {amount}", what=modifier.name, amount=signed(modifier.amount))
    return LogSentence(line, EMPTY, (make_step(Text("Defense"), changed, modifier.rule),))


def _rolled(event: ev.ActionRolled) -> LogSentence:
    rolled = successes_against(event.successes, event.difficulty)
    step = make_step(event.pool.title, rolled, "3E-183", event.dice, event.pool)
    line = Text("{who} rolls {what}: {rolled}.", who=event.actor_name, what=event.pool.title, rolled=rolled)
    return LogSentence(line, word(event.outcome), (step,))


def _contest(event: ev.ContestRolled) -> LogSentence:
    if event.action == "disengage" and not event.opponents:
        return LogSentence(Text("{who} disengages; no one contests it.", who=event.actor_name), SUCCESS)
    steps = [
        make_step(verbatim(name), successes(total), "3E-020", dice)
        for name, dice, total in zip(event.opponent_names, event.opponent_dice, event.opponent_successes, strict=False)
    ]
    if event.against is not None:
        steps.append(make_step(event.against.title, verbatim(str(event.against.total)), "3E-032", None, event.against))
    # The log shows the dice of the last step: those of who acts.
    rolled = _describe_contest(event)
    steps.append(make_step(word(label(event.action)), rolled, "3E-020", event.dice, event.pool))
    sentences: list[str] = [Text("{does}: {rolled}.", does=_say_contest(event), rolled=rolled)]
    if event.progress is not None:
        sentences.append(Text("Progress {n}.", n=event.progress))
    if event.note and event.action == "social":
        sentences.append(event.note)
    return LogSentence(join(" ", sentences), SUCCESS if event.works else FAILURE, tuple(steps))


def _describe_contest(event: ev.ContestRolled) -> Text:
    if event.opponent_successes:
        return successes_against(event.successes, list_texts(map(str, event.opponent_successes)))
    if event.difficulty is not None:
        return successes_against(event.successes, event.difficulty)
    return successes(event.successes)


def _bonus(event: ev.BonusGiven) -> LogSentence:
    line = Text(
        "{who} orders {whom}: {n} bonus die.",
        "{who} orders {whom}: {n} bonus dice.",
        who=event.actor_name,
        whom=event.target_name,
        n=event.bonus,
    )
    return LogSentence(
        line, EMPTY, (make_step(Text("Order"), successes(event.successes), "3E-320", event.dice, event.pool),)
    )


def _answered(event: ev.InfluenceAnswered) -> LogSentence:
    who, whom = event.actor_name, event.by_name
    if event.answer == "accept":
        return LogSentence(Text("{who} gives in to {whom}.", who=who, whom=whom), SWAYED)
    is_unacceptable = event.answer == "unacceptable"
    why = Text("finds it unacceptable") if is_unacceptable else Text("spends Willpower")
    if event.intimacy and is_unacceptable:
        why = Text("finds it unacceptable because of a {what} Intimacy", what=word(event.intimacy))
    elif event.intimacy:
        why = Text("spends Willpower for a {what} Intimacy", what=word(event.intimacy))
    step = make_step(Text("Refused"), why, "3E-335" if is_unacceptable else "3E-334")
    return LogSentence(Text("{who} refuses {whom}: {why}.", who=who, whom=whom, why=why), REFUSED, (step,))


def _name_charm(event: ev.CharmUsed) -> str:
    return event.charm or Text("a Charm")


_count_control = says("{n} round of control", "{n} rounds of control", n="clinch.rounds")


def _rated(event: ev.StuntRated) -> LogSentence:
    who, n = event.actor_name, event.rating
    line = Text("{who}’s stunt is rated {n}.", who=who, n=n)
    if event.text:
        line = Text("{who}’s {n}-point stunt: “{text}”", who=who, n=n, text=event.text)
    verdict = Text("Stunt {n}", n=n)
    return LogSentence(line, verdict, (make_step(Text("Stunt"), verbatim(str(n)), stunt_rule(n)),) if n else ())


ACTION_SENTENCES: Sentences = {
    ev.StuntTold: either(
        "told.text",
        says("{who} stunts: “{text}”", text="told.text"),
        says("{who} proposes a {n}-point stunt.", n="told.proposed"),
    ),
    ev.StuntRated: _rated,
    ev.StuntLapsed: says("{who} can no longer do that: {why}", why="reason"),
    ev.ActionTaken: _action,
    ev.ActionRolled: _rolled,
    ev.FlurryDeclared: says(
        "{who} declares a flurry: {what}.", what=lambda e: list_texts(ACTION_NAMES[action] for action in e.actions)
    ),
    ev.Aimed: says("{who} aims at {whom} ({n} turn).", "{who} aims at {whom} ({n} turns).", n="count"),
    ev.AimWasted: says("{who}’s aim is wasted: {whom} is {what}.", what="reason"),
    ev.WardTaken: with_step(says("{who} defends {whom}."), Text("Defend Other"), "3E-171"),
    ev.Moved: either(lambda e: e.half is None, _say_move, says("{who} is halfway through difficult terrain.")),
    ev.MovementUsed: silent,
    ev.DepartureBegun: says("{who} tries to disengage."),
    ev.ContestAnswered: either("contests", says("{who} contests it."), says("{who} releases {whom}.")),
    ev.ContestRolled: _contest,
    ev.InfluenceAnswered: _answered,
    ev.RushWon: either("target", says("{who} keeps up."), says("{who} followed.")),
    ev.RetreatReady: either("opponents", says("{who} is ready to retreat."), says("{who} retreats.")),
    ev.ClinchChanged: either(
        "clinch",
        either(
            "clinch.controls",
            says("{who} controls {whom}: {rounds}.", rounds=_count_control),
            says("{who} is held by {whom}: {rounds}.", rounds=_count_control),
        ),
        says("The clinch between {who} and {whom} ends."),
    ),
    ev.Held: says("{who} is immobilized and loses the next turn."),
    ev.BonusGiven: _bonus,
    ev.CharmUsed: either(
        "perilous",
        says("{who} uses {name} (Perilous).", name=_name_charm),
        says("{who} uses {name}.", name=_name_charm),
    ),
}
