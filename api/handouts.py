"""Handouts as programs get them: those of a scene, and where the picture of one is fetched."""

from typing import Literal

from api.gate import PREFIX
from api.record_schemas import Picture
from api.seat import Sitting
from api.table_schemas import SceneHandout
from campaigns.core.access import is_storyteller
from campaigns.handouts.visible import handouts_of
from campaigns.models import Handout
from play.seats.board import Board, HandoutCard

Kind = Literal["picture", "text", "both"]


def describe_picture(key: int, handout: Handout | HandoutCard) -> Picture:
    """Return the picture of the handout with this key: its address, its size, and what it shows."""
    url = f"{PREFIX}handouts/{key}/picture.webp"
    return Picture(url=url, width=handout.width, height=handout.height, description=handout.description)


def list_scene_handouts(sitting: Sitting, board: Board) -> list[SceneHandout]:
    """Return the handouts on the table that the seat sees; for the Storyteller also those meant for the scene, which
    nobody sees yet.
    """
    is_run = is_storyteller(sitting.membership)
    handouts = [_describe_card(card, is_run=is_run) for card in board.handouts]
    if not is_run:
        return handouts
    known = {card.key for card in board.handouts}
    waiting = handouts_of(sitting.scene, sitting.membership)
    return handouts + [_describe_waiting(handout) for handout in waiting if handout.pk not in known]


def _describe_card(card: HandoutCard, *, is_run: bool) -> SceneHandout:
    has_picture = bool(card.key and card.picture_url)
    return SceneHandout(
        id=card.key,
        title=card.title,
        kind=_name_kind(has_picture, bool(card.text_html)),
        leads=card.leads,
        revealed=True if is_run else None,
        readers=None if card.readers is None else list(card.readers),
        picture=describe_picture(card.key, card) if card.key and has_picture else None,
    )


def _describe_waiting(handout: Handout) -> SceneHandout:
    return SceneHandout(
        id=handout.pk,
        title=handout.title,
        kind=_name_kind(bool(handout.picture_name), bool(handout.text)),
        leads=False,
        revealed=False,
        readers=None,
        picture=describe_picture(handout.pk, handout) if handout.picture_name else None,
    )


def _name_kind(has_picture: bool, has_text: bool) -> Kind:
    if has_picture:
        return "both" if has_text else "picture"
    return "text"
