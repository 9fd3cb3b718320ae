"""What a seat saw of a scene, counted: who acted, what came of it, whom they hit. Without the database.

All of it comes from the lines of the seat's own log (`view_event`), which hold nothing that the seat may not know.
Rolls outside fights, of which years have thousands, are counted without their line: who may see one sees all of it.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime, timedelta
from typing import Any

from play.table.by_post import PostBegun, PostEnded
from play.table.events import BattleClosed, BattleOpened, Fought, Paused, RollMade, name_roll, view_event
from play.table.task_events import TaskLooked, TaskRolled
from rules.battle import Event, Seat
from rules.battle.turning import TURNS
from rules.system import System
from rules.text import EMPTY, Text
from rules.text_codec import decode_text
from rules.view import EventView, PersonView, ResultView

LULL = timedelta(hours=1)
"""A longer silence is no turn, but a break."""
FALLS = ("felled", "death")
ARM = "w"
"""The place of the weapon or maneuver in the sentences of all games."""
COUNTED = (RollMade, TaskRolled, TaskLooked, BattleOpened, BattleClosed, Paused, PostBegun, PostEnded)
"""The events of the table that are counted; those of fights are added."""


@dataclass(slots=True)
class Tally:
    """The counts, most by the names of characters. `waits`: the seconds before each of their turns in live fights.

    `verdicts`: the book's words for what came of rolls; of attacks only for botches, for hits and falls are counted
    apart. `means`: the pools and weapons of each character.
    """

    acts: Counter[str] = field(default_factory=Counter)
    means: Counter[tuple[str, Text]] = field(default_factory=Counter)
    verdicts: Counter[Text] = field(default_factory=Counter)
    hits: Counter[str] = field(default_factory=Counter)
    taken: Counter[str] = field(default_factory=Counter)
    felled: Counter[str] = field(default_factory=Counter)
    fell: Counter[str] = field(default_factory=Counter)
    dice: Counter[str] = field(default_factory=Counter)
    """How many dice fell ("dice"), and how many successes they gave ("successes")."""
    waits: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(list))

    def add(self, other: "Tally") -> None:
        """Add what was counted elsewhere."""
        for name in (counts.name for counts in fields(self) if counts.name != "waits"):
            getattr(self, name).update(getattr(other, name))
        for who, seconds in other.waits.items():
            self.waits[who] += seconds


def sum_tallies(tallies: Iterable[Tally]) -> Tally:
    """Return the sum of what was counted in several scenes."""
    whole = Tally()
    for tally in tallies:
        whole.add(tally)
    return whole


class Counting:
    """Counts what a seat sees of one scene, event by event."""

    def __init__(self, system: System, seat: Seat) -> None:
        self.tally = Tally()
        self._system, self._seat = system, seat
        self._attackers: dict[str, str] = {}
        """Who struck, by the id of the attack."""
        self._done: set[str] = set()
        """The attacks that were counted as a turn."""
        self._last: datetime | None = None
        """When somebody acted last in this fight, unless nobody's turn is timed from there."""
        self._command = 0
        self._is_by_post = False

    def add(self, event: Event, at: datetime, command: int) -> None:
        """Count an event of this moment and command. What the seat may not see is passed over."""
        if isinstance(event, RollMade):
            if self._seat.may_see(event.audience):
                self._add_roll(event)
            return
        view = view_event(self._system, event, self._seat)
        if view is None:
            return
        if isinstance(event, BattleOpened | BattleClosed | Paused | PostBegun | PostEnded):
            self._cut(event)
        elif "result" in view:
            self._add_result(view, view["result"], in_fight=isinstance(event, Fought))
            if isinstance(event, Fought) and command != self._command:
                self._time_turn(_first(view["result"]["who"]), at)
                self._command = command
        self._add_dice(die for step in view["steps"] for die in step.get("dice", ()))
        if isinstance(event, Fought):
            self._add_turning_point(event.event, view)

    def _cut(self, event: Event) -> None:
        """Start timing again: nobody's turn is timed across this. Another fight gives its attacks the same ids."""
        self._last = None
        if isinstance(event, BattleOpened):
            self._attackers, self._done = {}, set()
        if isinstance(event, PostBegun | PostEnded):
            self._is_by_post = isinstance(event, PostBegun)

    def _add_result(self, view: EventView, result: ResultView, *, in_fight: bool) -> None:
        if view["verdict"] and not (view["exchange"] or view["verdict"].values):
            self.tally.verdicts[view["verdict"]] += 1
        who = _first(result["who"])
        if not who:
            return
        if arm := find_value(view["line"], ARM) or (EMPTY if in_fight else find_value(view["line"], "what")):
            self.tally.means[who, arm] += 1
        if view["exchange"]:
            self._attackers.setdefault(view["exchange"], who)
        if not view["exchange"] or view["exchange"] not in self._done:
            self._done.add(view["exchange"])
            self.tally.acts[who] += 1
        attack = view.get("blow")
        if attack and attack["hit"]:
            self.tally.hits[who] += 1
            self.tally.taken.update(hit["name"] for hit in result["whom"])

    def _time_turn(self, who: str, at: datetime) -> None:
        if who and self._last is not None and not self._is_by_post and at - self._last <= LULL:
            self.tally.waits[who].append(int((at - self._last).total_seconds()))
        self._last = at

    def _add_roll(self, event: RollMade) -> None:
        """Count a roll outside fights. Most of what is stored of it are the terms of its pool: they are not read."""
        self._add_dice(event.roll["dice"])
        if not (event.character and event.name):
            return
        verdict, what = decode_text(event.roll["verdict"]), name_roll(event, decode_text(event.roll["title"]))
        if verdict and not verdict.values:
            self.tally.verdicts[verdict] += 1
        if arm := find_value(what, ARM) or what:
            self.tally.means[event.name, arm] += 1
        self.tally.acts[event.name] += 1

    def _add_dice(self, dice: Iterable[Mapping[str, Any]]) -> None:
        worths = [die["worth"] for die in dice]
        self.tally.dice.update(dice=len(worths), successes=sum(worth for worth in worths if worth > 0))

    def _add_turning_point(self, event: Event, view: EventView) -> None:
        point = self._system.battle.find_turning_point(event, self._seat)
        if point is not None and point.turn == "botch" and view["exchange"]:
            self.tally.verdicts[TURNS["botch"]] += 1
        if point is None or point.turn not in FALLS or "result" not in view:
            return
        result = view["result"]
        fallen = _first(result["whom"]) or _first([change["whose"] for change in result["changes"]])
        self.tally.fell[fallen] += bool(fallen)
        who = _first(result["who"]) or self._attackers.get(view["exchange"], "")
        self.tally.felled[who] += bool(who and who != fallen)


def _first(people: Iterable[PersonView]) -> str:
    return next((person["name"] for person in people), "")


def find_value(text: Text, place: str) -> Text:
    """Return the sentence's value at a place, also that of a sentence inside it; empty where there is none.

    Somebody's own words are none: only the rules' own are returned.
    """
    found = text.values.get(place)
    if isinstance(found, Text):
        return found
    inside = (find_value(value, place) for value in text.values.values() if isinstance(value, Text))
    return next(filter(None, inside), EMPTY)
