"""Row locks. Everything that changes the people, parts or order of a series locks the row of the series first."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.core.access import require_storyteller
from campaigns.core.refusals import Refused
from campaigns.models import Character, Membership, Series, User


@contextmanager
def locked_series(membership: Membership) -> Iterator[Series]:
    """Lock the series in a transaction.

    Also update the membership's role, which may have changed since the page was drawn. Raises `PermissionDenied` if the
    person is no longer a member.
    """
    with transaction.atomic():
        series = lock_series(membership.series_id)
        role = Membership.objects.filter(pk=membership.pk).values_list("role", flat=True).first()
        if role is None:
            raise PermissionDenied(_("You are no longer a member of this series."))
        membership.role = role
        yield series


@contextmanager
def series_to_run(membership: Membership) -> Iterator[Series]:
    """Lock the series like `locked_series`. Raises `PermissionDenied` if the member is no Storyteller."""
    with locked_series(membership) as series:
        require_storyteller(membership)
        yield series


def lock_series(key: int) -> Series:
    """Return the series with its row locked, for changes that no member asks for. Call it in a transaction.

    Raises `Refused` if the series was removed.
    """
    series = Series.objects.select_for_update().filter(pk=key).first()
    if series is None:
        raise Refused(_("This series has just been deleted."), status=404)
    return series


def lock_person(user: User) -> None:
    """Lock the person's row, so that of two changes under one limit the second waits. Lock it before any series.

    It locks FOR NO KEY UPDATE: other rows that refer to the person can still be written.
    """
    User.objects.select_for_update(no_key=True).filter(pk=user.pk).first()


def lock_character(character: Character) -> Character:
    """Return the character and its series with the character's row locked. Raises `Refused` if it was deleted."""
    people = Character.objects.select_for_update(of=("self",)).select_related("series")
    fresh = people.filter(pk=character.pk).first()
    if fresh is None:
        raise Refused(_("Someone has just deleted this character."), status=404)
    return fresh
