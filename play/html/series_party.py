"""The board of a party as HTML, with the pieces that draw characters at a table."""

from typing import Any

from play.html.markup.health import health
from play.html.markup.party import say_state
from play.html.markup.tokens import chip
from play.seats.series_party import PartyRow, SeriesParty


def list_rows(party: SeriesParty) -> list[dict[str, Any]]:
    """Return what the template shows of each row."""
    return [_row(row) for row in party.rows]


def _row(row: PartyRow) -> dict[str, Any]:
    who = row.who
    return {
        "key": row.character.pk,
        "name": row.character.name,
        "owner": row.character.owner.get_username() if row.character.owner else "",
        "is_own": row.is_own,
        "hidden": row.character.hidden,
        "portrait": chip(who, 44),
        "state": say_state(who),
        "health": health(who["health"]) if who.get("health") else "",
        "tracks": [(track["label"], track["current"], track["maximum"]) for track in who.get("tracks", ())],
        "purses": row.purses,
        "training": row.training,
        "may_read": row.may_read,
        "scene": row.scene,
        "is_present": row.is_present,
    }
