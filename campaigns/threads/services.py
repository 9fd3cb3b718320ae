"""The kind of record that a thread is; filling its clock and resolving it."""

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.core.locks import series_to_run
from campaigns.core.records.kind import RecordKind, Save
from campaigns.core.refusals import Refused
from campaigns.models import Membership, Thread

MAX_THREADS = 500
"""The most threads of a series."""


class Threads(RecordKind[Thread]):
    """Threads, with the clocks that they may have."""

    model = Thread
    most = MAX_THREADS
    too_many = gettext_lazy("There are already %(most)s threads. Delete one first.")
    gone = gettext_lazy("Someone has just deleted this thread.")

    follows = ("filled",)

    def check(self, save: Save[Thread]) -> None:
        """Leave a clock that becomes shorter as many filled segments as it has."""
        save.row.filled = min(save.row.filled, save.row.segments)


THREADS = Threads()


def fill_clock(membership: Membership, thread: Thread, filled: int) -> None:
    """Set how many segments of a thread's clock are filled."""
    with series_to_run(membership) as series:
        fresh = THREADS.find(series, thread)
        if not 0 <= filled <= fresh.segments:
            raise Refused(_("This clock has %(segments)s segments.") % {"segments": fresh.segments}, status=422)
        fresh.filled = filled
        fresh.save(update_fields=["filled"])


def resolve_thread(membership: Membership, thread: Thread, resolved: bool) -> None:
    """Resolve a thread, or open it again. One that is resolved keeps its time."""
    with series_to_run(membership) as series:
        fresh = THREADS.find(series, thread)
        if fresh.is_open == resolved:
            fresh.resolved_at = timezone.now() if resolved else None
            fresh.save(update_fields=["resolved_at"])
