"""Facts of the line in which people write: as whom one may speak, and who may hear it."""

from collections.abc import Iterable
from typing import cast

from play.seats.board import Board
from play.seats.board import NamedId as NamedOnBoard
from play.seats.board import Voices as VoicesOnBoard
from play.stage.shape import NamedId, Voices
from play.stage.words import Language, drop_empty, tell
from rules.lru_cache import cached_by_identity


def make_voices(board: Board, language: Language) -> Voices | None:
    """Return the voices of those who may speak now; None for spectators and once the scene is closed."""
    return None if board.spectator or not board.place.is_open else _make_voices(board.voices, language)


@cached_by_identity(256)
def _make_voices(voices: VoicesOnBoard, _language: Language) -> Voices:
    made = {"own": _name(voices.own), "ears": _name(voices.ears)}
    return cast(Voices, made | drop_empty(may_name=voices.may_name))


def _name(people: Iterable[NamedOnBoard]) -> list[NamedId]:
    return [
        cast(NamedId, {"key": person.key, "name": tell(person.name)} | drop_empty(note=tell(person.note)))
        for person in people
    ]
