"""A series of each system in which all has happened that a table's log can hold, and the rows of its log.

Run by `tests.earlier.make` in a process whose database is empty.
"""

import contextlib
import json
import random
import uuid
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import F
from django.utils import timezone

from campaigns.downtime.living import start_run
from campaigns.downtime.planning import Plan, put_in
from campaigns.downtime.publishing import publish
from campaigns.downtime.running import work_out
from campaigns.experience.ledger import Gift, award
from campaigns.models import Series, User
from config import transfer
from play.commands import moves
from play.commands.overdue import answer_overdue
from play.commands.submit import submit
from play.models import Entry, Table
from play.seats.export import export_battle
from play.seats.facts import load_facts, seat_class_of
from play.seats.gather import gather_translated_board
from play.table.events import EVENTS
from rules import SYSTEMS
from rules.battle import STORYTELLER, Move, gather_items
from rules.codec import encode
from rules.dice import SeededRoller
from rules.errors import RulesError
from rules.paths import write_path
from rules.replay import play
from tests.earlier import write
from tests.earlier.sheets import FULL, make_sheets
from tests.play.tasking import DOTS, TaskTable, key_of, open_table, request_of

NEEDS = {"StuntChanged": "stunts", "TaskLooked": "look", "TaskHelped": "help", "TaskRevealed": "conceal"}
"""What of `TaskRules` a book must have before there is such an event."""


class Evening:
    """One evening at a table of this system."""

    def __init__(self, system: str) -> None:
        self.table: TaskTable = open_table(system)
        self.cast, self.system = self.table.cast, self.table.system
        self.random, self.roller = random.Random(5), SeededRoller(6)
        self.people = (self.cast.storyteller, self.cast.player, self.cast.rival)
        self._dress()

    def _dress(self) -> None:
        """Give the heroine a sheet with everything, and the others different ones."""
        sheets = make_sheets(self.system)
        other = list(self.system.sheets.archetypes)[1]
        for character, name in ((self.cast.heroine, FULL), (self.cast.duelist, other), (self.cast.warden, "an_extra")):
            sheet = sheets[name]
            for path, dots in DOTS[self.system.key].items():
                sheet = write_path(sheet, path, dots)
            character.sheet = encode(self.system.sheets.parse(sheet))  # as the record keeps it
            character.extra = name == "an_extra"
            character.save()

    def play(self) -> None:
        """All of it, from the first word to a fight that is still going on."""
        self.talk()
        self.work()
        self.fight(40)
        self.submit(moves.CloseBattle())
        self.submit(moves.PassTime(2, "hour"))
        self.rest()
        self.fight(24)
        self.run_late()
        self.check()

    def submit(self, move: Move, user: Any = None) -> bool:
        """Make a move as this person, the Storyteller unless named; whether the rules have taken it."""
        member = self.cast.membership(user or self.cast.storyteller)
        key = uuid.UUID(int=self.random.getrandbits(128))
        with contextlib.suppress(RulesError):
            submit(member, self.table.scene, key, None, move, self.roller)
            return True
        return False

    def talk(self) -> None:
        """Speech, whispers, and rolls for all, for some and of bare dice."""
        cast, heroine = self.cast, key_of(self.cast.heroine)
        lines = ("Hold the rope.", "/me listens at the door.", "/w st Is the winch guarded?", "/roll 4 # for luck")
        for words in (*lines, "/roll 3 secret as Ysane # by herself"):
            assert self.submit(moves.Say(words), cast.player), words
        for words in ("/w [Ysane of the Reeds] You smell smoke.", "/gmr 5 # behind the screen"):
            assert self.submit(moves.Say(words)), words
        for secret in ("", "owner", "storyteller"):
            assert self.submit(moves.MakeRoll(heroine, request_of(self.table), secret), cast.player)

    def work(self) -> None:
        """Every kind of task; one whose difficulty is hidden, one that is broken off, one that stays open."""
        cast, heroine = self.cast, key_of(self.cast.heroine)
        for kind in self.system.tasks.kinds:
            self._work_at(kind.value)
        if self.submit(moves.StartTask("The trap", "simple", heroine, self.table.traits, difficulty=4, hidden=True)):
            self.submit(moves.LookFirst(self.table.task.id, heroine), cast.player)
            self.submit(moves.RevealTask(self.table.task.id))
        self.submit(moves.StartTask("The ambush", "simple", key_of(cast.lurker), self.table.traits))
        self.submit(moves.EndTask(self.table.task.id, "Nobody comes."))
        self.submit(moves.StartTask("The wall", "extended", heroine, self.table.traits, target=12))
        for stunt in self.table.state.work.stunts:
            for value, _label in stunt.choices:
                self.submit(moves.TakeReward(stunt.id, value), cast.player)

    def _work_at(self, kind: str) -> None:
        """A task of one kind: set, rolled for by everybody in it, helped with, interrupted, tried again."""
        cast, heroine, duelist = self.cast, key_of(self.cast.heroine), key_of(self.cast.duelist)
        asked: dict[str, Any] = {"title": f"The {kind} task", "action": kind, "traits": self.table.traits}
        if "contested" in kind:
            asked |= {"against": duelist, "other_traits": self.table.traits}
        if "extended" in kind:
            asked |= {"target": 20, "interval": 30}
        if kind in ("teamwork", "pooled"):
            asked["helpers"] = (duelist,)
        assert self.submit(moves.StartTask(character=heroine, **asked)), kind
        task = self.table.task.id
        self.submit(moves.AwardStunt(heroine, 2))
        for turn in range(3):
            self.submit(moves.HelpTask(task, duelist, request_of(self.table)), cast.rival)
            self.submit(moves.RollForTask(task, heroine, request_of(self.table)), cast.player)
            self.submit(moves.RollForTask(task, duelist, request_of(self.table)), cast.rival)
            if not turn:
                self.submit(moves.RuleTask(task, heroine, 5, "She knows this lock."))
                self.submit(moves.InterruptTask(task, heroine, "resume", done=1, of=2))
        self.submit(moves.InterruptTask(task, heroine))
        self.submit(moves.TryAgain(task, waive=kind == "simple"))

    def fight(self, steps: int) -> None:
        """A fight with somebody in hiding, in which something is taken back and the table pauses."""
        cast = self.cast
        brought = (cast.heroine, cast.duelist), (cast.warden,), (cast.lurker,)
        assert self.submit(moves.OpenBattle())
        for side, people in zip(("travellers", "toll company", "toll company"), brought, strict=True):
            keys = tuple(map(key_of, people))
            copies = 2 if people == (cast.warden,) else 1
            assert self.submit(moves.BringIn(keys, side, copies, hidden=people == (cast.lurker,))), side
        assert self.submit(moves.BattleMove({"kind": "StartBattle"}))
        for step in range(steps):
            self._act()
            if step in (10, 20):
                number = Table.objects.get(scene=self.table.scene).storyteller_count
                self.submit(moves.Rewind(number - 2))
                self.submit(moves.Pause(True))
                self.submit(moves.Pause(False))

    def _act(self, answers: bool = True) -> None:
        """A move of somebody: an answer where one is asked for, or where there are to be none, mostly an attack."""
        user = self.random.choice(self.people) if answers else self.cast.storyteller
        board = gather_translated_board(load_facts(self.table.scene.pk), seat_class_of(self.cast.membership(user)))
        offers = [offer for offer in board.offers if not offer.reason and offer.move not in ("EndBattle", "Leave")]
        offers = [offer for offer in offers if offer.group != "storyteller" or self.random.random() < 0.05] or offers
        asked = [offer for offer in offers if offer.group == "answer"]
        strikes = [offer for offer in offers if "Attack" in offer.move]
        offers = asked or offers if answers else strikes or [offer for offer in offers if offer not in asked]
        if offers:
            offer = self.random.choice(offers)
            filled = {one.name: self._answer(one) for one in offer.fields if one.required or self.random.random() < 0.3}
            self.submit(moves.BattleMove({"kind": offer.move, **encode(offer.fixed), **gather_items(filled)}), user)

    def _answer(self, asked: Any) -> Any:
        free = [choice.value for choice in asked.choices if not choice.reason]
        if asked.kind == "choice":
            return self.random.choice(free) if free else None
        if asked.kind in ("choices", "list"):
            return [self.random.choice(free) for _ in range(max(asked.low, 1))] if free else []
        if asked.kind == "number":
            return asked.initial if asked.initial is not None else asked.low
        return self.random.random() < 0.5 if asked.kind == "flag" else "through the fog"[: asked.high]

    def run_late(self) -> None:
        """Nobody answers a prompt in time."""
        self.cast.series.prompt_seconds = 60
        self.cast.series.save(update_fields=["prompt_seconds"])
        self.table.scene.series.prompt_seconds = 60
        for _ in range(200):
            self._act(answers=False)
            Table.objects.filter(scene=self.table.scene, due_at__isnull=False).update(
                due_at=timezone.now() - timedelta(seconds=1)
            )
            if answer_overdue(self.table.scene.pk, self.roller):
                return
        raise AssertionError(f"{self.system.key}: nobody was asked anything")

    def rest(self) -> None:
        """Experience for all, and a downtime that is over."""
        petra = self.cast.membership(self.cast.storyteller)
        owned = [self.cast.heroine.pk, self.cast.duelist.pk]
        gift = Gift(next(iter(self.system.experience.purses)), 5, "A story told")
        award(petra, owned, [gift], self.cast.story)
        place = self.cast.downtime
        put_in(petra, place, self.cast.heroine, Plan("rest", 1, 6, text="By the sea."))
        visit = Plan("free", 2, 3, text="A visit home.", secret="Who sold her brother?")
        put_in(petra, place, self.cast.duelist, visit)
        run = start_run(petra, place)
        work_out(run.pk)
        publish(petra, place)

    def check(self) -> None:
        """Every kind of event is in the log that this system can have there."""
        entries = Entry.objects.filter(table__scene=self.table.scene)
        kinds = set(entries.values_list("event__kind", flat=True))
        wanted = set(EVENTS.classes)
        wanted -= {kind for kind, rules in NEEDS.items() if getattr(self.system.tasks, rules) is None}
        assert wanted <= kinds, f"{self.system.key}: the log has no {sorted(wanted - kinds)}"

    def write(self, folder: Path) -> None:
        """The file of the series, its fights as battle files, and the rows of its log."""
        key, table = self.system.key, Table.objects.get(scene=self.table.scene)
        (folder / f"series-{key}.gz").write_bytes(transfer.write(self.cast.series))
        opened = table.entries.filter(event__kind="BattleOpened", told=True).order_by("number")
        facts = load_facts(self.table.scene.pk)
        numbers = [self._count(table, number) for number in opened.values_list("number", flat=True)]
        files = [export_battle(facts, number, STORYTELLER) for number in numbers]
        fights = [{"file": file, "state": play(file)["state"]} for file in files]
        write(folder / f"fights-{key}.json.gz", fights)
        write(folder / f"rows-{key}.json.gz", self._rows(table))

    def _count(self, table: Table, number: int) -> int:
        return table.entries.filter(told=True, number__lte=number).count()

    def _rows(self, table: Table) -> Any:
        commands = table.commands.order_by("first")
        rows = {
            "table": Table.objects.filter(pk=table.pk)
            .values("number", "public_number", "state", told_number=F("storyteller_count"))
            .get(),
            "commands": list(commands.values("key", "first", "last", "made")),
            "entries": list(table.entries.order_by("number").values("number", "event", "told", "public", "rewound_to")),
            "hearers": list(table.readers.order_by("number", "key").values("number", "key")),
            "snapshots": list(table.snapshots.order_by("number").values("number", "state")),
        }
        return json.loads(json.dumps(rows, cls=DjangoJSONEncoder))


def write_tables(folder: str) -> None:
    """Play an evening of each system and write it down."""
    for system in SYSTEMS:
        evening = Evening(system)
        evening.play()
        evening.write(Path(folder))
        Series.objects.all().delete()  # the next evening has people of the same names
        User.objects.all().delete()
