"""Say who knows of a row (`campaigns.models.Known`)."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from campaigns.models import Character, Known, KnownTo
from campaigns.refusals import Refused


def set_knowers(row: Known, series: int, characters: Iterable[str]) -> None:
    """Store the characters whose players know of a saved row, if only some know. Call it in a transaction.

    Raises `Refused` for a character of another series.
    """
    wanted = {int(key) for key in characters} if row.known_to == KnownTo.SOME else set()
    found = Character.objects.filter(series=series, pk__in=wanted)
    if len(found) != len(wanted):
        raise Refused(_("That belongs to another series."), status=404, field="knowers")
    row.knowers.set(found)
