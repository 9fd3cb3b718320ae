"""The handouts that a seat sees on the table, and the Storyteller's list of all of the series."""

from dataclasses import dataclass

from django.db.models import Q
from django.urls import reverse

from campaigns.markdown import render_markdown
from campaigns.models import Handout, picture_address
from play.seats.board import HandoutCard
from play.seats.facts import TableFacts
from play.table.handout_events import HandoutShown, find_pk, handout_key
from rules.battle import Seat

MAX_TEXT = 5_000
"""The most characters of a text that are shown; a log from elsewhere may hold more."""


@dataclass(frozen=True, slots=True)
class DeskRow:
    """A handout of the series. `card`: how it lies on this table; None where nobody sees it here."""

    handout: Handout
    card: HandoutCard | None


@dataclass(frozen=True, slots=True)
class HandoutDesk:
    """What the Storyteller can show at a scene: those meant for it, then the others; and to whom, by character key."""

    scene: int
    series: int
    rows: tuple[DeskRow, ...]
    players: tuple[tuple[str, str], ...]
    command_url: str


def read_handouts(facts: TableFacts, seat: Seat) -> tuple[HandoutCard, ...]:
    """Return what lies on the table for the seat."""
    return tuple(_card(one, seat) for one in facts.state.handouts if seat.may_see(one.audience))


def _card(shown: HandoutShown, seat: Seat) -> HandoutCard:
    key = find_pk(shown.handout)
    return HandoutCard(
        id=shown.handout.replace(":", "-"),
        key=key,
        title=shown.title,
        text_html=render_markdown(shown.text[:MAX_TEXT]) if shown.text else "",
        description=shown.description,
        picture_url=picture_address(key, shown.picture) if key else "",
        width=shown.width,
        height=shown.height,
        readers=shown.names if seat.storyteller and shown.audience is not None else None,
        leads=shown.leads,
    )


def read_desk(facts: TableFacts, seat: Seat) -> HandoutDesk | None:
    """Return the Storyteller's list; None for any other seat, and in a closed scene."""
    if not seat.storyteller or not facts.scene.is_open:
        return None
    here = {one.handout: _card(one, seat) for one in facts.state.handouts}
    handouts = Handout.objects.filter(series=facts.scene.series).order_by("-pk")
    meant, others = handouts.filter(scene=facts.scene), handouts.filter(~Q(scene=facts.scene) | Q(scene=None))
    return HandoutDesk(
        scene=facts.scene.pk,
        series=facts.scene.series.pk,
        rows=tuple(DeskRow(one, here.get(handout_key(one.pk))) for one in (*meant, *others)),
        players=tuple((str(one.pk), one.name) for one in facts.characters if one.owner_id),
        command_url=reverse("table_command", args=[facts.scene.pk]),
    )
