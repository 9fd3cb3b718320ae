"""The names of people and places that a seat knows, for the mentions in texts at a table."""

from collections.abc import Sequence
from time import monotonic

from campaigns.core.mentions import NO_NAMES, Names
from campaigns.people.visible import find_names
from play.seats.facts import TableFacts
from play.table.lines import LogLine
from rules.battle import Seat

SECONDS = 20
"""How long names are remembered: drawings in between ask the database nothing."""


def load_names(facts: TableFacts, seat: Seat, log: Sequence[LogLine]) -> Names:
    """Return the names that the seat knows, in one query; none where no text at the table mentions anybody.

    An answer like the last one is that object. A page that is made, revealed or hidden later counts after `SECONDS`.
    """
    if not _has_mentions(facts, log):
        return NO_NAMES
    live, now = facts.live.seat(seat), monotonic()
    characters, until, names = live.names
    if characters is not facts.characters or now >= until:
        found = _load(facts, seat)
        names = names if names == found else found
        live.names = facts.characters, now + SECONDS, names
    return names


def load_names_in(facts: TableFacts, seat: Seat, text: str) -> Names:
    """Return the names that the seat knows, if a text that is being written may mention one."""
    return _load(facts, seat) if "@" in text else NO_NAMES


def _has_mentions(facts: TableFacts, log: Sequence[LogLine]) -> bool:
    texts = (facts.scene.notes, facts.scene.secret_notes, *(handout.text for handout in facts.state.handouts))
    return any("@" in text for text in texts) or any("@" in line.speech.text for line in log if line.speech)


def _load(facts: TableFacts, seat: Seat) -> Names:
    known = [character for character in facts.characters if not character.hidden or seat.controls(str(character.pk))]
    played = None if seat.storyteller else [int(key) for key in seat.characters if key.isdecimal()]
    return find_names(facts.scene.series.pk, known, played)
