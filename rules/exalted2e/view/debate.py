"""Debates in sentences (2E-510 to 2E-516)."""

from rules.battle import Seat
from rules.battle.lines import Lines, by, either, says
from rules.exalted2e.events import debate as ev
from rules.exalted2e.view.attacks import say_successes
from rules.text import Text
from rules.view import LogStepView, make_step


def _say_worked(event: ev.IntimacyWorked) -> Text:
    """Return what a scene has made of an Intimacy. Only its owner and the Storyteller read it."""
    who, text, name = event.actor_name, event.text, event.text.strip().casefold()
    now = next((intimacy for intimacy in event.intimacies if intimacy.text.strip().casefold() == name), None)
    if now is None:
        return Text("{who} gives up the Intimacy “{text}”.", who=who, text=text)
    if not now.scenes:
        return Text("{who} now has the Intimacy “{text}”.", who=who, text=text)
    if not event.builds:
        return Text("{who}’s Intimacy “{text}” is eroding.", who=who, text=text)
    return Text(
        "{who} is building the Intimacy “{text}”: {n} more scene.",
        "{who} is building the Intimacy “{text}”: {n} more scenes.",
        who=who,
        text=text,
        n=now.scenes,
    )


_yielded = by(
    "action.influence.purpose",
    {
        "build": says("{whom} gives in to {who} and is drawn to “{text}”.", text="action.text"),
        "erode": says("{whom} gives in to {who} and doubts “{text}”.", text="action.text"),
    },
    says("{whom} gives in to {who}: “{text}”.", text="action.text"),
)
LINES: Lines = {
    ev.LeaningRuled: says("The Storyteller has set {who}’s MDV modifiers."),
    ev.InfluenceMet: by(
        "stance",
        {
            "dodge": says("{who} ignores the social attack: Dodge MDV."),
            "parry": says("{who} responds to the social attack: Parry MDV."),
        },
        says("{who} doesn’t defend against the social attack."),
    ),
    ev.InfluenceRolled: either(
        "hit",
        says(
            "{who} to {whom}, “{text}”: {n} success. The social attack succeeds.",
            "{who} to {whom}, “{text}”: {n} successes. The social attack succeeds.",
            text="action.text",
            n="total",
        ),
        says(
            "{who} to {whom}, “{text}”: {n} success. The social attack fails.",
            "{who} to {whom}, “{text}”: {n} successes. The social attack fails.",
            text="action.text",
            n="total",
        ),
    ),
    ev.InfluenceEnded: by(
        "outcome",
        {
            "missed": says("{who} fails to sway {whom}."),
            "yielded": _yielded,
        },
        says("{whom} resists {who}’s social attack."),
    ),
    ev.IntimacyWorked: _say_worked,
}
VERDICTS = {"missed": Text("Unmoved"), "yielded": Text("Persuaded"), "resisted": Text("Resisted")}


def describe_words(event: ev.InfluenceRolled, seat: Seat) -> list[LogStepView]:
    """Return the roll of words, and the MDV that met them for those who may see it."""
    pool = event.pool if event.pool.steps and seat.may_see(event.pool_for) else None
    rolled = make_step(Text("Social attack"), say_successes(event.total), "2E-511", event.dice, pool)
    if not seat.may_see(event.mdv_for):
        return [rolled]
    met = Text("{name} {n}: needs one more success.", name=event.mdv.title, n=event.mdv.total)
    return [rolled, make_step(Text("Mental Defense Value"), met, "2E-512", (), event.mdv)]


def describe_leaning(event: ev.LeaningRuled) -> list[LogStepView]:
    """Return how the words stand to the target's mind, for the target's player and the Storyteller."""
    ruled = event.leaning
    parts = ((Text("Intimacy"), ruled.intimacy), (Text("Virtue"), ruled.virtue), (Text("Motivation"), ruled.motivation))
    return [
        make_step(name, Text("The argument opposes it.") if value > 0 else Text("The argument supports it."), "2E-514")
        for name, value in parts
        if value
    ]
