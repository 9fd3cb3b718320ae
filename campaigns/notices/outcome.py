"""What came of sending something."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from prometheus_client import Counter

logger = logging.getLogger(__name__)
POSTS = Counter("storywheel_posts", "E-mails, pushes and posts to others, by what became of them.", ["outcome"])


class State(Enum):
    """The kinds of outcomes."""

    SENT = auto()
    LATER = auto()
    """It certainly did not arrive, and may another time."""
    REFUSED = auto()
    """It did not arrive, and never will."""
    GONE = auto()
    """It did not arrive: the receiver is no longer there."""
    UNKNOWN = auto()
    """The line broke while it was sent: it may have arrived, so it is not sent again."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one attempt. `trouble` says why in a word; `wait`: the seconds that the receiver asks us to wait."""

    state: State
    trouble: str = ""
    wait: int = 0


def attempt(send: Callable[[], Outcome]) -> Outcome:
    """Send something. Whatever is raised is the outcome of this one, and keeps no other from being sent."""
    try:
        outcome = send()
    except Exception as error:
        logger.exception("could not send")
        outcome = Outcome(State.UNKNOWN, type(error).__name__)
    POSTS.labels(outcome.state.name.lower()).inc()
    return outcome
