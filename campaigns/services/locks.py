"""One writer at a time per series: whoever changes its people, its parts or their order holds its row."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.access import require_storyteller
from campaigns.models import Membership, Series


@contextmanager
def locked_series(membership: Membership) -> Iterator[Series]:
    """Hold the series in a transaction, for a member as of now: the role may have changed since the page was drawn."""
    with transaction.atomic():
        series = Series.objects.select_for_update().get(pk=membership.series_id)
        role = Membership.objects.filter(pk=membership.pk).values_list("role", flat=True).first()
        if role is None:
            raise PermissionDenied(_("You are no longer a member of this series."))
        membership.role = role
        yield series


@contextmanager
def series_to_run(membership: Membership) -> Iterator[Series]:
    """Hold the series for one of its Storytellers. Raises `PermissionDenied` for the others."""
    with locked_series(membership) as series:
        require_storyteller(membership)
        yield series
