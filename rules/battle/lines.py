"""The sentences of the events that all games share."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.battle import events
from rules.battle.figures import Figure, say_figures
from rules.battle.kinds import Event
from rules.text import Text

Lines = Mapping[type[Event], Callable[[Any], Text]]


def make_lines(own: Lines, figures: Mapping[str, Figure[Any]]) -> Lines:
    """Return the function for the sentence of each class of events. The game's own override the shared ones."""
    return {
        events.BattleEnded: lambda e: Text("The battle is over."),
        events.CombatantLeft: lambda e: Text("{who} leaves the fight.", who=e.actor_name),
        events.CombatantRevealed: lambda e: Text("{who} comes into the open.", who=e.actor_name),
        events.CombatantHidden: lambda e: Text("{who} is out of sight.", who=e.actor_name),
        events.Overridden: say_override,
        events.FiguresChanged: lambda e: say_figures(figures, e.actor_name, e.figures),
        **own,
    }


def say_override(event: events.Overridden) -> Text:
    """Return the sentence for a number that the Storyteller has set."""
    told = {"who": event.actor_name, "what": event.label, "was": event.was, "now": event.now}
    if event.reason:
        return Text("The Storyteller sets {who}: {what} from {was} to {now} ({text}).", **told, text=event.reason)
    return Text("The Storyteller sets {who}: {what} from {was} to {now}.", **told)


def say_power(event: events.PowerSwitched) -> Text:
    """Return the sentence for a lasting power that was switched on, dropped or is over."""
    told = {"who": event.actor_name, "name": event.active.name}
    if event.is_over:
        return Text("{name} is over for {who}.", **told)
    return Text("{who} switches on {name}.", **told) if event.is_on else Text("{who} drops {name}.", **told)
