"""A board in its reader's language: the texts of the rules are translated, people's own words stay as they are."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from django.conf import settings
from django.utils.translation import get_language, override

from campaigns.phrases import MARKS, tell
from play.seats.board import Board, TaskBoard
from play.table.lines import LogLine
from rules.battle import Choice, Field, Later, Offer
from rules.lru_cache import cached_by_identity
from rules.tasks import TaskView
from rules.view import EventView

Say = Callable[[str], str]

TEXTS = frozenset({
    "being", "out", "conditions", "label", "value", "title", "text", "line", "when", "verdict", "headline", "subline",
    "note", "question", "detail", "hint", "cost", "penalty", "time",
})  # fmt: skip
"""The keys of a view under which the rules say something."""
OWN_WORDS = ("Said", "Emoted")
"""The kinds of lines of the log in which people speak."""


def tell_board(board: Board) -> Board:
    """The board in the language that is active."""
    if is_source():
        return board
    names = {member.name for member in board.cast} | {roll.name for roll in board.rolls}
    names |= {who["name"] for who in board.battle["combatants"]} if board.battle else set()
    say = _find_say(tuple(sorted(names, key=lambda name: (-len(name), name))), _language())
    return replace(
        board,
        place=replace(board.place, clock=say(board.place.clock)),
        battle=_tell_view(board.battle, say),
        offers=tuple(_tell_offer(offer, say) for offer in board.offers),
        rolls=tuple(replace(roll, fields=_tell_same_fields(roll.fields, say)) for roll in board.rolls),
        log=tuple(
            line if _is_own(line.event) else replace(line, event=_tell_same(line.event, say)) for line in board.log
        ),
        whispers={key: tell(name) if key == "storyteller" else name for key, name in board.whispers.items()},
        task_board=_tell_task_board(board.task_board, say),
    )


@lru_cache(maxsize=256)
def _find_say(names: tuple[str, ...], language: str) -> Say:
    """Return one function for one group of people, so that what it translated before is found again."""
    return partial(_tell_among, names, language)


@lru_cache(maxsize=32768)
def _tell_among(names: tuple[str, ...], language: str, text: str) -> str:
    """A text in which people are named: each name is put out of sight, so that nothing in it is taken for a phrase.

    Of its language, whichever is active: the fields of an offer are told when somebody looks at them.
    """
    with override(language):
        if not text or not names:
            return tell(text)
        marks = {name: chr(mark) for mark, name in zip(MARKS, names, strict=False)}
        found = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, names))})(?!\w)")
        told = tell(found.sub(lambda name: marks.get(name[0], name[0]), text))
    return told.translate({ord(mark): name for name, mark in marks.items()})


def tell_lines(lines: Iterable[LogLine]) -> tuple[LogLine, ...]:
    """Lines of the log; what somebody said or did stays as it is."""
    return tuple(line if _is_own(line.event) else replace(line, event=_tell_view(line.event, tell)) for line in lines)


def tell_event(event: EventView) -> EventView:
    """One event as a seat reads it."""
    return event if is_source() or _is_own(event) else _tell_view(event, tell)


def _is_own(event: EventView) -> bool:
    """Whether somebody has put it in words of their own, or it says nothing but names."""
    return event["kind"] in OWN_WORDS and not event["line"].endswith(" → the Storyteller")


def tell_fields(fields: Iterable[Field], say: Say) -> tuple[Field, ...]:
    """The fields of a form."""
    return tuple(
        replace(
            field,
            label=say(field.label),
            help=say(field.help),
            choices=tuple(_tell_choice(choice, say) for choice in field.choices),
        )
        for field in fields
    )


def is_source() -> bool:
    """Whether the active language is the one that the rules speak."""
    return _language() == settings.LANGUAGE_CODE


def _language() -> str:
    return get_language() or settings.LANGUAGE_CODE


def _tell_choice(choice: Choice, say: Say) -> Choice:
    return replace(choice, label=say(choice.label), hint=say(choice.hint), reason=say(choice.reason))


def _tell_offer(offer: Offer, say: Say) -> Offer:
    return replace(
        offer,
        label=say(offer.label),
        aimed=say(offer.aimed),
        cost=say(offer.cost),
        hint=say(offer.hint),
        reason=say(offer.reason),
        fields=Later(partial(tell_fields, offer.fields, say)),
    )


def _tell_task_board(board: TaskBoard, say: Say) -> TaskBoard:
    stunts = (
        replace(stunt, choices=tuple((value, say(label)) for value, label in stunt.choices)) for stunt in board.stunts
    )
    tasks: Any = (_tell_task(task, say) for task in board.tasks)
    return replace(
        board,
        tasks=tuple(tasks),
        kinds={key: say(label) for key, label in board.kinds.items()},
        pads=tuple(replace(pad, traits=say(pad.traits), fields=tell_fields(pad.fields, say)) for pad in board.pads),
        stunts=tuple(stunts),
        task_form=_tell_same_fields(board.task_form, say),
        award_form=_tell_same_fields(board.award_form, say),
        interruptions=tuple(_tell_choice(choice, say) for choice in board.interruptions),
    )


def _tell_task(task: TaskView, say: Say) -> dict[str, Any]:
    sides = [{**side, "traits": say(side["traits"]), "note": say(side["note"])} for side in task["sides"]]
    return {**task, "verdict": say(task["verdict"]), "time": say(task["time"]), "sides": sides}


def _tell_view(view: Any, say: Say) -> Any:
    """A view of the rules: texts under the keys of `TEXTS`, and the names of steps and addends, which have a rule."""
    told: Any = view
    if isinstance(view, Mapping):
        told = {key: _tell_value(key, value, view, say) for key, value in view.items()}
    elif isinstance(view, (list, tuple)):
        told = [_tell_view(item, say) for item in view]
    return told


def _tell_value(key: str, value: Any, place: Mapping[str, Any], say: Say) -> Any:
    is_text = key in TEXTS or (key == "name" and "rule" in place)
    if isinstance(value, str):
        return say(value.replace("_", " ") if key == "being" else value) if is_text else value
    if is_text and isinstance(value, list):
        return [say(item) if isinstance(item, str) else item for item in value]
    return _tell_view(value, say)


_tell_same = cached_by_identity(8192)(_tell_view)
_tell_same_fields = cached_by_identity(512)(tell_fields)
"""`_tell_view` and `tell_fields` for what stays the same objects from push to push."""
