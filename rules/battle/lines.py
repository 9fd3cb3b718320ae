"""The sentences of the events that all games share."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.battle import events
from rules.battle.figures import Figure, say_figures
from rules.battle.kinds import Event
from rules.powers import say_switched

Lines = Mapping[type[Event], Callable[[Any], str]]


def make_lines(own: Lines, figures: Mapping[str, Figure[Any]]) -> Lines:
    """By the class of an event, its sentence: the game's own over the shared ones."""
    return {
        events.BattleEnded: lambda e: "The battle is over.",
        events.CombatantLeft: lambda e: f"{e.actor_name} leaves the fight.",
        events.CombatantRevealed: lambda e: f"{e.actor_name} comes into the open.",
        events.CombatantHidden: lambda e: f"{e.actor_name} is out of sight.",
        events.Overridden: say_override,
        events.FiguresChanged: lambda e: say_figures(figures, e.actor_name, e.figures),
        **own,
    }


def say_override(event: events.Overridden) -> str:
    """A number that the Storyteller has set."""
    why = f" ({event.reason})" if event.reason else ""
    return f"The Storyteller sets {event.actor_name}: {event.label} from {event.was} to {event.now}{why}."


def say_power(event: events.PowerSwitched) -> str:
    """A lasting power switched on, dropped or over."""
    return f"{say_switched(event.actor_name, event.active, is_on=event.is_on, is_over=event.is_over)}."
