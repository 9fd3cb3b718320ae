"""The sentences of events, declared as messages, and those that all games share.

    LINES = make_lines({
        Fell: says("{who} falls."),
        Struck: either("levels", says("{who} hurts {whom}."), says("{who} misses {whom}.")),
        Moved: says("{who} moves {n} yard.", "{who} moves {n} yards.", n="yards"),
    }, FIGURES, CHIPS)

Each of `says`, `either` and `by` returns a function of an event. What needs more than these is a function of its own.
"""

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, Final

from rules.battle import events
from rules.battle.figures import Figure, say_figures
from rules.battle.kinds import Event
from rules.text import EMPTY, FIELD, Text, join

Line = Callable[[Any], Text]
"""Returns the sentence of an event."""
Lines = Mapping[type[Event], Line]
Value = str | Callable[[Any], Any]
"""What a function reads of an event: an attribute ("pool.title"), or what a function returns."""
NAMES: Final = {"who": "actor_name", "whom": "target_name"}


def says(message: str, plural: str = "", /, **values: Value) -> Line:
    """Return the function that puts the values of an event into a message.

    {who} is the actor, {whom} the target, and every other place the attribute of its name, if `values` has none for it.
    """
    places = dict.fromkeys(FIELD.findall(message + plural))
    read = {place: _reader(values.get(place) or NAMES.get(place, place)) for place in places}
    return lambda event: Text(message, plural, **{place: value(event) for place, value in read.items()})


def either(condition: Value, yes: Line, no: Line) -> Line:
    """Return the function for the sentence `yes` of events for which the condition is true, and `no` of the others."""
    is_true = _reader(condition)
    return lambda event: yes(event) if is_true(event) else no(event)


def by(value: Value, lines: Mapping[Any, Line], otherwise: Line | None = None) -> Line:
    """Return the function for the sentence that belongs to a value of the event."""
    read = _reader(value)

    def describe(event: Any) -> Text:
        line = lines[read(event)] if otherwise is None else lines.get(read(event), otherwise)
        return line(event)

    return describe


def silent(event: Any) -> Text:
    """Say nothing of an event, because the events that come with it do."""
    return EMPTY


def _reader(value: Value) -> Callable[[Any], Any]:
    return attrgetter(value) if isinstance(value, str) else value


_say_number: Final = either(
    "reason",
    says("The Storyteller changes {who}: {what} {was} to {now} ({text}).", what="label", text="reason"),
    says("The Storyteller changes {who}: {what} {was} to {now}.", what="label"),
)
say_power: Final = either(
    "is_over",
    says("{name} ends for {who}.", name="active.name"),
    either(
        "is_on",
        says("{who} activates {name}.", name="active.name"),
        says("{who} drops {name}.", name="active.name"),
    ),
)
"""The sentence for a lasting power that was switched on, dropped or is over."""


def say_override(chips: Mapping[str, Text]) -> Line:
    """Return the function for the sentence of a number that the Storyteller has set, and what became of them.

    `chips`: the conditions among the numbers, which are there or not.
    """
    places: dict[str, Value] = {"what": lambda event: chips[event.what], "text": "reason"}
    given = either(
        "reason",
        says("The Storyteller adds a condition to {who}: {what} ({text}).", **places),
        says("The Storyteller adds a condition to {who}: {what}.", **places),
    )
    taken = either(
        "reason",
        says("The Storyteller removes a condition from {who}: {what} ({text}).", **places),
        says("The Storyteller removes a condition from {who}: {what}.", **places),
    )
    say_set = either(lambda event: event.what in chips, either("now", given, taken), _say_number)

    def say(event: Any) -> Text:
        is_said = bool(event.out) and event.what not in chips
        fallen = Text("{who}: {state}.", who=event.actor_name, state=event.out) if is_said else EMPTY
        return join(" ", (say_set(event), fallen))

    return say


def make_lines(own: Lines, figures: Mapping[str, Figure[Any]], chips: Mapping[str, Text]) -> Lines:
    """Return the function for the sentence of each class of events. The game's own override the shared ones.

    `chips`: the game's conditions that the Storyteller gives and takes.
    """
    return {
        events.BattleEnded: says("The battle is over."),
        events.CombatantLeft: says("{who} leaves the fight."),
        events.CombatantRevealed: says("{who} is revealed."),
        events.CombatantHidden: says("{who} is out of sight."),
        events.Overridden: say_override(chips),
        events.FiguresChanged: lambda e: say_figures(figures, e.actor_name, e.figures),
        events.PowerSwitched: say_power,
        **own,
    }
