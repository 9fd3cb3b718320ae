"""Which events are results, and what they did to whom: a game declares a function for each class of such events.

    RESULTS: Results = {
        Struck: between,
        Wounded: lambda e: change(e, boxes=draw(e.health), boxes_before=draw(e.before)),
    }

The functions are allow-lists. They show nothing that the sentence of the event, or the board, does not show as well.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rules.battle.kinds import Event
from rules.text import Text
from rules.view import BoxView, ChangeView, FigureChange, PersonView, ResultView

Results = Mapping[type[Event], Callable[[Any], ResultView]]
"""By the class of an event, the function that returns its result."""


def name_person(id: str, name: str) -> PersonView:
    """Return a combatant as results name it."""
    return {"id": id, "name": name}


def make_result(
    who: Iterable[PersonView] = (),
    whom: Iterable[PersonView] = (),
    changes: Iterable[ChangeView] = (),
    *,
    stands: bool = True,
) -> ResultView:
    """Return a result."""
    return {"who": list(who), "whom": list(whom), "changes": list(changes), "stands": stands}


def make_change(
    whose: PersonView,
    *,
    boxes: list[BoxView] | None = None,
    boxes_before: list[BoxView] | None = None,
    figures: Iterable[FigureChange] = (),
    states: Iterable[Text] = (),
) -> ChangeView:
    """Return what a result changed for one combatant. Empty states are left out."""
    made: ChangeView = {"whose": whose, "figures": list(figures), "states": [state for state in states if state]}
    if boxes is not None:
        made["boxes"] = boxes
    if boxes_before is not None:
        made["boxes_before"] = boxes_before
    return made


def view_actor(event: Any) -> PersonView:
    """Return the combatant of an event."""
    return name_person(event.actor, event.actor_name)


def alone(event: Any) -> ResultView:
    """Return the result of what one combatant did, without a target."""
    return make_result([view_actor(event)])


def between(event: Any, *changes: ChangeView) -> ResultView:
    """Return the result of what the actor did to the target, with what it changed."""
    whom = [name_person(event.target, event.target_name)] if event.target_name else []
    return make_result([view_actor(event)], whom, changes)


def suffered(event: Any, *, stands: bool = True, **change: Any) -> ResultView:
    """Return the result of what happened to the actor. `change` is what `make_change` takes."""
    return make_result(changes=[make_change(view_actor(event), **change)], stands=stands)
