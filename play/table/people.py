"""Who sits at a scene, and how: read for every click and every push by cached queries, at the cost of a few rows."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone

from campaigns.core.access import HIDING, is_storyteller
from campaigns.core.seats import seat_members
from campaigns.models import Absence, Character, Membership, Role, Scene, User
from play.table.cached_query import CachedQuery, load_rows
from play.table.live_scene import live_scenes
from rules.battle import STORYTELLER, Seat

SeatClass = tuple[Seat, bool]
"""A seat, and whether it is a spectator's. All people of one seat class see the same drawing."""
AUDIENCE = 0
"""Stands for the key of a person where nobody in particular looks: it sits as a spectator at every scene that is not
hidden. No account has this key.
"""

scenes = CachedQuery(lambda key: Scene.objects.select_related("episode__story__series").filter(pk=key))
next_scenes = CachedQuery(lambda key: Scene.objects.select_related("episode__story").filter(pk=key))
members = CachedQuery(lambda key: Membership.objects.select_related("user").filter(series=key))
characters = CachedQuery(
    lambda key: (
        Character.objects.filter(series=key)
        .select_related("owner")
        .defer("sheet", "notes", "secret_notes", "player_notes")
    )
)
"""A scene by its key, and so the one after it; the members and the characters (without their sheets) of a series by the
key of the series.
"""


def find_scene(scene_id: int) -> Scene | None:
    """Return the scene with its episode, story and series, or None."""
    return next(iter(scenes.load(scene_id, live_scenes.find(scene_id))), None)


def find_next_scene(scene: Scene) -> Scene | None:
    """Return the scene in which play went on after this one, with its episode and story. Open scenes have none."""
    if scene.is_open or scene.next_scene_id is None:
        return None
    return next(iter(next_scenes.load(scene.next_scene_id, live_scenes.find(scene.pk))), None)


def load_members(scene: Scene) -> Sequence[Membership]:
    """Return the members of a scene's series, with their users."""
    return members.load(scene.series.pk, live_scenes.find(scene.pk))


def load_characters(scene: Scene) -> Sequence[Character]:
    """Return the characters of a scene's series, without their sheets."""
    return characters.load(scene.series.pk, live_scenes.find(scene.pk))


def load_sheets(there: Iterable[Character]) -> None:
    """Load the sheets of these characters that are not loaded yet, by one query for all of them."""
    bare = {character.pk: character for character in there if "sheet" not in character.__dict__}
    if len(bare) > 1:  # one alone is loaded when it is read
        for key, sheet in Character.objects.filter(pk__in=bare).order_by().values_list("pk", "sheet"):
            bare[key].sheet = sheet


def get_scene(scene_id: int) -> Scene:
    """Return a scene that must exist."""
    if (scene := find_scene(scene_id)) is None:
        raise Scene.DoesNotExist
    return scene


def get_scene_for(user: User, scene_id: int) -> tuple[Scene, Membership]:
    """Return a scene and the user's membership, as `campaigns.core.access.get_part_for` does.

    Raises 404 for those who may not see the scene.
    """
    scene = find_scene(scene_id)
    there = [] if scene is None else load_members(scene)
    member = next((found for found in there if found.user_id == user.pk), None)
    if scene is None or member is None or (scene.is_hidden and not is_storyteller(member)):
        raise Http404
    return scene, member


def seat_all(scene: Scene, user_ids: Iterable[int], there: Sequence[Character]) -> dict[int, SeatClass]:
    """Return how these people sit at a scene now. Those who may not see it are left out."""
    wanted, hidden = set(user_ids), scene.is_hidden
    found = [member for member in load_members(scene) if member.user_id in wanted and member.user.is_active]
    seats = seat_members(found, there)
    audience = {AUDIENCE: (Seat(), True)} if AUDIENCE in wanted and not hidden else {}
    return audience | {
        member.user_id: (seats[member.user_id], member.role == Role.SPECTATOR)
        for member in found
        if is_storyteller(member) or not hidden
    }


def seat_of(membership: Membership, scene: Scene) -> Seat:
    """Return a member's seat at a scene of the series."""
    return seat_members([membership], load_characters(scene))[membership.user_id]


def load_roles(scene_ids: Sequence[int]) -> dict[int, dict[int, str]]:
    """Return who may see each of these scenes now, and in what role, by two queries. Nobody sees a deleted scene."""
    there = load_rows(_list_scenes, scene_ids)
    roles: defaultdict[int, dict[int, str]] = defaultdict(dict)
    for series, user, role in load_rows(_list_active, {series for _scene, series, *_hidden in there}):
        roles[series][user] = role
    found: dict[int, dict[int, str]] = {scene: {} for scene in scene_ids}
    for scene, series, *hidden in there:
        there_now = {AUDIENCE: Role.SPECTATOR, **roles[series]}
        found[scene] = {who: role for who, role in there_now.items() if role == Role.STORYTELLER or not any(hidden)}
    return found


def _list_scenes(scene_ids: tuple[int, ...]) -> QuerySet[Scene, Any]:
    return Scene.objects.filter(pk__in=scene_ids).values_list("pk", "episode__story__series", *HIDING[Scene])


def _list_active(series: tuple[int, ...]) -> QuerySet[Membership, Any]:
    active = Membership.objects.filter(series__in=series, user__is_active=True)
    return active.values_list("series", "user", "role")


def load_absences(scene_ids: Sequence[int]) -> dict[int, frozenset[int]]:
    """Return the absences with a stand-in, by key, that count at each of these scenes now."""
    now, scene = timezone.now(), "member__series__stories__episodes__scenes"
    away = {"stand_in__isnull": False, "begins_at__lte": now, "ends_at__gt": now}
    found: defaultdict[int, set[int]] = defaultdict(set)
    rows = Absence.objects.filter(**{f"{scene}__in": scene_ids}, **away).order_by().values_list(scene, "pk")
    for key, absence in rows:
        found[key].add(absence)
    return {key: frozenset(found[key]) for key in scene_ids}


def role_of(seat_class: SeatClass) -> str:
    """Return the role of the people of a seat class."""
    seat, is_spectator = seat_class
    if seat == STORYTELLER:
        return Role.STORYTELLER
    return Role.SPECTATOR if is_spectator else Role.PLAYER


def load_names(scene_id: int, user_ids: Iterable[int]) -> dict[int, str]:
    """Return the names of those of these people who are members, by id."""
    wanted = set(user_ids)
    there = load_members(get_scene(scene_id))
    return {member.user_id: member.user.get_username() for member in there if member.user_id in wanted}
