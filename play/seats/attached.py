"""The pictures and files of the series that texts at a table show to a seat."""

from functools import lru_cache

from campaigns.core.attachment_codes import KnownAttachment, find_codes
from campaigns.handouts.attachments.visible import find_attached
from play.seats.facts import TableFacts
from rules.battle import Seat


def list_codes(facts: TableFacts) -> frozenset[str]:
    """Return the codes in the notes of the scene and in the handouts on the table."""
    texts = (facts.scene.notes, facts.scene.secret_notes, *(handout.text for handout in facts.state.handouts))
    return frozenset(code for text in texts for code in find_codes(text))


def load_attached(facts: TableFacts, seat: Seat, codes: frozenset[str]) -> tuple[KnownAttachment, ...]:
    """Return the attachments with these codes of which the seat knows, in one query. Equal answers are one object."""
    played = None if seat.storyteller else [int(key) for key in seat.characters if key.isdecimal()]
    return _keep(find_attached(facts.scene.series.pk, codes, played))


@lru_cache(maxsize=512)
def _keep(attached: tuple[KnownAttachment, ...]) -> tuple[KnownAttachment, ...]:
    return attached
