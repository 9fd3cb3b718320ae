"""What a drawing needs from the database, read once for all seats, and how people sit."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from campaigns.core.access import get_members_at
from campaigns.core.seats import get_seat, seat_members
from campaigns.models import Character, Membership, Role, Scene, User
from play.models import Table, Wait
from play.table.live_scene import LiveScene, live_scenes
from play.table.newest import load_spans, load_table
from play.table.people import (
    SeatClass,
    find_next_scene,
    find_scene,
    get_scene,
    load_characters,
    load_members,
    load_names,
    seat_all,
)
from play.table.state import Span, TableState
from rules import get_system
from rules.battle import LazySequence
from rules.system import System

__all__ = [
    "SeatClass",
    "TableFacts",
    "get_facts_for",
    "load_facts",
    "load_names",
    "load_room",
    "load_seat_classes",
    "may_watch",
    "seat_at",
    "seat_class_of",
]


@dataclass(frozen=True, slots=True)
class TableFacts:
    """What a drawing needs from the database, read once for all seats."""

    scene: Scene
    system: System
    table: Table
    state: TableState
    spans: list[Span]
    """The stretches of the log that still count."""
    characters: Sequence[Character]
    """Everybody of the series, without their sheets."""
    members: Sequence[Membership]
    """All members of the series."""
    next_scene: Scene | None = None
    """Where play went on after a closed scene."""
    waits: Sequence[Wait] = ()
    """Whom a scene by post waits for; empty in a live one."""

    @property
    def live(self) -> LiveScene:
        """What the process remembers of the scene."""
        return live_scenes.get(self.scene.pk)


def get_facts_for(user: User, scene_id: int) -> tuple[TableFacts, Membership]:
    """Read a scene's table like `load_facts`, and the person's membership. Raises 404 as
    `campaigns.core.access.get_part_for` does.
    """
    members = get_members_at(user, scene_id)
    facts = replace(load_facts(scene_id), members=members)
    membership = next(member for member in members if member.user_id == user.pk)
    membership.series = facts.scene.series
    return facts, membership


def load_facts(scene_id: int) -> TableFacts:
    """Read a scene's table as it is now, for somebody who may see it, and remember it."""
    live_scenes.get(scene_id)
    scene = get_scene(scene_id)
    return _load_facts(scene, load_characters(scene))


def _load_facts(scene: Scene, there: Sequence[Character]) -> TableFacts:
    system = get_system(scene.series.system)
    table, state = load_table(system, scene)
    spans = load_spans(table) if table.pk else []
    waits = LazySequence(lambda: table.waits.filter(ended_at=None)) if state.post else ()
    members = LazySequence(lambda: load_members(scene))
    return TableFacts(scene, system, table, state, spans, there, members, find_next_scene(scene), waits)


def load_seat_classes(scene_id: int, user_ids: Iterable[int]) -> dict[int, SeatClass]:
    """Return how these people sit at a scene now. Those who may not see it are left out."""
    scene = find_scene(scene_id)
    return {} if scene is None else seat_all(scene, user_ids, load_characters(scene))


def load_room(scene_id: int, user_ids: Iterable[int]) -> tuple[dict[int, SeatClass], TableFacts | None]:
    """Return how these people sit, and the facts if anybody is left to see them: every push needs both."""
    scene = find_scene(scene_id)
    if scene is None:
        return {}, None
    there = load_characters(scene)
    seats = seat_all(scene, user_ids, there)
    return seats, _load_facts(scene, there) if seats else None


def seat_class_of(membership: Membership) -> SeatClass:
    """Return how a member sits at the tables of the series."""
    return get_seat(membership), membership.role == Role.SPECTATOR


def seat_at(facts: TableFacts, membership: Membership) -> SeatClass:
    """Return how a member sits at a table, as `seat_class_of` does, without asking for the characters again."""
    seats = seat_members([membership], facts.characters)
    return seats[membership.user_id], membership.role == Role.SPECTATOR


def may_watch(user: Any, scene_id: int) -> bool:
    """Return whether a person may see a scene at all."""
    return user.pk in load_seat_classes(scene_id, [user.pk])
