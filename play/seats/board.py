"""What one seat may see of a scene's table: gathered and filtered before any HTML is drawn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from campaigns.core.mentions import NO_NAMES, Names
from campaigns.sheets.kept_rolls import KeptRoll
from play.seats.waits import AwaitedAt
from play.table.by_post import PostTerms
from play.table.group_orders import Order
from play.table.lines import LogLine
from play.table.side_scenes import SideScenes
from rules.battle import Choice, Field, Offer, Seat, SeatOffers
from rules.battle.numbers import Touch
from rules.sheets.conditions import Chip
from rules.tasks import EXTENDED, TaskView
from rules.text import EMPTY, Text
from rules.view import BattleView, CombatantView

CONTESTS = ("contested", "extended_contested")
ONLY_UNRESISTED = ("penalty", "share")
"""What may come of an interruption only where nobody resists."""


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
class Onward:
    """The scene in which play goes on after a closed one: its title, its address, and whether it is open."""

    title: str
    url: str
    is_open: bool


@dataclass(frozen=True, slots=True)
class PlannedScene:
    """A planned scene of the series, for the Storyteller: its key, its title, and its in-world time.

    `is_days_ahead`: whether the clock moves on by a day or more when it is opened. `is_hidden`: players would see
    nothing of it once it is open, either.
    """

    scene: int
    title: str
    when: str
    is_days_ahead: bool = False
    is_hidden: bool = False


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
    time: Text
    """When the scene happens. While it is played, that is the time of the series' clock."""
    is_open: bool
    is_planned: bool = False
    """Whether the scene is prepared ahead, and only the Storyteller knows of it."""
    is_hidden: bool = False
    """Whether players see nothing of the scene, though it may be open."""
    onward: Onward | None = None
    """Where play goes on; None while the scene is open, or where the seat may not know."""


@dataclass(frozen=True, slots=True)
class LastStep:
    """The newest step that a seat could take back, or ask to: the seat's count of its oldest line, and what it says.

    `is_asked`: a player has asked already.
    """

    count: int
    line: Text
    is_asked: bool = False


@dataclass(frozen=True, slots=True)
class UndoCard:
    """A player's request that a step is taken back, for the Storyteller. `person`: the key of the player.

    `count` is the Storyteller's count of the oldest line of the step, `line` what it says. `gone` are the oldest of the
    lines that would go, newest first; `more` are that many newer ones.
    """

    person: str
    name: str
    count: int
    line: Text
    gone: tuple[LogLine, ...]
    more: int


@dataclass(frozen=True, slots=True)
class ProposalCard:
    """Numbers that a player proposes. `is_mine`: the seat proposed them, and may take them back; else it answers.

    `what` is the move in words, made for `who`; `fields` are what the Storyteller can change. `is_refused`: she said
    no.
    """

    id: str
    name: str
    who: str
    what: Text
    numbers: Text
    reason: str
    fields: tuple[Field, ...]
    is_mine: bool
    is_refused: bool


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
    may_yield: bool = False
    """Whether it resists in a contest, and may give in without a roll."""
    note: Text = EMPTY
    """What the form says before the fields."""


@dataclass(frozen=True, slots=True)
class AskPad:
    """What influence asks of a seat about one at whom it is aimed: a ruling of the Storyteller's, or an answer.

    `move`: what the form sends; `stand`: of an answer, what the roll had to reach.
    """

    task: str
    character: str
    name: str
    move: str
    fields: tuple[Field, ...]
    stand: Text = EMPTY


@dataclass(frozen=True, slots=True)
class StuntLine:
    """A stunt that is awarded or claimed, or whose reward is to be chosen (`choices`: value and label).

    `is_played`: a player has the character.
    """

    id: str
    character: str
    name: str
    rating: int
    state: str
    choices: tuple[tuple[str, str], ...]
    is_played: bool = False


@dataclass(frozen=True, slots=True)
class TaskBoard:
    """The tasks outside combat as a seat sees them. `kinds`: the book's names of their kinds.

    `ratings`, `task_form`, `award_form` and `interruptions` (what may come of one) are only for the Storyteller.
    """

    tasks: tuple[TaskView, ...] = ()
    kinds: Mapping[str, str] = field(default_factory=dict)
    pads: tuple[TaskPad, ...] = ()
    asks: tuple[AskPad, ...] = ()
    influence_form: tuple[Field, ...] = ()
    stunts: tuple[StuntLine, ...] = ()
    ratings: tuple[int, ...] = ()
    task_form: tuple[Field, ...] = ()
    award_form: tuple[Field, ...] = ()
    interruptions: tuple[Choice, ...] = ()

    def list_interruptions(self, task: TaskView) -> tuple[Choice, ...]:
        """Return what may come of an interruption of this task."""
        if task["kind"] == "contested" or not (task["interval"] or task["kind"] in EXTENDED):
            return ()  # a single roll without a time of its own has nothing to interrupt
        is_contest = task["kind"] in CONTESTS
        return tuple(result for result in self.interruptions if not (is_contest and result.value in ONLY_UNRESISTED))


@dataclass(frozen=True, slots=True)
class HandoutCard:
    """A handout that lies on the table for the seat.

    `readers`: for the Storyteller the names of the characters whose players see it, None for everybody. `leads`: it is
    the picture of the scene.
    """

    id: str
    key: int | None
    """Its primary key; None where the series came from another server without it."""
    title: str
    text_html: str
    description: str
    picture_url: str
    width: int
    height: int
    readers: tuple[str, ...] | None
    leads: bool


@dataclass(frozen=True, slots=True)
class HandoutRow:
    """A handout of the series, for the Storyteller. `card`: how it lies on this table; None where nobody sees it."""

    key: int
    title: str
    picture_url: str
    width: int
    height: int
    card: HandoutCard | None


@dataclass(frozen=True, slots=True)
class NamedId:
    """Somebody whom the log's input offers, by the key that it sends. `note`: what is shown beside the name."""

    key: str
    name: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Voices:
    """What the log's input offers: as whom one may speak, and whom a line may be whispered to.

    `may_name`: whether any name may be typed.
    """

    own: tuple[NamedId, ...] = ()
    ears: tuple[NamedId, ...] = ()
    may_name: bool = False


@dataclass(frozen=True, slots=True)
class Points:
    """A pool or a small number of a sheet. `full`: its full value, 0 where there is none; `most`: the highest one."""

    key: str
    label: Text
    now: int
    full: int
    most: int
    word: Text = EMPTY
    """The book's word for the value, if it has one."""


@dataclass(frozen=True, slots=True)
class PartyMember:
    """A character in the scene. `owner`: who plays it. `may_touch`: whether the seat may change it by touch.

    `has_boxes`: whether its health boxes can be touched: not those of a crowd that counts as one. `nature`: what may
    give Willpower back if it is acted out.
    """

    character: str
    who: CombatantView
    owner: str
    is_own: bool
    may_touch: bool
    has_boxes: bool = False
    nature: str = ""
    pools: tuple[Points, ...] = ()
    others: tuple[Points, ...] = ()
    favorites: tuple[KeptRoll, ...] = ()
    conditions: tuple[Chip, ...] = ()


@dataclass(frozen=True, slots=True)
class Party:
    """Those in the scene; `absent`: keys and names of those whom the Storyteller may bring in."""

    members: tuple[PartyMember, ...] = ()
    absent: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class OrderLine:
    """A standing order of the seat's own, in words. `now`: why it does not answer what is asked; empty otherwise."""

    id: str
    words: Text
    now: Text


@dataclass(frozen=True, slots=True)
class AheadRow:
    """What the seat left ahead for one combatant, and what it may leave.

    `laid`: what lies face down, in words; `is_turned`: it has been shown. `occasions`: the word for each, how its owner
    says it, and what can be done then; `terms`: what is asked of an order beside that. Both are made when somebody
    opens them.
    """

    actor: str
    name: str
    orders: tuple[OrderLine, ...]
    laid: Text
    is_turned: bool
    acts_now: bool
    occasions: Sequence[tuple[str, Text, tuple[Offer, ...]]]
    terms: Sequence[Field]


@dataclass(frozen=True, slots=True)
class AheadBoard:
    """What was left ahead in a fight by post, as one seat sees it.

    `gathered`: those in the open who act together: the id, the name, and whether each has laid a declaration.
    """

    rows: tuple[AheadRow, ...] = ()
    gathered: tuple[tuple[str, str, bool], ...] = ()


@dataclass(frozen=True, slots=True)
class PlayingRow:
    """Somebody in the fight who plays itself: by which tactic, and whether only while its player is away.

    `id` is empty for the Storyteller's own part. `may_stop`: the seat may end it.
    """

    id: str
    name: str
    tactic: Text
    is_away: bool
    may_stop: bool


@dataclass(frozen=True, slots=True)
class JoinedPlayer:
    """A player of a new series, and the names of the characters that they have."""

    name: str
    heroes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Start:
    """What shows the Storyteller of a new series how to begin. `invite`: the token of a link for players, or empty."""

    series: int
    invite: str
    players: tuple[JoinedPlayer, ...]


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
    offers: SeatOffers
    rolls: tuple[RollOffer, ...]
    cast: tuple[CastMember, ...]
    log: tuple[LogLine, ...]
    """The newest entries, newest first."""
    command_url: str
    voices: Voices
    faces: Mapping[str, str] = field(default_factory=dict)
    """The portraits of those who speak in the log: character key to address."""
    names: Names = NO_NAMES
    """The names of people and places that the seat knows, if a text mentions any."""
    task_board: TaskBoard = TaskBoard()
    handouts: tuple[HandoutCard, ...] = ()
    """What lies on the table: the picture of the scene, then the others as they were shown."""
    handout_rows: Sequence[HandoutRow] = ()
    """What the Storyteller may show, read when somebody opens the list."""
    touches: Sequence[Touch] = ()
    """What the Storyteller may change of the combatants by touch, made when somebody opens one."""
    party: Party = Party()
    """Who is in the scene, while no fight runs."""
    card: bool = False
    """Whether the safety card lies on the table."""

    last_step: LastStep | None = None
    """What this seat could take back, or ask to."""
    undo_cards: tuple[UndoCard, ...] = ()
    """What players ask to take back, for the Storyteller."""
    proposals: tuple[ProposalCard, ...] = ()
    """The numbers that players propose, for the Storyteller, and a player's own."""
    planned: Sequence[PlannedScene] = ()
    """The scenes that the Storyteller has planned, read when somebody looks at them."""
    system: str = ""
    """The key of the game."""
    in_turn: frozenset[str] = frozenset()
    """Who has yet to act in this turn, for the Storyteller's orders."""
    post: PostTerms | None = None
    """The terms of a scene by post; None while it is live."""
    waits: tuple[AwaitedAt, ...] = ()
    """Whom a scene by post waits for, as far as the seat may know it."""
    order: Order | None = None
    """The order that is being carried out, for the Storyteller."""
    side_scenes: SideScenes = ()
    """The side scenes of which the seat knows."""
    ahead: AheadBoard | None = None
    """What was left ahead in a fight by post."""
    playing: Mapping[str, PlayingRow] = field(default_factory=dict)
    """Those in the fight who play themselves, by their ids."""
    tellers: frozenset[int] = frozenset()
    """The keys of the Storytellers, who share one board, where a post is in sight."""

    start: Start | None = None
    """How a new series begins, for its Storyteller, until play has begun."""

    @property
    def seat(self) -> Seat:
        """The seat that the board was made for."""
        return Seat(self.storyteller, self.characters)

    @property
    def may_forecast(self) -> bool:
        """Whether the page leads to a forecast of the fight: for the Storyteller, and for those who fight in it."""
        return self.battle is not None and (self.storyteller or any(who["mine"] for who in self.battle["combatants"]))
