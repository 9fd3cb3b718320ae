"""What a seat reads, in its language: every `Text` is translated, and people's own words stay as they are."""

import sys
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache, partial
from typing import Any, TypeVar

from django.conf import settings
from django.utils.translation import get_language, override

from campaigns.core.language import translate
from play.seats.board import Board
from play.table.lines import LogLine
from rules.battle import LazySequence, Offer
from rules.lru_cache import cached_by_identity
from rules.text import Text
from rules.view import CombatantView, EventView

T = TypeVar("T")


def translate_board(board: Board) -> Board:
    """Return the board in the active language."""
    return _translate_unless_source(board)


def translate_lines(lines: Iterable[LogLine]) -> tuple[LogLine, ...]:
    """Return lines of the log in the active language."""
    return _translate_unless_source(tuple(lines))


def translate_event(event: EventView) -> EventView:
    """Return one event in the active language."""
    return _translate_unless_source(event)


def translate_offers(offers: Iterable[Offer]) -> tuple[Offer, ...]:
    """Return offers in the active language."""
    return _translate_unless_source(tuple(offers))


def translate_combatant(who: CombatantView) -> CombatantView:
    """Return what a seat sees of a combatant in the active language."""
    return _translate_unless_source(who)


def _translate_unless_source(view: T) -> T:
    language = get_language() or settings.LANGUAGE_CODE
    if language == settings.LANGUAGE_CODE:
        return view
    translated: T = _translate_all(view, sys.intern(language))
    return translated


def _translate_all(view: Any, language: str) -> Any:
    """Return a view with its texts translated. `language` is interned: lines of the log are cached by identity."""
    if isinstance(view, Text):
        return translate(view)
    if isinstance(view, LazySequence):  # an offer's fields, which are made when somebody looks at them
        return LazySequence(partial(_translate_later, view, language))
    if isinstance(view, Mapping):
        return {key: _translate_all(value, language) for key, value in view.items()}
    if isinstance(view, tuple):
        return tuple([_translate_all(item, language) for item in view])
    if isinstance(view, list):
        return [_translate_all(item, language) for item in view]
    if isinstance(view, LogLine):
        speech = None if view.speech is None else _translate_all(view.speech, language)
        return replace(view, event=_translate_cached(view.event, language), speech=speech)
    if is_dataclass(view) and not isinstance(view, type):
        return replace(
            view, **{name: _translate_all(getattr(view, name), language) for name in _list_fields(type(view))}
        )
    return view


_translate_cached = cached_by_identity(8192)(_translate_all)


def _translate_later(view: LazySequence[Any], language: str) -> Any:
    with override(language):
        return _translate_all(tuple(view), language)


@cache
def _list_fields(cls: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(cls))
