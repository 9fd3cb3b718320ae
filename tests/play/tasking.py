"""Tables of the four books for tests of tasks: the same cast, dice that all fall alike, and what each person reads."""

import re
import uuid
from dataclasses import dataclass, field
from typing import Any

import pytest

from campaigns.models import Character, Scene, Series, User
from play.commands import moves
from play.commands.submit import Answer, submit
from play.live.frames import draw_board
from play.models import Table
from play.recap.load import load_recap
from play.seats.export import write_transcript
from play.seats.facts import load_facts, seat_class_of
from play.seats.gather import gather_board, gather_translated_board
from play.table.state import TableState, decode_state
from rules import SYSTEMS, get_system
from rules.battle import Move
from rules.dice import SeededRoller
from rules.paths import write_path
from rules.system import System
from rules.tasks import Task
from tests.cast import Cast, gather_cast
from tests.play.facts_of import facts_of

TRAITS = {
    "exalted2e": "Wits + Awareness",
    "exalted3e": "Wits + Awareness",
    "v20da": "Wits + Alertness",
    "wod2004": "Wits + Investigation",
}
"""What each book rolls to notice something."""
DOTS = {
    "exalted2e": {"attributes.wits": 3, "abilities.awareness": 2},
    "exalted3e": {"attributes.wits": 3, "abilities.awareness": 2},
    "v20da": {"attributes.wits": 3, "abilities.alertness": 2},
    "wod2004": {"attributes.wits": 3, "skills.investigation": 2},
}
"""Five dice of it for everybody."""
WILLPOWER: dict[str, tuple[str, dict[str, Any]]] = {
    "exalted2e": ("willpower_points", {"effort": "willpower"}),
    "exalted3e": ("willpower.current", {"willpower": True}),
    "v20da": ("willpower_points", {"willpower": True}),
    "wod2004": ("willpower_points", {"willpower": True}),
}
"""Where its points stand on the sheet, and how a roll asks for one."""


class EvenRoller:
    """Every die shows the same face."""

    def __init__(self, face: int) -> None:
        self.face = face

    def roll(self, count: int) -> tuple[int, ...]:
        return (self.face,) * count


@dataclass
class TaskTable:
    """A scene of one system at which anybody of the cast can act in one line."""

    cast: Cast
    scene: Scene
    system: System
    dice: SeededRoller = field(default_factory=lambda: SeededRoller(11))
    """Fall the same way in each test, whatever ran before it."""

    @property
    def traits(self) -> str:
        return TRAITS[self.system.key]

    @property
    def number(self) -> int:
        table = Table.objects.filter(scene=self.scene).first()
        return table.number if table else 0

    @property
    def state(self) -> TableState:
        return decode_state(self.system, Table.objects.get(scene=self.scene).state)

    @property
    def task(self) -> Task:
        """The newest."""
        return self.state.work.tasks[-1]

    @property
    def clock(self) -> int:
        return Series.objects.get(pk=self.cast.series.pk).clock

    def act(self, user: User, move: Move, face: int = 8, key: uuid.UUID | None = None) -> Answer:
        """Submit a move; all dice show `face`. An 8 is one success in every book."""
        member = self.cast.membership(user)
        return submit(member, self.scene, key or uuid.uuid4(), None, move, EvenRoller(face))

    def set_task(self, **changes: Any) -> Task:
        """The Storyteller sets the heroine a task."""
        asked = {"title": "The lock", "action": "simple", "character": key_of(self.cast.heroine), "traits": self.traits}
        if asked["action"] == "simple" and changes.get("action") in ("contested", "extended_contested"):
            changes = {"against": key_of(self.cast.duelist), "other_traits": self.traits, **changes}
        self.act(self.cast.storyteller, moves.StartTask(**{**asked, **changes}))
        return self.task

    def roll(self, user: User, who: Character, face: int = 8, **request: Any) -> Answer:
        """Roll for the newest task."""
        return self.act(user, moves.RollForTask(self.task.id, key_of(who), request), face)

    def say(self, user: User, text: str, face: int = 8) -> Answer:
        return self.act(user, moves.Say(text), face)

    def sheet(self, who: Character) -> Any:
        return Character.objects.get(pk=who.pk).sheet

    def facts(self, user: User) -> Any:
        """The facts of a person's page."""
        return facts_of(self.scene, self.cast.membership(user))

    def reads(self, user: User) -> str:
        """All that a person may get to read: the facts of the page, the transcript, the recaps."""
        facts = load_facts(self.scene.pk)
        seat, spectator = seat_class_of(self.cast.membership(user))
        board = gather_board(facts, (seat, spectator))
        shown = "".join(write_transcript(facts, seat))
        recaps = repr([load_recap(self.scene, seat), load_recap(self.scene, seat, in_public=True)])
        text = draw_board(board).make_whole() + shown + repr(gather_translated_board(facts, (seat, spectator))) + recaps
        return re.sub(r"datetime\.datetime\([^)]*\)|\d{2}:\d{2}|\d{4}-\d{2}-\d{2}T[\d:.+]*|played=\d+", "", text)


def key_of(character: Character) -> str:
    return str(character.pk)


def open_table(system: str) -> TaskTable:
    """A table of this system; everybody has five dice of its traits."""
    cast = gather_cast(system)
    everybody = (cast.heroine, cast.duelist, cast.warden, cast.lurker)
    for character in everybody:
        for path, dots in DOTS[system].items():
            character.sheet = write_path(character.sheet, path, dots)
    Character.objects.bulk_update(everybody, ["sheet"])
    scene = Scene.objects.select_related("episode__story__series").get(pk=cast.scene.pk)
    return TaskTable(cast, scene, get_system(system))


@pytest.fixture(params=sorted(SYSTEMS))
def table(db: None, request: pytest.FixtureRequest) -> TaskTable:
    return open_table(request.param)


def only(*systems: str) -> pytest.MarkDecorator:
    """The test is for these books alone."""
    return pytest.mark.parametrize("table", systems, indirect=True)


def request_of(table: TaskTable) -> dict[str, Any]:
    first, second = (name.strip().lower() for name in table.traits.split("+"))
    return dict(zip(table.system.tasks.spoken.traits, (first, second), strict=True))
