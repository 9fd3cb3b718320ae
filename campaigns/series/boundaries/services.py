"""Lines and veils: what a group never plays, and what it leaves behind a curtain. No name is kept with them."""

from django.utils.translation import gettext as _

from campaigns.core.locks import locked_series
from campaigns.core.quotas import require_room_to_write
from campaigns.core.refusals import Refused, Stale
from campaigns.models import Membership, Series

BOUNDARIES = ("lines", "veils")
MAX_LETTERS = 5_000
"""The most characters of all lines, and of all veils."""


def add_boundary(membership: Membership, kind: str, text: str) -> None:
    """Add a line or a veil (`kind`: one of `BOUNDARIES`). Every member may, and nothing says who did."""
    with locked_series(membership) as series:
        written = getattr(series, kind)
        rows = [*written.splitlines(), text]
        values = {kind: "\n".join(rows)}
        if len(values[kind]) > MAX_LETTERS:
            raise Refused(_("The list is full. The Storyteller can combine several into one."), field="text")
        require_room_to_write(series, series, values)
        setattr(series, kind, values[kind])
        series.save(update_fields=[kind])


def mark_read(membership: Membership, mark: str) -> None:
    """Keep that the member has read the lines and veils of this mark. Raises `Stale` if they have changed since."""
    with locked_series(membership) as series:
        if mark != series.boundaries_mark:
            raise Stale(_("They have changed since. Read them again."))
        Membership.objects.filter(pk=membership.pk).update(boundaries_read=mark)


def list_boundaries(series: Series) -> dict[str, list[str]]:
    """Return the rows of text of lines and veils."""
    return {name: getattr(series, name).splitlines() for name in BOUNDARIES}
