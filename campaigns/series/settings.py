"""The kind of record that the clock of a series is."""

from django.utils.translation import gettext as _

from campaigns.chronicle.clock import pass_time
from campaigns.core.records.kind import Save
from campaigns.core.records.settings import Settings
from campaigns.core.refusals import Refused
from campaigns.downtime.living import move_on
from campaigns.models import Series

MAX_SECONDS = 10_000 * 366 * 24 * 3600
"""Ten thousand years. A later time is taken for a typing error."""


class Clock(Settings):
    """The clock, and how long prompts wait (0: for ever). `way`: how whole days are spent that the clock moves on."""

    def write(self, save: Save[Series]) -> None:
        """Let the time pass, or go back."""
        clock = save.values.get("clock", save.row.clock)
        if not 0 <= clock <= MAX_SECONDS:
            raise Refused(_("The clock runs from day 1 of the series for ten thousand years."), status=422)
        if clock > save.row.clock:
            move_on(save.row, clock, save.beside.get("way", ""))
        else:
            pass_time(save.row, clock - save.row.clock)
        super().write(save)


CLOCK = Clock()
