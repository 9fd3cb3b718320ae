"""A rehearsal: the fight of a scene played to its end on a copy, for one Storyteller who watches.

The copy is nowhere but in this process, and only while its socket is open: nothing is written, so characters, notices,
the record, searches and exports know nothing of it, and who leaves it has deleted it. Its dice are its own.
"""

from collections import deque
from dataclasses import replace
from itertools import count
from typing import Any, Final, cast

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from play.live.frames import Drawing
from play.live.room import ITSELF_SECONDS
from play.seats.board import Board, Party, TaskBoard, Voices
from play.seats.facts import TableFacts, load_facts, load_seat_classes
from play.seats.gather import gather_board
from play.seats.portraits import show_portraits
from play.stage.facts import make_facts
from play.stage.shape import Entry, Facts, Hand
from play.table.events import Fought, view_event
from play.table.lines import LogLine
from play.table.live_scene import LOG_LINES, live_scenes
from play.table.playing import find_playing
from rules.battle import STORYTELLER, Event, SeatOffers
from rules.dice import Roller, SystemRoller
from rules.errors import RulesError
from rules.forecast.seats import Call, find_tactic, is_decided, list_calls, list_moves, seat_of
from rules.lru_cache import cached_by_identity
from rules.text import isolate_name

FASTER: Final = 20
"""How many times as fast as at a table its seats act."""
STEP_SECONDS = ITSELF_SECONDS / FASTER
MAX_MOVES = 2000
"""The most moves of a rehearsal: some fights end never, as where nobody can hurt anybody."""
SHOWN = ("count", "said", "state", "fight", "result", "deaths", "ended")
"""The facts that a rehearsal shows as a table does. All others lead to a table, and are left out."""
WAYS = frozenset({"more", "bounds_fight", "counted"})
"""What of an entry leads to the table's own log."""
_keys = count(-1, -1)


class Rehearsal:
    """One rehearsal, for somebody who reads this language. `is_over`: nothing more comes."""

    def __init__(self, facts: TableFacts, language: str, roller: Roller | None = None) -> None:
        self.facts, self.system, self.language = facts, facts.system, language
        self.fight: Any = facts.state.battle
        self.roller = roller or SystemRoller()
        self.lines: deque[LogLine] = deque(maxlen=LOG_LINES)
        self.count = self.moves = 0
        self.is_over = False
        self._key = next(_keys)
        """The key by which this process remembers what was drawn of it: no scene has one below 0."""
        self._board = _strip(gather_board(facts, (STORYTELLER, True)), self._key)
        self._drawing: Drawing | None = None

    def go_on(self) -> str | None:
        """Play the next move, and return the frame that shows it; the first shows all. None where nothing changed."""
        if self._drawing is not None:
            self.is_over = not self._play()
        with override(self.language):
            drawing = Drawing(self.make_facts())
        before, self._drawing = self._drawing, drawing
        if before is None:
            return drawing.make_whole()
        self._drawing = drawing.come_after(before)
        return None if self._drawing is before else self._drawing.make_change(before)

    def close(self) -> None:
        """Forget what was drawn of it."""
        live_scenes.forget(self._key)

    def _begin(self) -> bool:
        """Let the fight begin, as the Storyteller would. Return whether it can."""
        try:
            self._decide(Call(""), {"kind": "StartBattle"})
        except RulesError:
            return False
        return True

    def _play(self) -> bool:
        """Play the next move. Return whether there was one."""
        battle = self.system.battle
        self.moves += 1
        if self.fight.phase == "setup":
            return self._begin()
        is_won = is_decided(battle, self.fight)
        for call in list_calls(battle, self.fight) if self.moves <= MAX_MOVES else ():
            if is_won and not call.prompt:
                continue
            for move in list_moves(self.system, self.fight, call, find_tactic(self.system, self._find_tactic(call))):
                try:
                    self._decide(call, move)
                except RulesError:
                    continue
                return True
        return False

    def _find_tactic(self, call: Call) -> str:
        """Return by which tactic somebody plays: as it plays itself at the table, or the usual one."""
        playing = find_playing(self.facts.state.playing, self.fight.find(call.actor))
        return playing.tactic if playing else ""

    def _decide(self, call: Call, move: Any) -> None:
        battle = self.system.battle
        tactic = find_tactic(self.system, self._find_tactic(call)).key if call.actor else ""
        events = battle.decide(self.fight, seat_of(self.fight, call.actor), battle.moves.decode(move), self.roller)
        at = timezone.now()
        for place, event in enumerate(events):
            self.fight = battle.apply(self.fight, event)
            self._report(event, at, "" if place else tactic)

    def _report(self, event: Event, at: Any, tactic: str) -> None:
        view = view_event(self.system, Fought(event, tactic=tactic, audience=event.audience), STORYTELLER)
        if view is not None:
            self.count += 1
            self.lines.append(LogLine(self.count, self.count, at, view, "", None, undone=False))

    def make_facts(self) -> Facts:
        """Return what a page shows of it now, in the active language."""
        view = self.system.battle.view(self.fight, STORYTELLER)
        scene = self.facts.scene
        shown = show_portraits(view, self.facts.characters, STORYTELLER, scene.pk, lambda: view)
        lines = tuple(reversed(self.lines))
        made = make_facts(replace(self._board, battle=shown, log=lines, count=self.count))
        found = {name: made[name] for name in SHOWN if name in made}  # type: ignore[literal-required]
        place = {**made["place"], "scene": scene.pk, "title": say_title(scene.title), "is_rehearsal": True}
        log = {number: _without_ways(entry) for number, entry in made["log"].items()}
        me = {"role": "spectator", "characters": [], "sheet": ""}
        hand: Hand = {"cards": {}, "order": [], "waiting": []}
        return cast(Facts, {**found, "place": place, "log": log, "me": me, "hand": hand})


def say_title(title: str) -> str:
    """Return what a rehearsal of a scene is called."""
    return _("Rehearsal: %(title)s") % {"title": isolate_name(title)}


@cached_by_identity(1024)
def _without_ways(entry: Entry) -> Entry:
    """Return an entry without what would be asked of the table's log."""
    return cast(Entry, {name: value for name, value in entry.items() if name not in WAYS})


def _strip(board: Board, key: int) -> Board:
    """Return a board with nothing but its place, which names no scene."""
    return replace(
        board,
        place=replace(board.place, scene=key, notes_html="", secret_notes_html="", onward=None),
        spectator=True,
        paused=False,
        due_at=None,
        offers=SeatOffers(),
        rolls=(),
        cast=(),
        voices=Voices(),
        task_board=TaskBoard(),
        handouts=(),
        party=Party(),
        card=False,
        last_step=None,
        proposals=(),
        post=None,
        waits=(),
        order=None,
        side_scenes=(),
        ahead=None,
        playing={},
    )


def open_rehearsal(user: Any, scene_id: int, language: str) -> Rehearsal | None:
    """Return a rehearsal of a scene's fight; None where there is none, and for everybody but its Storytellers."""
    seats = load_seat_classes(scene_id, [user.pk])
    if user.pk not in seats or not seats[user.pk][0].storyteller:
        return None
    facts = load_facts(scene_id)
    return Rehearsal(facts, language) if may_rehearse(facts) else None


def may_rehearse(facts: TableFacts) -> bool:
    """Return whether a scene has a fight that can be played: one that runs, or one that can begin."""
    fight = facts.state.battle
    return facts.scene.is_open and fight is not None and fight.phase != "ended" and bool(fight.combatants)
