"""What a person may see of people and places: the subjects that they know of, with the secrets that they know."""

from collections.abc import Iterable

from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404

from campaigns.core.access import is_storyteller, known_characters, require_storyteller
from campaigns.core.known import known_rows, visible_rows
from campaigns.core.mentions import Names
from campaigns.models import Character, KnownTo, Membership, Secret, Subject, User


def get_subject_for(user: User, pk: int) -> tuple[Subject, Membership]:
    """Return a subject that the person knows of, and the membership. Raises 404 for all others.

    A missing subject and a secret one take the same query, so that the response time does not tell them apart.
    """
    subject = get_object_or_404(known_rows(Subject, user.pk).select_related("series"), pk=pk)
    return subject, Membership.objects.select_related("series", "user").get(series=subject.series_id, user=user)


def get_subject_to_run(user: User, pk: int) -> tuple[Subject, Membership]:
    """Return a subject of a series that the person runs as a Storyteller, and the membership."""
    subject, membership = get_subject_for(user, pk)
    require_storyteller(membership)
    return subject, membership


def get_secret_to_run(user: User, pk: int) -> tuple[Secret, Membership]:
    """Return a secret of a series that the person runs as a Storyteller, and the membership."""
    secrets = known_rows(Secret, user.pk).filter(subject__in=known_rows(Subject, user.pk).values("pk"))
    secret = get_object_or_404(secrets.select_related("subject__series"), pk=pk)
    membership = Membership.objects.select_related("series", "user").get(series=secret.series_id, user=user)
    require_storyteller(membership)
    return secret, membership


def visible_secrets(membership: Membership) -> QuerySet[Secret]:
    """Return the secrets that the member knows, about subjects that the member knows of."""
    secrets = visible_rows(Secret, membership).filter(subject__in=visible_rows(Subject, membership).values("pk"))
    return secrets.prefetch_related("knowers", "subject__knowers") if is_storyteller(membership) else secrets


def load_names(user: User, series: int) -> Names:
    """Return every name in the series that the person knows, in two queries.

    The name of a character leads to its subject, if the person knows of that.
    """
    subjects = known_rows(Subject, user.pk).filter(series=series).order_by("pk")
    return _name_pages(subjects, known_characters(user, series).order_by("pk").only("pk", "name"))


def list_known_names(user: User, series: int) -> list[str]:
    """Return the names in the series that the person knows, in the order of the alphabet."""
    return sorted({name for name, _address in load_names(user, series).pages}, key=str.casefold)


def find_names(series: int, characters: Iterable[Character], played: Iterable[int] | None) -> Names:
    """Return every name in the series that a seat knows, in one query.

    `characters`: those of which it knows; `played`: the keys of those that it plays, None for a Storyteller.
    """
    subjects = Subject.objects.filter(series=series).order_by("pk")
    if played is not None:
        shared = Subject.objects.filter(series=series, knowers__in=played).values("pk")
        subjects = subjects.filter(Q(known_to=KnownTo.ALL) | Q(known_to=KnownTo.SOME, pk__in=shared))
    return _name_pages(subjects, sorted(characters, key=lambda character: character.pk))


def _name_pages(subjects: QuerySet[Subject], characters: Iterable[Character]) -> Names:
    subjects = subjects.only("pk", "name", "other_names", "character")
    pages = [(name, subject.url) for subject in subjects for name in subject.names]
    about = {subject.character_id: subject.url for subject in subjects}
    pages += [(character.name, about.get(character.pk, character.url)) for character in characters]
    return Names(tuple(pages))
