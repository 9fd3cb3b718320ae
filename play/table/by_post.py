"""Play by post: how long each is waited for at a table where not everybody sits at once."""

from dataclasses import dataclass

from campaigns.calendar.calendar import format_duration
from rules.battle import Event
from rules.text import Text

HOUR = 3600
MAX_HOURS = 30 * 24
"""The longest time for an answer or a turn."""


@dataclass(frozen=True, slots=True)
class PostTerms:
    """Within how many hours an answer to a prompt, and one's turn in the fight, are awaited."""

    answer_hours: int
    turn_hours: int


@dataclass(frozen=True, slots=True)
class PostBegun(Event):
    """From now on the scene is played by post under these terms, or goes on under new ones."""

    terms: PostTerms


@dataclass(frozen=True, slots=True)
class PostEnded(Event):
    """The scene is played live again."""


PostEvent = PostBegun | PostEnded


def say_post(event: PostEvent) -> Text:
    """Return the line of the log."""
    if isinstance(event, PostEnded):
        return Text("The scene is live again.")
    answers, turns = (format_duration(hours * HOUR) for hours in (event.terms.answer_hours, event.terms.turn_hours))
    return Text(
        "The scene is now play by post: answer within {answers}, act within {turns}.", answers=answers, turns=turns
    )
