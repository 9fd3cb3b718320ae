"""The chronicle as the pages of a series show it."""

from collections.abc import Sequence
from typing import Any

from campaigns.calendar.calendar import parse_calendar
from campaigns.chronicle.attendance import load_attendance
from campaigns.chronicle.timeline import build_timeline
from campaigns.chronicle.tree import (
    MAX_OPEN,
    About,
    Branch,
    Key,
    build_tree,
    find_open_scenes,
    fold_past,
    fold_to_now,
    walk,
)
from campaigns.core import access
from campaigns.models import Downtime, Membership, Role


def chronicle_context(
    membership: Membership,
    *,
    arranging: bool = False,
    whole: bool = False,
    at: Key | None = None,
    about: About | None = None,
) -> dict[str, Any]:
    """Return the context of the chronicle: the tree and the open scenes, as the member may see them.

    It is short, and shows where play is, unless it is arranged or the `whole` of it is asked for, which has a timeline.
    `open_scene` is the one to go to: the last that is open, a hidden one only if there is no other. `at`: the
    part that is looked for, which is not folded away. `about`: as `build_tree` takes it.
    """
    tree = build_tree(membership, about)
    scenes = find_open_scenes(tree)
    scene = scenes[-1] if scenes else None
    storyteller = access.is_storyteller(membership)
    arranging = arranging and storyteller
    if arranging or whole:
        fold_past(tree, scene, at)
    else:
        fold_to_now(tree, scenes[-MAX_OPEN:], at)
    downtimes = [branch.part for branch in walk(tree) if isinstance(branch.part, Downtime) and branch.part.is_open]
    calendar = parse_calendar(membership.series.calendar)
    return {
        "series": membership.series,
        "storyteller": storyteller,
        "arranging": arranging,
        "is_short": not (arranging or whole),
        "tree": tree,
        "timeline": build_timeline(tree, scene, load_attendance(_scenes(tree)), calendar)
        if whole and not arranging
        else (),
        "open_scene": scene,
        "open_scenes": scenes,
        "may_open_between": membership.role != Role.SPECTATOR
        and all(scene.is_hidden for scene in scenes)
        and any(branch.part.is_open and not branch.part.hidden for branch in tree),
        "open_downtimes": downtimes,
    }


def _scenes(tree: Sequence[Branch]) -> list[int]:
    return [branch.part.pk for branch in walk(tree) if branch.kind == "scene"]
