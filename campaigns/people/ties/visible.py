"""What a member may see of ties: those that they know of, between subjects that they know of."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet
from django.shortcuts import get_object_or_404

from campaigns.chronicle.tree import scenes_for
from campaigns.core.access import is_storyteller, require_storyteller
from campaigns.core.known import known_rows, visible_rows
from campaigns.models import Character, Membership, Scene, Subject, Tie, User


@dataclass(frozen=True, slots=True)
class KnownTie:
    """A tie with the scenes in which it began and ended, where the member may know of those."""

    tie: Tie
    since: Scene | None
    until: Scene | None


@dataclass(frozen=True, slots=True)
class Changes:
    """What changed in one scene; None: in one that the member does not know of, or in none."""

    scene: Scene | None
    begun: Sequence[KnownTie]
    ended: Sequence[KnownTie]


def get_tie_to_run(user: User, pk: int) -> tuple[Tie, Membership]:
    """Return a tie of a series that the person runs as a Storyteller. Raises 404 if they do not know of it."""
    ties = known_rows(Tie, user.pk).filter(
        source__in=known_rows(Subject, user.pk).values("pk"), target__in=known_rows(Subject, user.pk).values("pk")
    )
    tie = get_object_or_404(ties.select_related("series", "source", "target"), pk=pk)
    membership = Membership.objects.select_related("series", "user").get(series=tie.series_id, user=user)
    require_storyteller(membership)
    return tie, membership


def visible_ties(membership: Membership) -> QuerySet[Tie]:
    """Return the ties of the series that the member knows of, with both subjects."""
    subjects = visible_rows(Subject, membership).values("pk")
    ties = visible_rows(Tie, membership).filter(source__in=subjects, target__in=subjects)
    long = [f"{end}__{name}" for end in ("source", "target") for name in ("notes", "secret_notes")]
    ties = ties.select_related("source", "target").defer(*long)
    if is_storyteller(membership):
        known = ("knowers", "source__knowers", "target__knowers")
        characters = Character.objects.defer(*Character.UNLISTED)
        return ties.prefetch_related(*(Prefetch(path, characters) for path in known))
    return ties


def load_ties(ties: Iterable[Tie], membership: Membership) -> list[KnownTie]:
    """Return the ties with their scenes, in the order of play."""
    ties = list(ties)
    if not any(tie.since_id or tie.until_id for tie in ties):
        return [KnownTie(tie, None, None) for tie in ties]
    parts = ("", "episode__", "episode__story__")
    long = [part + name for part in parts for name in ("notes", "secret_notes")]
    scenes = {scene.pk: scene for scene in scenes_for(membership).select_related("episode__story").defer(*long)}
    known = [KnownTie(tie, scenes.get(tie.since_id or 0), scenes.get(tie.until_id or 0)) for tie in ties]
    return sorted(known, key=lambda tie: (_turn(tie.since) if tie.since else (), tie.tie.pk))


def list_changes(ties: Sequence[KnownTie]) -> list[Changes]:
    """Return what began and ended, scene by scene in the order of play; last what ended in no known scene."""
    scenes = {scene.pk: scene for tie in ties for scene in (tie.since, tie.until) if scene}
    order = sorted(scenes.values(), key=_turn)
    found = [
        Changes(scene, [tie for tie in ties if tie.since == scene], [tie for tie in ties if tie.until == scene])
        for scene in order
    ]
    found.append(Changes(None, (), [tie for tie in ties if tie.tie.ended and not tie.until]))
    return [changes for changes in found if changes.begun or changes.ended]


def ties_at(ties: Sequence[KnownTie], scene: Scene | None) -> list[KnownTie]:
    """Return the ties that held after a scene; None: those that hold now."""
    if scene is None:
        return [tie for tie in ties if not tie.tie.ended]
    turn = _turn(scene)
    return [tie for tie in ties if (not tie.since or _turn(tie.since) <= turn) and not _is_over(tie, turn)]


def list_ends(ties: Iterable[KnownTie]) -> list[Subject]:
    """Return the subjects at the ends of ties, each once, by name."""
    ends = {end.pk: end for tie in ties for end in (tie.tie.source, tie.tie.target)}
    return sorted(ends.values(), key=lambda end: (end.name.casefold(), end.pk))


def narrow_ties(ties: Iterable[KnownTie], around: int | None, kind: str) -> list[KnownTie]:
    """Return the ties of one kind, with this subject at an end. None and an empty kind leave all."""
    return [
        tie
        for tie in ties
        if (around is None or around in (tie.tie.source_id, tie.tie.target_id)) and kind in ("", tie.tie.kind)
    ]


def _is_over(tie: KnownTie, turn: tuple[object, ...]) -> bool:
    """Whether the tie had ended. One that ended in no known scene held until now."""
    return tie.tie.ended and tie.until is not None and _turn(tie.until) <= turn


def _turn(scene: Scene) -> tuple[int, ...]:
    """Return the place of a scene in the order of play."""
    episode = scene.episode
    return (episode.story.position, episode.position, scene.position, scene.pk)
