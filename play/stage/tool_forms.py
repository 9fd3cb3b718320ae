"""The forms of the Storyteller's tools: fields, buttons, and the words between them."""

from collections.abc import Iterable, Sequence
from typing import Any, cast

from play.offers.fields import make_input as shape_input
from play.stage.forms import make_input
from play.stage.shape import Input, ToolButton, ToolForm
from play.stage.words import Language, drop_empty
from rules.battle import Choice, Field
from rules.text import verbatim


def make_tool_form(id: str, move: str, main: Sequence[Input], buttons: Sequence[ToolButton], **more: Any) -> ToolForm:
    """Return a form. Further keys are those of `ToolForm`; what is empty is left out."""
    hidden, folded = more.pop("hidden", ()), more.pop("more", ())
    made = {"id": id, "move": move, "hidden": [*hidden], "main": [*main], "more": [*folded], "buttons": [*buttons]}
    return cast(ToolForm, made | drop_empty(**more))


def make_button(label: str, **more: Any) -> ToolButton:
    """Return a button. Further keys are those of `ToolButton`."""
    return cast(ToolButton, {"label": label} | drop_empty(**more))


def make_tool_inputs(id: str, fields: Iterable[Field], language: Language) -> list[Input]:
    """Return the fields of a form of this id."""
    return [make_input(shape_input(field, field.name, id), language) for field in fields]


def text_field(name: str, label: str, high: int, initial: str = "", *, required: bool = False) -> Field:
    """Return a field for words."""
    return Field(name, verbatim(label), "text", high=high, initial=initial, required=required)


def number_field(name: str, label: str, low: int, high: int, initial: int) -> Field:
    """Return a field for a number that must be given."""
    return Field(name, verbatim(label), "number", low=low, high=high, initial=initial)


def flag_field(name: str, label: str, note: str = "") -> Field:
    """Return a field to tick."""
    return Field(name, verbatim(label), "flag", required=False, help=verbatim(note))


def choice_field(
    name: str, label: str, choices: Iterable[tuple[str, str]], initial: str, *, required: bool = True, note: str = ""
) -> Field:
    """Return a field to choose one of several: by value and label."""
    offered = tuple(Choice(value, verbatim(text)) for value, text in choices)
    return Field(name, verbatim(label), "choice", offered, initial=initial, required=required, help=verbatim(note))


def checks_field(name: str, label: str, people: Iterable[tuple[str, str, str]], chosen: Iterable[str] = ()) -> Field:
    """Return a field to tick several: by value, name and what is said beside the name."""
    offered = tuple(Choice(key, verbatim(who), hint=verbatim(note)) for key, who, note in people)
    return Field(name, verbatim(label), "choices", offered, high=len(offered), initial=tuple(chosen), required=False)
