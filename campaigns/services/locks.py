"""One writer at a time per series: whoever changes its people, its parts or their order holds its row."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.access import require_storyteller
from campaigns.models import Character, Membership, Series, User
from campaigns.refusals import Refused


@contextmanager
def locked_series(membership: Membership) -> Iterator[Series]:
    """Hold the series in a transaction, for a member as of now: the role may have changed since the page was drawn."""
    with transaction.atomic():
        series = lock_series(membership.series_id)
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


def lock_series(key: int) -> Series:
    """The series as it is now, its row held: for what no member asks for. Call in a transaction.

    Refused where it was removed meanwhile.
    """
    series = Series.objects.select_for_update().filter(pk=key).first()
    if series is None:
        raise Refused(_("This series has just been removed."), status=404)
    return series


def lock_person(user: User) -> None:
    """Hold the person's row, before any series: of two things that count against one limit the second waits.

    Whatever else is written with the person's name on it does not wait.
    """
    User.objects.select_for_update(no_key=True).filter(pk=user.pk).first()


def lock_character(character: Character) -> Character:
    """The character as it is now with its series, its row held. Refused where it was taken out meanwhile."""
    people = Character.objects.select_for_update(of=("self",)).select_related("series")
    fresh = people.filter(pk=character.pk).first()
    if fresh is None:
        raise Refused(_("Somebody has just taken this character out."), status=404)
    return fresh
