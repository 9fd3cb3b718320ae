"""What a drawing needs from the database, read once for all seats, and how people sit."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from campaigns.access import get_seat, get_seats, is_storyteller
from campaigns.models import Character, Membership, Role, Scene
from play.models import Table
from play.services.commands import load_spans, load_state
from play.services.history import Span
from play.state import TableState
from rules import get_system
from rules.battle import Seat
from rules.system import System

SeatClass = tuple[Seat, bool]
"""A seat, and whether it is a spectator's: all that sit alike see the same drawing."""


@dataclass(frozen=True, slots=True)
class TableFacts:
    """What a drawing needs from the database, read once for all seats."""

    scene: Scene
    system: System
    table: Table
    state: TableState
    spans: list[Span]
    """The stretches of the log that still count."""
    characters: tuple[Character, ...]
    """Everybody of the series, without their sheets."""


def read_facts(scene_id: int) -> TableFacts:
    """Read a scene's table as it is now."""
    return _read_facts(_scene(scene_id))


def _read_facts(scene: Scene) -> TableFacts:
    system = get_system(scene.series.system)
    table = Table.objects.filter(scene=scene).defer("state").first() or Table(scene=scene)
    characters = Character.objects.filter(series=scene.series).select_related("owner").defer("sheet", "notes")
    state = load_state(system, table) if table.pk else TableState()
    spans = load_spans(table) if table.pk else []
    return TableFacts(scene, system, table, state, spans, tuple(characters))


def read_seat_classes(scene_id: int, user_ids: Iterable[int]) -> dict[int, SeatClass]:
    """How these people sit at a scene now; whoever is missing may not see it (any more)."""
    scene = _find_scene(scene_id)
    return {} if scene is None else _seat(scene, user_ids)


def read_room(scene_id: int, user_ids: Iterable[int]) -> tuple[dict[int, SeatClass], TableFacts | None]:
    """Both at once, as every push needs them: how these people sit, and the facts if anybody is left to see them."""
    scene = _find_scene(scene_id)
    seats = {} if scene is None else _seat(scene, user_ids)
    return seats, _read_facts(scene) if scene is not None and seats else None


def _seat(scene: Scene, user_ids: Iterable[int]) -> dict[int, SeatClass]:
    hidden = scene.hidden or scene.episode.hidden or scene.episode.story.hidden
    members = Membership.objects.filter(series=scene.series, user__in=list(user_ids), user__is_active=True)
    seats = get_seats(scene.series, members)
    return {
        member.user_id: (seats[member.user_id], member.role == Role.SPECTATOR)
        for member in members
        if is_storyteller(member) or not hidden
    }


def seat_class_of(membership: Membership) -> SeatClass:
    """How a member sits at the tables of the series."""
    return get_seat(membership), membership.role == Role.SPECTATOR


def may_watch(user: Any, scene_id: int) -> bool:
    """Whether a person may see a scene at all."""
    return user.pk in read_seat_classes(scene_id, [user.pk])


def read_names(scene_id: int, user_ids: Iterable[int]) -> dict[int, str]:
    """The names of those of these people who are members, by id."""
    members = Membership.objects.filter(series=_scene(scene_id).series, user__in=list(user_ids))
    return dict(members.values_list("user", "user__username"))


def _find_scene(scene_id: int) -> Scene | None:
    return Scene.objects.select_related("episode__story__series").filter(pk=scene_id).first()


def _scene(scene_id: int) -> Scene:
    return Scene.objects.select_related("episode__story__series").get(pk=scene_id)
