"""The fields of an offer in the shapes that a page draws: rows with odds, pills, lists, numbers, texts."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from campaigns.core.language import translate
from play.commands.forms import form_values
from rules.battle import Choice, Field
from rules.battle.outcomes import Outcome
from rules.odds import about, percent
from rules.text import word

MANY = 9
"""From this many plain choices on, a select is quicker than rows or pills."""
LIST_PLACES = 6
"""The most places of a list that are drawn."""
LINE = 120
"""Longer texts get a text area."""
TARGETS = ("target", "targets")
"""The fields that say whom an attack is aimed at."""
FEW, FEW_BESIDE = 5, 8
"""A number with at most this many steps is tapped and not typed; the second holds where it stands beside a choice."""


class Option(NamedTuple):
    """One choice of an input. `share` is its chance, from 0 to 1; `percent` is the chance in words.

    The `tone` of a chance is "other" when it tells what a foe's attack will do, and empty when it is the person's own.
    """

    value: str
    label: str
    hint: str
    reason: str
    share: float
    percent: str
    tone: str
    chosen: bool
    dots: int | None = None


class Input(NamedTuple):
    """One field and its shape: rows, traits, pills, select, checks, list, number, range, flag, line, area, only."""

    name: str
    id: str
    label: str
    shape: str
    options: tuple[Option, ...]
    places: tuple[int, ...]
    low: int
    high: int
    value: str
    required: bool
    help: str
    rolled: bool = False
    """Whether each item of the list has a chance beside it."""
    decides: bool = False
    """Whether what is chosen is the answer itself."""


def split(
    fields: Sequence[Field], inputs: Sequence[Input], always: Iterable[str] = ()
) -> tuple[tuple[Input, ...], tuple[Input, ...]]:
    """Divide inputs into those in sight and those in closed details.

    In sight are what must be chosen, what decides, what is asked for `always`, powers, dice bought by a slider, and a
    stunt's words with its rating. Other fields have an answer already; what belongs beside a field stays with it.
    """
    seen: list[Input] = []
    folded: list[Input] = []
    into = seen
    for field, shown, before in zip(fields, inputs, (None, *inputs), strict=False):
        goes_with_words = shown.shape == "pills" and before is not None and before.shape == "area"
        is_open = shown.shape in ("area", "checks", "range")  # words, powers to switch on, dice to buy
        is_seen = is_open or goes_with_words or field.decides or field.name in always or not is_answered(field)
        if not field.beside:
            into = seen if is_seen else folded
        into.append(shown)
    return (tuple(seen), tuple(folded)) if seen and len(folded) > 1 else (tuple(inputs), ())


def split_asks(
    fields: Sequence[Field], inputs: Sequence[Input], in_sight: Iterable[str] = ()
) -> tuple[tuple[Field, ...], tuple[Input, ...], tuple[Input, ...]]:
    """Divide a player's form: the fields that are hers with their inputs, and the inputs of what she may ask for.

    What the Storyteller has to allow is asked for in a part of its own, unless it stands `in_sight` or beside another.
    """
    asks = {field.name for field in fields if field.waits and not field.beside} - set(in_sight)
    own = [(field, shown) for field, shown in zip(fields, inputs, strict=True) if field.name not in asks]
    asked = tuple(shown for field, shown in zip(fields, inputs, strict=True) if field.name in asks)
    return tuple(field for field, _ in own), tuple(shown for _, shown in own), asked


def is_answered(field: Field) -> bool:
    """Return whether the form may be sent without anybody looking at this field."""
    has_answer = field.kind in ("number", "flag") or field.initial == ""
    return not field.required or (has_answer and field.initial is not None)


def make_input(field: Field, name: str, form: str, tone: str = "") -> Input:
    """Choose the shape of one field."""
    if field.kind == "choices" and field.low == field.high == 1:
        field = replace(field, kind="choice")  # a list that holds just one
    shape, choices = _shape(field), _choices(field)
    chosen = _chosen(field, choices)
    return Input(
        name=name,
        id=f"{form}-{field.name}",
        label=field.label,
        shape=shape,
        options=tuple(_option(choice, choice.value in chosen, tone) for choice in choices),
        places=tuple(range(min(field.high, LIST_PLACES))) if shape == "list" else (),
        low=field.low,
        high=field.high,
        value="" if choices and shape != "range" else "".join(form_values(field.initial)),
        required=field.required,
        help=field.help,
        rolled=field.rolled,
        decides=field.decides,
    )


def _choices(field: Field) -> tuple[Choice, ...]:
    """Return the choices; those of a small number are spelled out."""
    if _is_tapped(field) and not field.choices:
        return tuple(Choice(str(value), word(str(value))) for value in range(field.low, field.high + 1))
    return field.choices


def _is_tapped(field: Field) -> bool:
    """Return whether it is a number of so few steps that each is spelled out."""
    return field.kind == "number" and 0 <= field.high - field.low <= (FEW_BESIDE if field.beside else FEW)


def _shape(field: Field) -> str:
    if field.kind == "choice":
        free = [choice for choice in field.choices if not choice.reason]
        if len(field.choices) == len(free) == 1 and field.required and field.initial != ():
            return "only"
        if any(choice.dots is not None for choice in field.choices):
            return "traits"
        if any(choice.odds is not None or choice.reason for choice in field.choices):
            return "rows"
        if len(field.choices) >= MANY or not field.required:
            return "select"
        return "rows" if any(choice.hint for choice in field.choices) else "pills"
    if field.kind == "number" and field.choices and not field.decides:
        return "range"
    if _is_tapped(field):
        return "pills"
    if field.kind == "text":
        return "line" if field.high <= LINE else "area"
    return {"choices": "checks"}.get(field.kind, field.kind)


def _chosen(field: Field, choices: Sequence[Choice]) -> tuple[str, ...]:
    """Return the values that are set at first: the initial ones, or the first where one must be chosen."""
    wanted = form_values(field.initial)
    free = [choice.value for choice in choices if not choice.reason]
    chosen = tuple(value for value in free if value in wanted)
    if chosen or field.initial == () or field.kind not in ("choice", "number") or not field.required:
        return chosen
    if field.name in TARGETS and choices[:1] and choices[0].reason:
        return ()  # foes stand first: where they are out of reach, a friend is not struck unasked
    return tuple(free[:1])


def _option(choice: Choice, chosen: bool, tone: str) -> Option:
    odds, said = choice.odds, say_odds(choice)
    return Option(choice.value, choice.label, choice.hint, choice.reason, odds or 0.0, said, tone, chosen, choice.dots)


def say_odds(rated: Choice | Outcome) -> str:
    """Return the chance of a choice or an answer in words; empty where it has none."""
    odds = rated.odds
    return "" if odds is None else translate(about(odds) if rated.about else percent(odds))
