"""What can stand in a scene's log, and how a seat may see it. Battle events of a system are wrapped in `Fought`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.battle import Event, Json, Kinds, Seat
from rules.codec import encode
from rules.system import System
from rules.view import EventView, LogStepView


@dataclass(frozen=True, slots=True)
class Said(Event):
    """Someone spoke; with an audience it was whispered."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class RollMade(Event):
    """Dice fell outside combat. `roll` is a `rules.system.Roll` in its JSON form."""

    character: str
    name: str
    roll: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class BattleOpened(Event):
    """A fight began, under these options of the rules."""

    options: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Fought(Event):
    """Something happened in the fight: an event of the series' system."""

    event: Event


@dataclass(frozen=True, slots=True)
class BattleClosed(Event):
    """The fight is over. `changes`: per character key, sheet path to [value before, value after]."""

    changes: Mapping[str, Mapping[str, tuple[Json, Json]]]


@dataclass(frozen=True, slots=True)
class Paused(Event):
    """The Storyteller stopped the fight for a while, or let it go on."""

    paused: bool


@dataclass(frozen=True, slots=True)
class Rewound(Event):
    """The state is that after entry `to` again: so many entries no longer count, so many count again."""

    to: int
    taken_back: int
    given_back: int = 0


EVENTS: Kinds[Event] = Kinds(Said, RollMade, BattleOpened, Fought, BattleClosed, Paused, Rewound)


def encode_event(system: System, event: Event) -> dict[str, Json]:
    """The JSON form that is kept in `Entry.event`."""
    if isinstance(event, Fought):
        return {"kind": "Fought", "audience": encode(event.audience), "event": system.battle.events.encode(event.event)}
    return EVENTS.encode(event)


def decode_event(system: System, data: Mapping[str, Json]) -> Event:
    """The event of its JSON form."""
    if data["kind"] == "Fought":
        inner = system.battle.events.decode(data["event"])
        return Fought(inner, audience=inner.audience)
    return EVENTS.decode(data)


def view_event(system: System, event: Event, seat: Seat) -> EventView | None:
    """What the seat may see of an event, or None."""
    if not seat.may_see(event.audience):
        return None
    secret = event.audience is not None
    match event:
        case Fought(event=inner):
            return system.battle.view_event(inner, seat)
        case Said(name=name):
            return _line("Said", name, secret=secret)
        case RollMade():
            return _view_roll(event, secret)
        case BattleOpened():
            return _line("BattleOpened", "A fight breaks out.")
        case BattleClosed():
            return _line("BattleClosed", "The fight is over. Wounds and spent points are on the sheets.")
        case Paused(paused=paused):
            return _line("Paused", "The Storyteller pauses the fight." if paused else "The fight goes on.")
        case Rewound(given_back=0):
            return _line("Rewound", "The Storyteller rewound the table. What is struck out no longer counts.")
        case Rewound():
            return _line("Rewound", "The Storyteller took a rewind back. What it struck out counts again.")
    raise TypeError(type(event).__name__)


def _line(kind: str, line: str, *, verdict: str = "", secret: bool = False, steps: Any = ()) -> EventView:
    return {
        "kind": kind,
        "line": line,
        "when": "",
        "verdict": verdict,
        "steps": list(steps),
        "secret": secret,
        "exchange": "",
    }


def _view_roll(event: RollMade, secret: bool) -> EventView:
    roll = event.roll
    steps: list[LogStepView] = [
        {"name": "Pool", "text": f"{roll['pool']['total']} dice", "rule": "", "sum": _pool_sum(roll["pool"])},
        {"name": "Dice", "text": f"{roll['successes']} successes", "rule": "", "dice": list(roll["dice"])},
        {"name": "Outcome", "text": _outcome(roll), "rule": ""},
    ]
    line = f"{event.name} rolls {roll['title']}: {_successes(roll['total'])}."
    return _line("RollMade", line, verdict=roll["verdict"], secret=secret, steps=steps)


def _pool_sum(pool: Mapping[str, Json]) -> list[dict[str, Json]]:
    return list(pool["steps"])


def _successes(count: int) -> str:
    return "1 success" if count == 1 else f"{count} successes"


def _outcome(roll: Mapping[str, Json]) -> str:
    against = "" if roll["difficulty"] is None else f" against difficulty {roll['difficulty']}"
    return f"{roll['verdict']}: {roll['total']}{against}"
