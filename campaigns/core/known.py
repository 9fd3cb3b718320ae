"""Filter what not everybody knows (`Known`) to what a person may see."""

from typing import TypeVar

from django.db.models import Q, QuerySet

from campaigns.core.access import is_storyteller
from campaigns.models import Known, KnownTo, Membership, Role, Subject

Row = TypeVar("Row", bound=Known)


def known_rows(model: type[Row], user_id: int) -> QuerySet[Row]:
    """Return the rows that the person may see in any series: what a view looks up by primary key.

    A missing row and a secret one take the same query, so that the response time does not tell them apart.
    """
    mine = Membership.objects.filter(user=user_id)
    run, played = mine.filter(role=Role.STORYTELLER), mine.filter(role=Role.PLAYER)
    shared: QuerySet[Row] = QuerySet(model).filter(knowers__owner=user_id, series__in=played.values("series"))
    everybody = Q(known_to=KnownTo.ALL, series__in=mine.values("series"))
    some = Q(known_to=KnownTo.SOME, pk__in=shared.values("pk"))
    return QuerySet(model).filter(Q(series__in=run.values("series")) | everybody | some)


def visible_rows(model: type[Row], membership: Membership) -> QuerySet[Row]:
    """Return the rows of the series that the member may see."""
    rows: QuerySet[Row] = QuerySet(model).filter(series=membership.series_id)
    if is_storyteller(membership):
        return rows
    seen = Q(known_to=KnownTo.ALL)
    if membership.role == Role.PLAYER:
        shared = rows.filter(knowers__owner=membership.user_id)
        if membership.only is not None:
            shared = shared.filter(knowers__in=list(membership.only))
        seen |= Q(known_to=KnownTo.SOME, pk__in=shared.values("pk"))
    return rows.filter(seen)


def visible_subjects(membership: Membership) -> QuerySet[Subject]:
    """Return the subjects of the series that the member knows of, by name, without their texts."""
    return visible_rows(Subject, membership).defer("notes", "secret_notes")
