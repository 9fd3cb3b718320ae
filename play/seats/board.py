"""What one seat may see of a scene's table: gathered and filtered before any HTML is drawn."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from play.table.lines import LogLine
from play.table.orders import Order
from rules.battle import Choice, Field, Offered, Seat
from rules.tasks import TaskView
from rules.text import Text
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
    """Where the scene stands in the series: names and addresses for the head of the page."""

    scene: int
    title: str
    series: str
    series_url: str
    episode: str
    notes_html: str
    secret_notes_html: str
    in_world_time: str
    clock: str
    """The time that the series' clock shows."""
    is_open: bool


@dataclass(frozen=True, slots=True)
class TaskPad:
    """What a seat may do for a character that a task waits for: roll or help, take an automatic success, look first.

    `rates`: whether it may let a rating count in place of the roll.
    """

    task: str
    character: str
    name: str
    owner: str
    traits: Text
    helps: bool
    rolls: bool
    """Whether dice are rolled: in some books people only help."""
    fields: tuple[Field, ...]
    may_look: bool
    automatic: bool
    rates: bool = False


@dataclass(frozen=True, slots=True)
class StuntLine:
    """A stunt that is awarded or claimed, or whose reward is to be chosen (`choices`: value and label)."""

    id: str
    character: str
    name: str
    rating: int
    state: str
    choices: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class TaskBoard:
    """The tasks outside combat as a seat sees them. `kinds`: the book's names of their kinds.

    `ratings`, `task_form`, `award_form` and `interruptions` (what may come of one) are only for the Storyteller.
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
    """The table as one seat class sees it at one number. All drawings are made from it."""

    place: Place
    count: int
    """How many entries this seat may see: the number of the newest entry for its pages and sockets."""
    storyteller: bool
    spectator: bool
    characters: frozenset[str]
    battle: BattleView | None
    paused: bool
    """Whether the Storyteller has paused the fight."""
    due_at: datetime | None
    """When the book's default answer is taken for those who are awaited. None: the table waits without limit."""
    offers: Offered
    rolls: tuple[RollOffer, ...]
    cast: tuple[CastMember, ...]
    log: tuple[LogLine, ...]
    """The newest entries, newest first."""
    command_url: str
    whispers: Mapping[str, str]
    """Those whom a line may be whispered to: audience key to name."""
    task_board: TaskBoard = TaskBoard()
    card: bool = False
    """Whether the safety card lies on the table."""

    system: str = ""
    """The key of the game."""
    in_turn: frozenset[str] = frozenset()
    """Who has yet to act in this turn, for the Storyteller's orders."""
    order: Order | None = None
    """The order that is being carried out, for the Storyteller."""

    @property
    def seat(self) -> Seat:
        """The seat that the board was made for."""
        return Seat(self.storyteller, self.characters)
