"""What a person may see of threads, and of the parts, people and places that they are tied to."""

from django.db.models import Prefetch, Q, QuerySet
from django.shortcuts import get_object_or_404

from campaigns.core.access import is_storyteller, require_storyteller, visible_characters, visible_parts
from campaigns.core.known import known_rows, visible_rows, visible_subjects
from campaigns.models import Character, Membership, Scene, Story, Subject, Thread, User


def get_thread_for(user: User, pk: int) -> tuple[Thread, Membership]:
    """Return a thread that the person knows of, with its ties, and the membership. Raises 404 for all others.

    A missing thread and a secret one take the same query, so that the response time does not tell them apart.
    """
    thread = get_object_or_404(known_rows(Thread, user.pk).select_related("series"), pk=pk)
    membership = Membership.objects.select_related("series", "user").get(series=thread.series_id, user=user)
    return visible_threads(membership).get(pk=pk), membership


def get_thread_to_run(user: User, pk: int) -> tuple[Thread, Membership]:
    """Return a thread of a series that the person runs as a Storyteller, and the membership."""
    thread, membership = get_thread_for(user, pk)
    require_storyteller(membership)
    return thread, membership


def visible_threads(membership: Membership) -> QuerySet[Thread]:
    """Return the threads of the series that the member knows of: open ones first, each kind in the order of making.

    Of what they are tied to, only that is loaded which the member may see.
    """
    series = membership.series_id
    ties = (
        Prefetch("stories", visible_parts(Story.objects.filter(series=series), membership)),
        Prefetch("scenes", visible_parts(Scene.objects.filter(episode__story__series=series), membership)),
        Prefetch("characters", visible_characters(membership)),
        Prefetch("subjects", visible_subjects(membership)),
    )
    threads = visible_rows(Thread, membership).prefetch_related(*ties)
    if is_storyteller(membership):
        threads = threads.prefetch_related("knowers")
    return threads.order_by("resolved_at", "kind", "pk")


def threads_of(row: Story | Scene, membership: Membership) -> QuerySet[Thread]:
    """Return the open threads that are tied to a story or scene, of those that the member knows of."""
    return visible_rows(Thread, membership).filter(pk__in=row.threads.values("pk"), resolved_at=None)


def threads_about(subject: Subject | None, character: Character | None, membership: Membership) -> QuerySet[Thread]:
    """Return the open threads that are tied to somebody, of those that the member knows of.

    `subject` and `character` are the page and the sheet of one; give only those of which the member knows.
    """
    tied = Q(pk__in=subject.threads.values("pk")) if subject else Q()
    tied |= Q(pk__in=character.threads.values("pk")) if character else Q()
    return visible_rows(Thread, membership).filter(tied, resolved_at=None)
