"""One socket as its room knows it: what its page shows, and how to tell it that there is something newer.

A mailbox holds no frames, only the fact that there is something newer. A phone that sleeps through ten numbers gets one
frame with all that is new when it wakes, and holds up nobody.
"""

import logging
from collections.abc import Callable, Iterable

from play.live.frames import Drawing
from play.seats.facts import SeatClass

logger = logging.getLogger(__name__)

Reader = tuple[int, str]
"""A person at a page: the person's key, and the page's language."""
Readers = tuple[SeatClass, str]
"""All who see one drawing: their seat class and their language."""


class Mailbox:
    """One socket at the hub. `wake` tells it that there is something newer.

    `shown` is the drawing that its page holds. `seat_class` is None once it must leave.
    """

    __slots__ = (
        "beat",
        "dismissed",
        "language",
        "presence",
        "seat_class",
        "shown",
        "shown_class",
        "shown_presence",
        "shown_unread",
        "types_until",
        "unread",
        "user_id",
        "wake",
    )

    def __init__(self, user_id: int, language: str, wake: Callable[[], None]) -> None:
        self.user_id = user_id
        self.language = language
        self.wake = wake
        self.shown: Drawing | None = None
        self.shown_class: SeatClass | None = None
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
        return None if self.seat_class is None else (self.seat_class, self.language)

    @property
    def reader(self) -> Reader:
        """Its person and its language."""
        return self.user_id, self.language


def wake(boxes: Iterable[Mailbox]) -> None:
    """Tell sockets that there is something newer. One that cannot be told does not hold up the others."""
    for box in boxes:
        try:
            box.wake()
        except Exception:
            logger.exception("could not send to a browser of person %s", box.user_id)
