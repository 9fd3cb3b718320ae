"""Experience over time: what the characters whose ledgers a member may read have earned in each month."""

from collections import Counter
from collections.abc import Iterable
from datetime import date

from django.utils.timezone import localdate

from campaigns.core.access import can_read_sheet
from campaigns.models import Character, ExperienceEntry, Membership


def load_earned(
    membership: Membership, characters: Iterable[Character], story: int | None = None
) -> tuple[tuple[date, int], ...]:
    """Return the first day of each month with the points that were earned in it, of these characters.

    `story`: only those of this story. An award that was countered is earned by nobody.
    """
    mine = [character.pk for character in characters if can_read_sheet(character, membership)]
    entries = ExperienceEntry.objects.filter(character__in=mine, proposal=None, reversed_by=None, reverses=None)
    if story is not None:
        entries = entries.filter(story=story)
    months: Counter[date] = Counter()
    for at, points in entries.order_by("at").values_list("at", "points"):
        months[localdate(at).replace(day=1)] += points
    return tuple(months.items())
