"""The figures of a sheet that a running battle keeps for a combatant.

Each game lists the places of the sheet that its battle keeps, and how to read and set them.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, Generic, TypeVar

from rules.battle.roster import Fighter
from rules.battle.seats import Json
from rules.errors import IllegalMove
from rules.text import Text, join

C = TypeVar("C")
F = TypeVar("F", bound=Fighter)
MAX_FIGURE = 999
"""The highest number that a figure may have."""
Changed = Mapping[str, tuple[Json, Json]]
"""Dotted sheet path to the figure before and after."""


@dataclass(frozen=True, slots=True)
class Figure(Generic[C]):
    """One figure of a combatant. `open`: other seats may see it too, like wounds.

    `goes_home`: whether it is written on the sheet when the battle is over.
    """

    label: Text
    read: Callable[[C], Json]
    write: Callable[[C, Any], C]
    open: bool = False
    goes_home: Callable[[C], Any] = lambda combatant: True


def make_figure(label: Text, path: str, goes_home: Callable[[Any], Any] = lambda combatant: True) -> Figure[Any]:
    """Return a figure that is a field of the combatant, or of a part of it ("sheet.powers_spent").

    Its value is JSON: a tuple is read as a list.
    """

    def get(combatant: Any) -> Json:
        value = attrgetter(path)(combatant)
        return list(value) if isinstance(value, tuple) else value

    def write(combatant: Any, value: Any) -> Any:
        return put_field(combatant, path, tuple(value) if isinstance(value, list) else value)

    return Figure(label, get, write, goes_home=goes_home)


def make_spent(path: str) -> Figure[Any]:
    """Return the figure with the keys of powers that are used up in this scene."""
    return make_figure(Text("Powers used up"), path, attrgetter(path))


def make_dots(rating: str, lost: str, goes_home: Callable[[Any], Any] | None = None) -> Figure[Any]:
    """Return the figure of the dots of Willpower at `rating`; the field `lost` counts those that the battle took.

    They go home if any were lost, unless `goes_home` says otherwise.
    """

    def write(combatant: Any, value: int) -> Any:
        return replace(put_field(combatant, rating, value), **{lost: getattr(combatant, lost) + get(combatant) - value})

    get = attrgetter(rating)
    return Figure(Text("Willpower dots"), get, write, goes_home=goes_home or attrgetter(lost))


def put_field(actor: Any, path: str, value: Any) -> Any:
    """Return the dataclass with the field at a dotted path replaced."""
    name, _, rest = path.partition(".")
    return replace(actor, **{name: put_field(getattr(actor, name), rest, value) if rest else value})


def find_fighter(combatants: Iterable[F], character: str) -> F | None:
    """Return the combatant of this character, or None."""
    return next((combatant for combatant in combatants if combatant.character == character), None)


def get_fighter(combatants: Iterable[F], character: str) -> F:
    """Return the combatant of this character. Raises `IllegalMove` if there is none."""
    found = find_fighter(combatants, character)
    if found is None:
        raise IllegalMove("not_fighting", Text("That character is not in this fight."))
    return found


def find_changes(figures: Mapping[str, Figure[C]], actor: C, values: Mapping[str, Json], *, open: bool) -> Changed:
    """Return the changes of open figures, or of those that are not open. Raises `IllegalMove` for unknown figures."""
    changed, now = {}, actor
    for path, value in values.items():
        figure = figures.get(path)
        if figure is None or not _fits(figure, now, value):
            raise IllegalMove(
                "no_figure",
                Text("The fight does not track that value: {path}.", path=repr(path[:40])),
                path=path[:40],
            )
        was, now = figure.read(actor), figure.write(now, value)
        if figure.open == open and value != was:
            changed[path] = (was, value)
    return changed


def _fits(figure: Figure[C], actor: C, value: Json) -> bool:
    """Return whether a value has the type of the figure, and reads back unchanged."""
    if type(value) is not type(figure.read(actor)):
        return False
    if isinstance(value, int):
        return 0 <= value <= MAX_FIGURE
    if isinstance(value, list) and not all(isinstance(item, str) for item in value):
        return False
    return bool(figure.read(figure.write(actor, value)) == value)


def put_figures(figures: Mapping[str, Figure[C]], actor: C, changed: Changed) -> C:
    """Return the combatant with the new figures."""
    for path, (_, value) in changed.items():
        actor = figures[path].write(actor, value)
    return actor


def say_figures(figures: Mapping[str, Figure[C]], name: str, changed: Changed) -> Text:
    """Return the change in a sentence: "Ysane: Willpower (5 → 4)."."""
    parts = (
        Text("{what} ({was} → {now})", what=figures[path].label, was=_say(was), now=_say(now))
        for path, (was, now) in changed.items()
    )
    return Text("{who}: {changes}.", who=name, changes=join(", ", parts))


def _say(value: Json) -> str:
    """Return a short form of a figure: the length of a list, the marked boxes of a track."""
    return str(len(value)) if isinstance(value, (list, tuple)) else str(value).strip(".") or "–"
