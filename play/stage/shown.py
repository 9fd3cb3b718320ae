"""Facts of what lies on the table: handouts, and the side scenes of which the seat knows."""

from collections.abc import Sequence
from typing import cast

from play.seats.board import Board, HandoutCard
from play.stage.shape import Handout, Handouts, SideSceneChoice
from play.stage.words import drop_empty
from rules.lru_cache import cached_by_identity


@cached_by_identity(256)
def make_handouts(cards: Sequence[HandoutCard]) -> Handouts:
    """Return the handouts: the picture of the scene, then the others as they were shown."""
    return {"cards": {card.id: make_handout(card) for card in cards}, "order": [card.id for card in cards]}


def make_handout(card: HandoutCard) -> Handout:
    """Return one handout. `readers`: for the Storyteller, whose players see it where not everybody does."""
    has_picture = bool(card.picture_url)
    more = drop_empty(
        key=card.key,
        text_html=card.text_html,
        description=card.description,
        picture_url=card.picture_url,
        width=card.width if has_picture else None,
        height=card.height if has_picture else None,
        readers=None if card.readers is None else [*card.readers],
        leads=card.leads,
    )
    return cast(Handout, {"title": card.title, **more})


def make_side_scenes(board: Board) -> list[SideSceneChoice]:
    """Return the side scenes of which the seat knows."""
    return [
        cast(
            SideSceneChoice,
            {"id": side_scene.name.id, "title": side_scene.name.title, "is_open": side_scene.is_open}
            | drop_empty(is_secret=side_scene.audience is not None),
        )
        for side_scene in board.side_scenes
    ]
