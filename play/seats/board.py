"""What one seat may see of a scene's table, gathered and filtered, before a line of HTML is drawn."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from play.table.lines import LogLine
from rules.battle import Choice, Field, Offer, Seat
from rules.tasks import TaskView
from rules.view import BattleView


@dataclass(frozen=True, slots=True)
class RollOffer:
    """A character that the seat may roll for: its roll form, and ready-made pairs."""

    character: str
    name: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class CastMember:
    """A character that the Storyteller may bring into the fight, with its side suggested."""

    character: str
    name: str
    owner: str
    extra: bool
    hidden: bool
    in_battle: bool


@dataclass(frozen=True, slots=True)
class Place:
    """Where the scene stands in the series: names and addresses for the running head."""

    scene: int
    title: str
    series: str
    series_url: str
    episode: str
    notes_html: str
    secret_notes_html: str
    in_world_time: str
    clock: str
    """What the series' clock says."""
    is_open: bool


@dataclass(frozen=True, slots=True)
class TaskPad:
    """What a seat may do for a character that a task waits for: roll or help, take what is automatic, look first.

    `rates`: it may let a rating count in place of the roll.
    """

    task: str
    character: str
    name: str
    owner: str
    traits: str
    helps: bool
    rolls: bool
    """Whether dice fall: in some books help is only given."""
    fields: tuple[Field, ...]
    may_look: bool
    automatic: bool
    rates: bool = False


@dataclass(frozen=True, slots=True)
class StuntLine:
    """A stunt that is awarded, claimed, or whose reward is to be chosen (`choices`: value and label)."""

    id: str
    character: str
    name: str
    rating: int
    state: str
    choices: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class TaskBoard:
    """The tasks outside combat as a seat sees them; `kinds`: the book's names of their kinds.

    `ratings`, `task_form`, `award_form` and `interruptions` (what may come of one) are the Storyteller's.
    """

    tasks: tuple[TaskView, ...] = ()
    kinds: Mapping[str, str] = field(default_factory=dict)
    pads: tuple[TaskPad, ...] = ()
    stunts: tuple[StuntLine, ...] = ()
    ratings: tuple[int, ...] = ()
    task_form: tuple[Field, ...] = ()
    award_form: tuple[Field, ...] = ()
    interruptions: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True)
class Board:
    """The table as one class of seats sees it at one number. All that is drawn comes from here."""

    place: Place
    count: int
    """How many entries this seat may see: the number of the newest entry, on the page and on the wire."""
    storyteller: bool
    spectator: bool
    characters: frozenset[str]
    battle: BattleView | None
    paused: bool
    """Whether the Storyteller has stopped the fight for a while."""
    due_at: datetime | None
    """When the book's default answer is taken for whoever is awaited; None: the table waits."""
    offers: tuple[Offer, ...]
    rolls: tuple[RollOffer, ...]
    cast: tuple[CastMember, ...]
    log: tuple[LogLine, ...]
    """The newest entries, newest first."""
    command_url: str
    whispers: Mapping[str, str]
    """Whom a line may be whispered to: audience key to name."""
    task_board: TaskBoard = TaskBoard()

    @property
    def seat(self) -> Seat:
        """The seat that it was made for."""
        return Seat(self.storyteller, self.characters)
