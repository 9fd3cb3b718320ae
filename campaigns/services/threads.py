"""Make, change, resolve and remove threads, and fill their clocks."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Model, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.edit_conflict import require_unchanged
from campaigns.models import Character, Membership, Scene, Series, Story, Subject, Thread
from campaigns.refusals import Refused
from campaigns.services.locks import series_to_run
from campaigns.services.quotas import count_letters, require_room_to_write, require_storage_room

MAX_THREADS = 500
"""The most threads of a series."""
EDITABLE = ("kind", "title", "notes", "secret_notes", "segments", "known_to")
"""The fields that another Storyteller may have changed meanwhile."""
TIES = ("stories", "scenes", "characters", "subjects", "knowers")


def add_thread(membership: Membership, values: Mapping[str, Any], ties: Mapping[str, Iterable[int]]) -> Thread:
    """Make a thread. `ties`: primary keys of stories, scenes, characters, subjects and knowers (`TIES`)."""
    require_storage_room(membership.series, count_letters(values))
    with series_to_run(membership) as series:
        if series.threads.count() >= MAX_THREADS:
            raise Refused(_("There are %(most)s threads already. Take one out first.") % {"most": MAX_THREADS})
        thread = Thread.objects.create(series=series, **values)
        _tie(thread, ties)
    return thread


def edit_thread(
    membership: Membership,
    thread: Thread,
    values: Mapping[str, Any],
    ties: Mapping[str, Iterable[int]],
    seen: str = "",
) -> None:
    """Change a thread. Raises `Stale` if it no longer has the fingerprint `seen`.

    A clock that becomes shorter keeps as many filled segments as it has.
    """
    with series_to_run(membership) as series:
        fresh = _fresh(series, thread)
        require_unchanged(fresh, EDITABLE, seen)
        require_room_to_write(series, fresh, values)
        for name, value in values.items():
            setattr(fresh, name, value)
        fresh.filled = min(fresh.filled, fresh.segments)
        fresh.save(update_fields=[*values, "filled"])
        _tie(fresh, ties)


def fill_clock(membership: Membership, thread: Thread, filled: int) -> None:
    """Set how many segments of a thread's clock are filled."""
    with series_to_run(membership) as series:
        fresh = _fresh(series, thread)
        if not 0 <= filled <= fresh.segments:
            raise Refused(_("This clock has %(segments)s segments.") % {"segments": fresh.segments}, status=422)
        fresh.filled = filled
        fresh.save(update_fields=["filled"])


def resolve_thread(membership: Membership, thread: Thread, resolved: bool) -> None:
    """Resolve a thread, or open it again. One that is resolved keeps its time."""
    with series_to_run(membership) as series:
        fresh = _fresh(series, thread)
        if fresh.is_open == resolved:
            fresh.resolved_at = timezone.now() if resolved else None
            fresh.save(update_fields=["resolved_at"])


def remove_thread(membership: Membership, thread: Thread) -> None:
    """Delete a thread."""
    with series_to_run(membership) as series:
        _fresh(series, thread).delete()


def _fresh(series: Series, thread: Thread) -> Thread:
    fresh = series.threads.filter(pk=thread.pk).first()
    if fresh is None:
        raise Refused(_("Somebody has just taken this thread out."), status=404)
    return fresh


def _tie(thread: Thread, ties: Mapping[str, Iterable[int]]) -> None:
    for name in TIES:
        wanted = set(ties[name])
        found = set(_tieable(thread.series_id, name).filter(pk__in=wanted).values_list("pk", flat=True))
        if found != wanted:
            raise Refused(_("That belongs to another series."), status=404, field=name)
        getattr(thread, name).set(found)


def _tieable(series: int, name: str) -> QuerySet[Any, Any]:
    """Return the rows of a series to which threads may be tied under this name."""
    rows: dict[str, QuerySet[Any, Model]] = {
        "stories": Story.objects.filter(series=series),
        "scenes": Scene.objects.filter(episode__story__series=series),
        "characters": Character.objects.filter(series=series),
        "subjects": Subject.objects.filter(series=series),
        "knowers": Character.objects.filter(series=series, owner__isnull=False),
    }
    return rows[name]
