"""The handouts that a seat sees on the table, and the Storyteller's list of all of the series."""

from campaigns.core.attachment_codes import KnownAttachment
from campaigns.core.markdown import render_markdown
from campaigns.core.mentions import NO_NAMES, Names
from campaigns.models import Handout, picture_address
from play.seats.board import HandoutCard, HandoutRow
from play.seats.facts import TableFacts
from play.table.handout_events import HandoutShown, find_pk
from rules.battle import Seat

MAX_TEXT = 5_000
"""The most characters of a text that are shown; a log from elsewhere may hold more."""


def list_handouts(
    facts: TableFacts, seat: Seat, attached: tuple[KnownAttachment, ...], names: Names
) -> tuple[HandoutCard, ...]:
    """Return what lies on the table for the seat. `attached`, `names`: the attachments and names that it knows."""
    return tuple(
        _card(handout, seat, attached, names) for handout in facts.state.handouts if seat.may_see(handout.audience)
    )


def _card(shown: HandoutShown, seat: Seat, attached: tuple[KnownAttachment, ...], names: Names) -> HandoutCard:
    key = find_pk(shown.handout)
    return HandoutCard(
        id=shown.handout.replace(":", "-"),
        key=key,
        title=shown.title,
        text_html=render_markdown(shown.text[:MAX_TEXT], names, attached) if shown.text else "",
        description=shown.description,
        picture_url=picture_address(key, shown.picture) if key else "",
        width=shown.width,
        height=shown.height,
        readers=shown.names if seat.storyteller and shown.audience is not None else None,
        leads=shown.leads,
    )


def list_rows(facts: TableFacts, seat: Seat) -> tuple[HandoutRow, ...]:
    """Return all handouts of the series for the Storyteller: those meant for the scene, then the others."""
    here = {card.key: card for card in list_handouts(facts, seat, (), NO_NAMES)}
    handouts = Handout.objects.filter(series=facts.scene.series).order_by("-pk")
    by_turn = sorted(handouts, key=lambda handout: handout.scene_id != facts.scene.pk)
    return tuple(
        HandoutRow(handout.pk, handout.title, handout.picture_url, handout.width, handout.height, here.get(handout.pk))
        for handout in by_turn
    )
