"""One socket as its room knows it: what its page shows, and how to tell it that there is something newer.

A mailbox holds no frames, only the fact that there is something newer. A phone that sleeps through ten numbers gets one
frame with all that is new when it wakes, and holds up nobody.
"""

import logging
from collections.abc import Callable, Iterable
from typing import Literal

from play.live.facts_frames import FactsDrawing
from play.live.frames import Drawing
from play.seats.facts import SeatClass

logger = logging.getLogger(__name__)

Kind = Literal["regions", "facts"]
"""What a page takes: drawn regions, or facts from which it draws itself."""
Reader = tuple[int, str, Kind]
"""A person at a page: the person's key, the page's language, and what it takes."""
Readers = tuple[SeatClass, str, Kind]
"""All who see one drawing: their seat class, their language, and what their pages take."""
AnyDrawing = Drawing | FactsDrawing


class Mailbox:
    """One socket at the hub. `wake` tells it that there is something newer.

    `shown` is the drawing that its page holds, and `since` the place in its row from which on the page was sent every
    drawing. `seat_class` is None once it must leave. `takes_patches` is False for a page that was loaded from an older
    version and cannot put regions together as they are sent now: it gets whole boards.
    """

    __slots__ = (
        "beat", "dismissed", "kind", "language", "presence", "seat_class", "shown", "shown_class", "shown_presence",
        "shown_unread", "since", "takes_patches", "types_until", "unread", "user_id", "wake",
    )  # fmt: skip

    def __init__(self, user_id: int, language: str, wake: Callable[[], None], kind: Kind = "regions") -> None:
        self.user_id = user_id
        self.language = language
        self.kind = kind
        self.wake = wake
        self.shown: AnyDrawing | None = None
        self.shown_class: SeatClass | None = None
        self.since = 0
        self.takes_patches = True
        self.seat_class: SeatClass | None = None
        self.dismissed = False
        self.presence: str | None = None
        self.shown_presence = ""
        self.unread: int | None = None
        self.shown_unread: int | None = None
        self.beat: int | None = None
        self.types_until = 0.0

    @property
    def readers(self) -> Readers | None:
        """Those with whom it shares its drawing."""
        return None if self.seat_class is None else (self.seat_class, self.language, self.kind)

    @property
    def reader(self) -> Reader:
        """Its person, and what is drawn for it."""
        return self.user_id, self.language, self.kind


def wake(boxes: Iterable[Mailbox]) -> None:
    """Tell sockets that there is something newer. One that cannot be told does not hold up the others."""
    for box in boxes:
        try:
            box.wake()
        except Exception:
            logger.exception("could not send to a browser of person %s", box.user_id)
