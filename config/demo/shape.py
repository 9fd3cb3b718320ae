"""What the series of the demo are made of, as data."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from campaigns.downtime.planning import Plan
from rules.battle import Json


@dataclass(frozen=True, slots=True)
class Line:
    """Words in a scene: which of the demo's people writes them, and which character says them (empty: the person)."""

    person: str
    words: str
    speaker: str = ""


@dataclass(frozen=True, slots=True)
class RollRequest:
    """A roll that the Storyteller asks of these characters, and that nobody has made yet."""

    title: str
    traits: str
    characters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Meeting:
    """A scene without a fight, in which a roll waits. `here`: who is present beside the players' characters."""

    title: str
    time: str
    notes: str
    lines: tuple[Line, ...]
    asked: RollRequest
    here: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Days:
    """A downtime that waits for the days that these plans leave free."""

    title: str
    days: int
    plans: tuple[tuple[str, Plan], ...]
    """Whose plan it is, and the plan."""


@dataclass(frozen=True, slots=True)
class Beside:
    """What a series has beside its fight: an evening, a scene by post, and a downtime unless there is one already."""

    episode: str
    evening: Meeting
    by_post: Meeting
    days: Days | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """What the series of a game is made of.

    `sheets`: by name, what differs from the archetype, by dotted path. `attacked`: the hero who has to answer
    an attack in the fight; if empty, one of the heroes is about to act.
    """

    system: str
    name: str
    scene: str
    heroes: Mapping[str, tuple[str, str]]
    """Names with the player and the archetype."""
    foes: Mapping[str, str]
    """Names with the archetype."""
    extras: tuple[str, ...] = ()
    """The archetypes of those who are extras."""
    opening: str = "The lamp goes out. Somebody laughs, close by."
    story: str = "The First Night"
    episode: str = "Salt in the Locks"
    tone: str = ""
    notes: str = ""
    sheets: Mapping[str, Mapping[str, Json]] = field(default_factory=dict)
    beside: Beside | None = None
    attacked: str = ""
