"""Lines and veils: what a group never plays, and what it leaves behind a curtain. No name is kept with them."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from campaigns.edit_conflict import require_unchanged
from campaigns.models import Membership, Series
from campaigns.refusals import Refused, Stale
from campaigns.services.locks import locked_series, series_to_run
from campaigns.services.quotas import require_room_to_write

BOUNDARIES = ("lines", "veils")
MOST = 5_000
"""The most characters of all lines, and of all veils."""


def add_boundary(membership: Membership, kind: str, text: str) -> None:
    """Add a line or a veil (`kind`: one of `BOUNDARIES`). Every member may, and nothing says who did."""
    with locked_series(membership) as series:
        written = getattr(series, kind)
        rows = [*written.splitlines(), text]
        values = {kind: "\n".join(rows)}
        if len(values[kind]) > MOST:
            raise Refused(_("There is no room for more. The Storyteller can put several into one."), field="text")
        require_room_to_write(series, series, values)
        setattr(series, kind, values[kind])
        series.save(update_fields=[kind])


def edit_boundaries(membership: Membership, values: Mapping[str, str], seen: str = "") -> None:
    """Rewrite lines and veils, as the Storyteller may. Raises `Stale` if they no longer have the fingerprint `seen`."""
    with series_to_run(membership) as series:
        require_unchanged(series, BOUNDARIES, seen)
        kept = {name: "\n".join(filter(None, map(str.strip, values[name].splitlines()))) for name in BOUNDARIES}
        require_room_to_write(series, series, kept)
        for name in BOUNDARIES:
            setattr(series, name, kept[name])
        series.save(update_fields=BOUNDARIES)


def read_boundaries(membership: Membership, mark: str) -> None:
    """Keep that the member has read the lines and veils of this mark. Raises `Stale` if they have changed since."""
    with locked_series(membership) as series:
        if mark != series.boundaries_mark:
            raise Stale(_("Somebody has changed them since. Read them once more."))
        Membership.objects.filter(pk=membership.pk).update(boundaries_read=mark)


def list_boundaries(series: Series) -> dict[str, list[str]]:
    """Return the rows of text of lines and veils."""
    return {name: getattr(series, name).splitlines() for name in BOUNDARIES}
