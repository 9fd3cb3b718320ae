"""The events of a scene's log, and what a seat may see of each. Events of a system's battle are wrapped in `Fought`."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from campaigns.calendar.calendar import DAY, format_duration
from campaigns.core.markdown import strip_emphasis
from campaigns.experience.stunts import Earned
from campaigns.sheets.battle_results import Changes
from play.table.by_post import PostBegun, PostEnded, say_post
from play.table.dice_events import DICE_EVENTS, DiceMixed, DiceSealed, view_dice_event
from play.table.group_orders import OrderEnded, OrderGiven, OrderTaken
from play.table.handout_events import HandoutEvent, HandoutPutAway, HandoutShown, view_handout_event
from play.table.lines import count_successes, make_line, roll_steps
from play.table.party_events import PARTY_EVENTS, CharacterShown, ConditionSet, PointsChanged, view_party_event
from play.table.playing import PLAYING_EVENTS, SeatsPlay, SeatsStop, say_playing
from play.table.proposals import PROPOSAL_EVENTS, QUIET, ProposalEvent, view_proposal_event
from play.table.side_scenes import SideSceneEvent, StrandClosed, StrandOpened, view_side_scene_event
from play.table.speech import Emoted, Posted, PostEdited, Said, SideSceneName, Spoken, describe_deed, describe_speaker
from play.table.standing_orders import AHEAD_EVENTS, AheadEvent, view_ahead
from play.table.task_events import TASK_EVENTS, StuntChanged, TaskEvent, TasksAsked, view_task_event
from play.table.undo_events import UndoAsked, UndoEvent, UndoRefused, view_request
from rules.battle import Event, Json, Kinds, Seat
from rules.codec import decode, encode
from rules.forecast.seats import list_tactics
from rules.pool import BARE
from rules.roll import Roll
from rules.system import System
from rules.text import EMPTY, Text, join, small
from rules.view import EventView


@dataclass(frozen=True, slots=True)
class Tried:
    """What the table remembers of a roll, for those who try again. `at`: as in `rules.tasks.Task`."""

    title: str
    at: int
    failed: bool
    again: bool


@dataclass(frozen=True, slots=True)
class RollMade(Event):
    """Dice fell outside combat. `roll` is a `rules.roll.Roll` in its JSON form; `character` is empty for bare dice.

    `said`: how a typed roll was understood; `reason`: what it was for; `changes`: what it cost, as in `BattleClosed`;
    `tried`: what is remembered of it; `self_set`: the difficulty, where a player chose it for the roll (2E-670).
    `target`: the key of the character whose trait was taken from the pool; `against`: its name, unless it hides.
    """

    character: str
    name: str
    roll: Mapping[str, Json]
    said: Text = EMPTY
    reason: str = ""
    changes: Changes = field(default_factory=dict)
    tried: Tried | None = None
    self_set: int | None = None
    target: str = ""
    against: str = ""


@dataclass(frozen=True, slots=True)
class BattleOpened(Event):
    """A fight began, under these options of the rules."""

    options: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Fought(Event):
    """Something happened in the fight: an event of the series' system. `order`: the id of the order it came of.

    `tried`: what is remembered of it, if it was a try, and `character` whose it was. Earlier versions did not.
    `tactic`: the key of the tactic by which a seat made the move by itself; empty for moves of people.
    """

    event: Event
    order: str = ""
    tried: Tried | None = None
    character: str = ""
    tactic: str = ""


@dataclass(frozen=True, slots=True)
class BattleClosed(Event):
    """The fight is over. `changes`: by character key, sheet path to [value before, value after].

    `seconds`: the in-world time that it took. `earned`: by character key, purse to the experience won in it.
    """

    changes: Changes
    seconds: int = 0
    earned: Earned = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Paused(Event):
    """The Storyteller stopped the fight for a while, or let it go on."""

    paused: bool


@dataclass(frozen=True, slots=True)
class CardShown(Event):
    """Somebody showed the safety card: nothing is played until the Storyteller puts it away. Nothing says who."""


@dataclass(frozen=True, slots=True)
class CardPutAway(Event):
    """The Storyteller put the safety card away: the table goes on."""


@dataclass(frozen=True, slots=True)
class TimePassed(Event):
    """The Storyteller let in-world time pass: `days` that the characters spent in a `way`, and then `seconds`.

    `lived`: the mark of the downtime in which they did (`campaigns.downtime.living`). It moves the clock by
    the days.
    """

    seconds: int
    days: int = 0
    way: Text = EMPTY
    lived: str = ""


@dataclass(frozen=True, slots=True)
class AnswerTaken(Event):
    """Nobody answered for `name` in time, so the book's default answer follows."""

    name: str


@dataclass(frozen=True, slots=True)
class TurnMissed(Event):
    """Nobody acted for `name` in time. `what`: the mildest action, which follows, with the `rule` that has it.

    Where `what` is empty, nothing is done, and the Storyteller decides. `tactic`: its name, where the action is what
    the combatant does as usual.
    """

    name: str
    what: Text = EMPTY
    rule: str = ""
    tactic: Text = EMPTY


@dataclass(frozen=True, slots=True)
class RollMissed(Event):
    """Nobody rolled for the task `title` in time. No die falls, and the Storyteller decides."""

    title: str


@dataclass(frozen=True, slots=True)
class Rewound(Event):
    """The state is that after entry `to` again.

    `taken_back`: how many entries no longer count; `given_back`: how many count again; `asked_by`: the name of the
    player who asked for it.
    """

    to: int
    taken_back: int
    given_back: int = 0
    asked_by: str = ""


@dataclass(frozen=True, slots=True)
class SceneClosed(Event):
    """The Storyteller closed the scene at the table, to go on in the next one."""


EVENTS: Kinds[Event] = Kinds(
    Said,
    Emoted,
    RollMade,
    BattleOpened,
    Fought,
    BattleClosed,
    Paused,
    CardShown,
    CardPutAway,
    TimePassed,
    AnswerTaken,
    TurnMissed,
    RollMissed,
    Rewound,
    SceneClosed,
    UndoAsked,
    UndoRefused,
    HandoutShown,
    HandoutPutAway,
    *TASK_EVENTS,
    OrderGiven,
    OrderTaken,
    OrderEnded,
    PostBegun,
    PostEnded,
    *PARTY_EVENTS,
    *AHEAD_EVENTS,
    Posted,
    PostEdited,
    StrandOpened,
    StrandClosed,
    *DICE_EVENTS,
    *PROPOSAL_EVENTS,
    *PLAYING_EVENTS,
)
NO_STEP = frozenset(
    cls.__name__
    for cls in (
        Said,
        Emoted,
        Posted,
        PostEdited,
        Rewound,
        CardShown,
        CardPutAway,
        UndoAsked,
        UndoRefused,
        *AHEAD_EVENTS,
        *DICE_EVENTS,
        *QUIET,
    )
)
"""Events that "undo the last" passes over: they change nothing in the story."""


def encode_event(system: System, event: Event) -> dict[str, Json]:
    """Return the JSON form that is stored in `Entry.event`."""
    if isinstance(event, Fought):
        inner = system.battle.events.encode(event.event)
        stored: dict[str, Json] = {"kind": "Fought", "audience": encode(event.audience), "event": inner}
        if event.tried is not None:
            stored |= {"tried": encode(event.tried), "character": event.character}
        if event.tactic:
            stored["tactic"] = event.tactic
        return {**stored, "order": event.order} if event.order else stored
    return EVENTS.encode(event)


def decode_event(system: System, data: Mapping[str, Json]) -> Event:
    """Return the event of a JSON form."""
    if data["kind"] == "Fought":
        inner = system.battle.events.decode(data["event"])
        tried = decode(Tried, data["tried"]) if "tried" in data else None
        character = data.get("character", "")
        tactic = data.get("tactic", "")
        return Fought(inner, data.get("order", ""), tried, character, tactic, audience=inner.audience)
    return EVENTS.decode(data)


def view_event(system: System, event: Event, seat: Seat) -> EventView | None:
    """Return what the seat may see of an event, or None."""
    if not seat.may_see(event.audience):
        return None
    secret = event.audience is not None
    match event:
        case Fought(event=inner, order=order, tactic=tactic):
            return _by_itself(system, _in_order(system.battle.view_event(inner, seat), order), tactic)
        case OrderTaken() | PostEdited():
            return None
        case OrderGiven() | OrderEnded():
            return _view_order(event, secret)
        case Said():
            return make_line(type(event).__name__, describe_speaker(event, seat), secret=secret)
        case Emoted(text=text):
            return make_line("Emoted", describe_deed(event, seat, strip_emphasis(text)), secret=secret)
        case RollMade():
            return _view_roll(event, seat, secret)
        case SeatsPlay() | SeatsStop():
            return make_line(type(event).__name__, say_playing(event), secret=secret)
    return _view_other(system, event, seat)


def _view_other(system: System, event: Event, seat: Seat) -> EventView | None:
    """Return what a seat in the event's audience sees of what is no play: tasks, handouts, requests and the like."""
    match event:
        case TaskEvent() | TasksAsked() | StuntChanged():
            return view_task_event(system, event, seat)
        case HandoutEvent():
            return view_handout_event(event, seat)
        case PointsChanged() | ConditionSet() | CharacterShown():
            return view_party_event(event)
        case UndoEvent():
            return view_request(event)
        case ProposalEvent():
            return view_proposal_event(event)
        case AheadEvent():
            return view_ahead(system, event, seat)
        case SideSceneEvent():
            return view_side_scene_event(event)
        case DiceSealed() | DiceMixed():
            return view_dice_event(event)
    return make_line(type(event).__name__, _say(event), secret=event.audience is not None)


def side_scene_of(event: Event) -> SideSceneName | None:
    """Return the side scene to which a line of the log belongs; None for the main line."""
    return event.strand if isinstance(event, Spoken | SideSceneEvent) else None


def _say(event: Event) -> Text:
    """Return the sentence of an event that says no more than that."""
    match event:
        case BattleOpened() | BattleClosed() | AnswerTaken() | Paused():
            return _say_fight(event)
        case TimePassed():
            sentence = Text("Time passes: {time}.", time=format_duration(passed_of(event)))
            return join(" ", (sentence, Text("Everyone: {way}.", way=event.way) if event.way else EMPTY))
        case TurnMissed() | RollMissed():
            return say_missed(event)
        case PostBegun() | PostEnded():
            return say_post(event)
        case CardShown():
            return Text("X-Card used. Play stops; no one has to say why.")
        case CardPutAway():
            return Text("The Storyteller clears the X-Card. Play resumes.")
        case Rewound():
            return _say_rewind(event)
        case SceneClosed():
            return Text("The scene is over.")
    raise TypeError(type(event).__name__)


def _say_fight(event: BattleOpened | BattleClosed | AnswerTaken | Paused) -> Text:
    """Return the sentence of what happens to a fight as a whole."""
    match event:
        case BattleOpened():
            return Text("A fight starts.")
        case BattleClosed(seconds=seconds):
            took = Text("It took {time}.", time=format_duration(seconds)) if seconds else EMPTY
            return join(
                " ", (Text("The fight is over."), took, Text("Wounds and spent points are saved to the sheets."))
            )
        case AnswerTaken(name=name):
            return Text("No answer from {who} in time. The book’s default is used.", who=name)
    return Text("The Storyteller pauses the fight.") if event.paused else Text("The fight resumes.")


def say_missed(event: TurnMissed | RollMissed) -> Text:
    """Return what happens for somebody who has not acted or rolled in time."""
    if isinstance(event, RollMissed):
        return Text("No one rolled for “{title}” in time. The Storyteller decides.", title=event.title)
    if event.tactic:
        return Text("{who} ran out of time and acts as usual: {tactic}.", who=event.name, tactic=small(event.tactic))
    if event.what:
        values = {"who": event.name, "what": event.what, "rule": event.rule}
        return Text("{who} ran out of time. The mildest action is taken: {what} ({rule}).", **values)
    return Text("{who} ran out of time. The Storyteller decides.", who=event.name)


RESTORED = Text("The Storyteller restored steps. Their entries count again.")
"""The line of an undo that took back another."""


def _say_rewind(event: Rewound) -> Text:
    if event.given_back:
        return RESTORED
    if event.asked_by:
        return Text(
            "The Storyteller takes it back at {who}’s request. Struck-out entries no longer count.", who=event.asked_by
        )
    return Text("The Storyteller took steps back. Struck-out entries no longer count.")


def _view_order(event: OrderGiven | OrderEnded, secret: bool) -> EventView | None:
    """Return the line of an order that was given or is over, with why if it could not be carried out."""
    order, why = (event.order, EMPTY) if isinstance(event, OrderGiven) else (event, event.why)
    line = join(" ", (Text("{who}: {what}.", who=order.who, what=order.what), why))
    return _in_order(make_line(type(event).__name__, line, secret=secret), order.id)


def _in_order(view: EventView | None, order: str) -> EventView | None:
    """Return the view with the id of its order."""
    return {**view, "order": order} if view and order else view


def _by_itself(system: System, view: EventView | None, tactic: str) -> EventView | None:
    """Return the view with the tactic by which a seat made the move by itself."""
    found = list_tactics(system).get(tactic) if view else None
    return view if view is None or found is None else {**view, "by_itself": found.name, "why_so": found.sentence}


LASTING: tuple[str, ...] = tuple(
    name
    for name, cls in EVENTS.classes.items()
    if not {"changes", "seconds", "earned"}.isdisjoint(cls.__dataclass_fields__)
)
"""The names of the events that may write to the sheets or the ledgers, or move the series' clock."""


def changes_of(event: Event) -> Changes:
    """Return what an event writes to the sheets; a rewind takes it back."""
    changes: Changes = getattr(event, "changes", {})
    return changes


def seconds_of(event: Event) -> int:
    """Return how many seconds an event moves the series' clock; a rewind moves it back."""
    seconds: int = getattr(event, "seconds", 0)
    return seconds


def passed_of(event: Event) -> int:
    """Return how much in-world time an event tells of, in seconds: with the days that were spent in a downtime."""
    return seconds_of(event) + getattr(event, "days", 0) * DAY


def lived_of(event: Event) -> str:
    """Return the mark of the downtime in which an event's days were spent; empty if there is none."""
    lived: str = getattr(event, "lived", "")
    return lived


def earned_of(event: Event) -> Earned:
    """Return the experience that an event pays into the ledgers; a rewind counters it."""
    earned: Earned = getattr(event, "earned", {})
    return earned


def _view_roll(event: RollMade, seat: Seat, secret: bool) -> EventView:
    """Return the line of a roll. Who may not read the target's sheet sees no sum from which its trait follows."""
    roll = decode(Roll, event.roll)
    steps = roll_steps(roll)[0 if not event.target or seat.controls(event.target) else 1 :]
    what = name_roll(event, roll.title)
    if roll.standard is not None and not event.said:  # a typed roll is said with its difficulty
        what = Text("{what} at difficulty {difficulty}", what=what, difficulty=_describe_standard(roll))
    if event.self_set is not None:
        what = Text("{what} (difficulty {n}, self-set)", what=what, n=event.self_set)
    values = {"who": event.name, "what": what, "successes": count_successes(roll.total)}
    line = Text("{who} rolls {what}: {successes}.", **values)
    if event.reason:
        line = Text("{who} rolls {what} for “{text}”: {successes}.", text=event.reason, **values)
    if event.against:
        line = Text("{who} rolls {what} against {whom}: {successes}.", whom=event.against, **values)
    return make_line(
        "RollMade", line, verdict=roll.verdict, secret=secret, steps=steps, by=event.name, against=event.against
    )


def _describe_standard(roll: Roll) -> Text:
    """Return a difficulty that nobody has said, with the standard from which it comes."""
    if roll.difficulty == roll.standard:
        return Text("{n} (standard)", n=roll.difficulty)
    return Text("{n} (standard {standard})", n=roll.difficulty, standard=roll.standard)


def name_roll(event: RollMade, title: Text) -> Text:
    """Return what was rolled, in words: `title` is the roll's own; what somebody typed stands behind it."""
    if not event.said or event.said == title:
        return title
    return event.said if title == BARE else Text("{what} ({said})", what=title, said=event.said)
