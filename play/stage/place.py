"""Facts of where the scene stands, who looks, and how play stands."""

from functools import cache
from typing import cast

from django.urls import reverse

from play.seats.board import Board
from play.seats.board import Place as PlaceOnBoard
from play.stage.shape import Me, Onward, Place, Post, State, Wait
from play.stage.words import Language, drop_empty, translate
from rules.lru_cache import cached_by_identity


def make_me(board: Board) -> Me:
    """Return who looks."""
    role = "storyteller" if board.storyteller else "spectator" if board.spectator else "player"
    characters = sorted(key for key in board.characters if key.isdecimal())
    return cast(Me, {"role": role, "characters": characters, "sheet": _find_sheet_address()})


@cache
def _find_sheet_address() -> str:
    """Return the address of a character's sheet, with a place for its key."""
    return reverse("character", args=[0]).replace("0", "{}")


@cached_by_identity(256)
def make_place(place: PlaceOnBoard, _language: Language) -> Place:
    """Return where the scene stands in the series."""
    onward: Onward | None = None
    if place.onward is not None:
        onward = {"title": place.onward.title, "url": place.onward.url, "is_open": place.onward.is_open}
    made: Place = {
        "scene": place.scene,
        "title": place.title,
        "series": place.series,
        "series_url": place.series_url,
        "episode": place.episode,
        "time": translate(place.time),
        "is_open": place.is_open,
    }
    more = drop_empty(
        is_planned=place.is_planned,
        is_hidden=place.is_hidden,
        notes_html=place.notes_html,
        secret_notes_html=place.secret_notes_html,
        onward=onward,
        part_url=reverse("part", args=["scene", place.scene]) if place.is_planned or place.is_hidden else "",
    )
    return cast(Place, {**made, **more})


def make_state(board: Board) -> State:
    """Return how play stands."""
    running = board.battle is not None and board.battle["phase"] == "running"
    more = drop_empty(
        is_paused=board.paused,
        is_card_up=board.card,
        due_at=board.due_at and board.due_at.isoformat(),
        post=_make_post(board),
        may_forecast=board.may_forecast,
    )
    return cast(State, {"is_running": running, **more})


def _make_post(board: Board) -> Post | None:
    if board.post is None:
        return None
    waits = [
        cast(
            Wait,
            {"id": str(wait.key), "name": wait.name, "kind": wait.kind}
            | drop_empty(is_mine=wait.is_mine, due_at=wait.due_at and wait.due_at.isoformat()),
        )
        for wait in board.waits
    ]
    return {"answer_hours": board.post.answer_hours, "turn_hours": board.post.turn_hours, "waits": waits}
