"""Gathers a recap from the events that a seat may see, in their order. Without the database."""

from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from campaigns.calendar.calendar import format_duration
from play.recap.fights import Fight
from play.recap.model import Line, Recap
from play.recap.tasks import describe_task, list_tasks, name_workers
from play.table.events import BattleClosed, BattleOpened, Fought, RollMade, TimePassed, passed_of, view_event
from play.table.handout_events import HandoutShown
from play.table.party_events import CharacterShown
from play.table.side_scenes import StrandOpened
from play.table.speech import Emoted, Posted, Said, Spoken, hear
from play.table.task_events import TASK_EVENTS, StuntChanged, TaskEvent, TaskRolled, TasksAsked
from rules.battle import Event, Seat
from rules.battle.turning import BOTCHES, TURNS
from rules.system import System
from rules.tasks import knows_difficulty
from rules.text import Text, verbatim

LULL = timedelta(hours=1)
"""A longer silence is no time at the table."""
TASK, HANDOUT, TIME, SIDE_SCENE = Text("Task"), Text("Handout"), Text("Time passed"), Text("Side scene")
RECAPPED = frozenset(
    cls.__name__
    for cls in (
        Said,
        Emoted,
        Posted,
        RollMade,
        BattleOpened,
        BattleClosed,
        TimePassed,
        HandoutShown,
        CharacterShown,
        StrandOpened,
    )
) | {cls.__name__ for cls in TASK_EVENTS if cls is not StuntChanged}
"""The events of the table that a recap tells of; those of fights are added."""


@dataclass(frozen=True, slots=True)
class PostWords:
    """The newest text of a post, in Markdown. `is_narration`: the Storyteller tells it as nobody else."""

    text: str
    is_narration: bool


@dataclass(slots=True)
class Gathering:
    """What a seat has seen of a scene so far.

    `in_public`: it is written for others than the people at the table, so people who speak or roll as themselves, and
    not as a character, are left out. `posts`: the words of posts that it takes over, by the number of their entry.
    """

    system: System
    seat: Seat
    in_public: bool = False
    posts: Mapping[int, PostWords] = field(default_factory=dict)
    _times: list[datetime] = field(default_factory=list)
    _played: timedelta = timedelta()
    _passed: int = 0
    _there: dict[str, None] = field(default_factory=dict)
    _happened: dict[Hashable, Line] = field(default_factory=dict)
    _spoke: Counter[str] = field(default_factory=Counter)
    _fight: Fight | None = None
    _fight_key: Hashable = None

    def note_time(self, at: datetime) -> None:
        """Note that the seat's log has a line of this moment."""
        if self._times and at - self._times[-1] <= LULL:
            self._played += at - self._times[-1]
        self._times = [*self._times[:1], at]

    def begin_span(self) -> None:
        """Forget what was gathered so far: the recap begins here. Who fights whom, and who has bled, stays known."""
        self._times, self._played, self._passed, self._there = [], timedelta(), 0, {}
        self._happened, self._spoke = {}, Counter()

    def add(self, event: Event, number: int = 0) -> None:
        """Note an event, the entry of this number. What the seat may not see is passed over."""
        if not self.seat.may_see(event.audience):
            return
        if number in self.posts and isinstance(event, Posted) and (heard := hear(event, self.seat, "")):
            post = self.posts[number]
            self._add(Line(verbatim("" if post.is_narration else heard.name), words=post.text))
        match event:
            case Fought(event=inner):
                self._add_fought(inner)
            case BattleOpened():
                self._fight, self._fight_key = Fight(), object()
                self._happened[self._fight_key] = self._fight.heading
            case BattleClosed() | TimePassed():
                self._add_time(event)
            case _:
                self._add_play(event)

    def _add_play(self, event: Event) -> None:
        """Note what was said, rolled or shown outside of a fight."""
        match event:
            case Spoken():
                self._add_speech(event)
            case RollMade():
                self._add_roll(event)
            case HandoutShown(handout=handout, title=title):
                self._happened.setdefault(handout, Line(verbatim(title), HANDOUT))
            case StrandOpened(strand=strand):
                self._add(Line(verbatim(strand.title), SIDE_SCENE))
            case CharacterShown(name=name, is_here=is_here):
                self._there |= {name: None} if is_here else {}
            case TaskEvent() | TasksAsked():
                self._add_task(event)

    def finish(self) -> Recap:
        """Return the recap."""
        began, ended = (self._times[0], self._times[-1]) if self._times else (None, None)
        return Recap(
            began,
            ended,
            int(self._played.total_seconds()),
            self._passed,
            tuple(self._there),
            tuple(self._happened.values()),
            tuple(self._spoke.most_common()),
        )

    def _add(self, line: Line) -> None:
        self._happened[object()] = line

    def _add_fought(self, event: Event) -> None:
        if self._fight is None:
            return
        if line := self._fight.add(self.system, event, self.seat):
            self._add(line)
        self._happened[self._fight_key] = self._fight.heading
        self._there |= dict.fromkeys(self._fight.names)

    def _add_speech(self, event: Spoken) -> None:
        heard = hear(event, self.seat, "")
        if heard is None or (self.in_public and not event.character):
            return
        self._spoke[heard.name] += 1
        if heard.face:
            self._there[heard.name] = None

    def _add_roll(self, event: RollMade) -> None:
        if not event.character and self.in_public:
            return
        if event.character:
            self._there[event.name] = None
        if event.roll["outcome"] in BOTCHES and (view := view_event(self.system, event, self.seat)):
            self._add(Line(view["line"], TURNS["botch"]))

    def _add_time(self, event: Event) -> None:
        seconds = passed_of(event)
        self._passed += seconds
        if isinstance(event, BattleClosed):
            self._fight = None
        elif seconds:
            self._add(Line(format_duration(seconds), TIME))

    def _add_task(self, event: TaskEvent | TasksAsked) -> None:
        if isinstance(event, TaskRolled) and self._is_botch(event):
            view: Any = view_event(self.system, event, self.seat)
            self._add(Line(view["line"], TURNS["botch"]))
        for task in list_tasks(event, self.seat):
            self._there |= dict.fromkeys(name_workers(task, self.seat))
            self._happened.pop(task.id, None)  # it stands where it ended
            self._happened[task.id] = Line(describe_task(task, self.seat), TASK)

    def _is_botch(self, event: TaskRolled) -> bool:
        """Return whether the seat knows of a botch: not of one that is sealed, or against a hidden difficulty."""
        is_open = not event.task.is_contest and knows_difficulty(event.task, self.seat)
        return is_open and event.roll["outcome"] in BOTCHES
