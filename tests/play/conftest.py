"""A table to act at, in the toy system (coins) where any system will do: its battles are short and its dice few."""

import uuid
from dataclasses import dataclass

import pytest

from campaigns.core.seats import get_seat
from campaigns.models import Character, Scene, User
from play.commands.submit import Answer, submit
from play.models import Table
from play.seats.facts import load_facts
from play.table.seat_log import count_entries
from rules.battle import STORYTELLER, Json, Move
from rules.dice import ScriptedRoller
from rules.system import System
from tests.cast import Cast, gather_cast
from tests.play.tasking import table
from tests.rules.conftest import toy

__all__ = ["table", "toy"]


@dataclass
class TableInPlay:
    """A scene at which anybody of the cast can act in one line."""

    cast: Cast
    scene: Scene

    def act(
        self,
        user: User,
        move: Move,
        faces: list[int] | None = None,
        key: uuid.UUID | None = None,
        drawn_at: int | None = None,
    ) -> Answer:
        """Submit a move with scripted dice; every face must be used."""
        roller = ScriptedRoller(faces or [])
        answer = submit(self.cast.membership(user), self.scene, key or uuid.uuid4(), drawn_at, move, roller)
        roller.finish()
        return answer

    @property
    def number(self) -> int:
        table = Table.objects.filter(scene=self.scene).first()
        return table.number if table else 0

    def count(self, user: User | None = None) -> int:
        """How many entries somebody's page shows: the Storyteller's, unless another is named."""
        membership = self.cast.membership(user or self.cast.storyteller)
        table = Table.objects.filter(scene=self.scene).first()
        return count_entries(table, get_seat(membership)) if table else 0

    @property
    def table(self) -> Table:
        return Table.objects.get(scene=self.scene)

    def keys(self, *characters: Character) -> tuple[str, ...]:
        return tuple(str(character.pk) for character in characters)

    def id_of(self, character: Character) -> str:
        """The id of a character in the fight."""
        return find_id(self.scene, character)

    def state(self) -> Json:
        return self.table.state


def find_id(scene: Scene, character: Character) -> str:
    """The id that a character has in a scene's fight: the hidden draw theirs."""
    facts = load_facts(scene.pk)
    there = facts.system.battle.view(facts.state.battle, STORYTELLER)["combatants"]
    return next(who["id"] for who in there if who["character"] == str(character.pk))


@pytest.fixture
def coins(db: None, toy: System) -> TableInPlay:
    """A table of the toy system."""
    cast = gather_cast("coins")
    return TableInPlay(cast, Scene.objects.select_related("episode__story__series").get(pk=cast.scene.pk))
