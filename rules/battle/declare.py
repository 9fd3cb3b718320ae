"""Forms declared once: a move declares the fields of its form, their bounds, and who may make the move.

    class TakeAim(OwnMove):
        \"\"\"Aim at someone (2E-296).\"\"\"

        target: Seen = ask("Target")
        ticks: int = ask("Ticks", 1, 3, default=1)
        bonus: int = ruled("Bonus dice", 0, 30, small="dice")

`check_move` refuses what the declaration does not allow before the game's own function gets the move; `list_fields`
makes the form. The game's `legal` says which choices are open now, and why others are not. Who may say a value stands
in the declaration too: `ask` leaves it to the player, `ruled` to the Storyteller, `powered` to a power of the sheet,
`known` to the sheet or the fight (`rules.battle.sources`).

A request for a roll outside a battle is a plain dataclass that declares its fields likewise; `check_numbers` checks it.
"""

import dataclasses
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, replace
from functools import cache, partial
from typing import Annotated, Any, Literal, cast, dataclass_transform, get_args, get_origin, get_type_hints

from rules.battle.fields import Choice, Field
from rules.battle.guards import MAX_NAME, check_choice, check_number, check_storyteller, check_text
from rules.battle.roster import Roster, find_own, find_seen
from rules.battle.seats import Json, Seat
from rules.errors import BadInput, check_range
from rules.names import clean_line
from rules.text import EMPTY, Text

Own = Annotated[str, "own"]
"""The id of a combatant that the seat may act for."""
Seen = Annotated[str, "seen"]
"""The id of a combatant that the seat may know of."""


Source = Literal["choice", "ruling", "power", "sheet"]
"""Where the value of a field comes from (2E-670): the player chooses it, the Storyteller rules it, a power of the sheet
gives it and is paid for, or the sheet or the fight knows it."""
Small = Literal["", "stunt", "dice", "difficulty"]
"""What kind of small ruling a field is, if a series lets small ones count at once (2E-674)."""
Usual = object
UNSAID = object()
"""The usual value of a field that has none: whatever a player says is for the Storyteller to allow."""


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """What a form asks for in a field of a move. `low` and `high` bound a number, or the length of a text or list.

    `choices` are the values that never change; those that depend on the battle come from `legal`.

    `source`: where the value comes from. `waits`: a value that a player gives in place of the usual one waits for the
    Storyteller. `is_rated`: the game asks her itself, as it does for a stunt. `usual`: the value that needs no ruling,
    if that is not the default. `worse`: which values only hurt the player, and count at once (2E-671): those above the
    usual one ("more"), those below ("less"), or the values that are listed. `small`: see `Small`.
    `decides`: as in `Field`.
    """

    label: Text
    low: int = 0
    high: int = 0
    choices: tuple[Choice, ...] = ()
    help: Text = EMPTY
    required: bool = True
    lines: bool = False
    source: Source = "choice"
    waits: bool = False
    is_rated: bool = False
    usual: Usual = None
    worse: str | tuple[Json, ...] = ""
    small: Small = ""
    decides: bool = False


def ask(
    label: str,
    low: int = 0,
    high: int = 0,
    *,
    default: Any = MISSING,
    choices: Sequence[Choice] = (),
    help: str = "",
    required: bool = True,
    lines: bool = False,
    source: Source = "choice",
    decides: bool = False,
) -> Any:
    """Declare a field that a form asks for. `default` is its initial value, and the value if a move leaves it out.

    `source` is "power" where the rules price what the player buys, such as the dice of an Excellency. `decides` is as
    in `Field`.
    """
    asked = FieldSpec(Text(label), low, high, tuple(choices), Text(help), required, lines, source, decides=decides)
    return dataclasses.field(default=default, metadata={"asked": asked})


def ruled(
    label: str,
    low: int = 0,
    high: int = 0,
    *,
    default: Any = 0,
    choices: Sequence[Choice] = (),
    help: str = "",
    source: Source = "ruling",
    usual: Usual = None,
    worse: str | tuple[Json, ...] = "",
    small: Small = "",
    lines: bool = False,
) -> Any:
    """Declare a number, word or flag that the Storyteller gives. A player may propose one (2E-672).

    `usual`, `worse` and `small` are as in `FieldSpec`.
    """
    required = bool(choices)
    asked = FieldSpec(
        Text(label), low, high, tuple(choices), Text(help), required, lines, source, True, False, usual, worse, small
    )
    return dataclasses.field(default=default, metadata={"asked": asked})


powered = partial(ruled, source="power")
"""Declare what only a power gives. A figure that is typed in place of a power is a ruling (2E-670)."""
known = partial(ruled, source="sheet")
"""Declare what the sheet or the fight knows (`Battle.known`). Another value is a ruling, unless it is worse."""


def rated(label: str, low: int, high: int, *, default: Any = 0, choices: Sequence[Choice] = (), help: str = "") -> Any:
    """Declare the rating of a stunt: the player proposes it, and the game asks the Storyteller (2E-180, 3E-014)."""
    usual = 0 if default == low else None  # a stunt of 1 is proposed too
    asked = FieldSpec(
        Text(label),
        low,
        high,
        tuple(choices),
        Text(help),
        False,
        source="ruling",
        is_rated=True,
        usual=usual,
        small="stunt",
    )
    return dataclasses.field(default=default, metadata={"asked": asked})


Rank = Literal["usual", "sometimes", "rare"]
"""How often a move is made at a table. Many more moves are legal in a turn than are usual."""


@dataclass(frozen=True, slots=True)
class Terms:
    """Who may make a move, and when; and how usual it is, as in `Offer`.

    `storyteller`: only the Storyteller. `in_setup`: also before the battle begins. `anytime`: also while a prompt is
    open.
    """

    storyteller: bool = False
    in_setup: bool = False
    anytime: bool = False
    rank: Rank = "usual"


@dataclass_transform(frozen_default=True, field_specifiers=(ask, dataclasses.field))
class MoveType(type):
    """Makes `Move` and its subclasses frozen, slotted dataclasses, with the keywords of the class as their `terms`."""

    terms: Terms

    def __new__(
        mcls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], *, kw_only: bool = False, **terms: Any
    ) -> Any:
        made: Any = super().__new__(mcls, name, bases, namespace)
        if "__slots__" in namespace:  # `dataclass` makes the class a second time, with slots
            return made
        made.terms = replace(made.terms, **terms) if bases else Terms()
        return dataclass(frozen=True, slots=True, kw_only=kw_only)(made)


class Move(metaclass=MoveType):
    """A person's request, named in the imperative. The keywords of a subclass are those of `Terms`."""


class OwnMove(Move):
    """A move of a combatant for whom the seat may act."""

    actor: Own


class RulingMove(Move, storyteller=True):
    """The Storyteller's ruling on a combatant."""

    actor: Seen


class AnswerMove(Move, anytime=True):
    """An answer to a prompt."""

    prompt: str


@dataclass(frozen=True, slots=True)
class DeclaredField:
    """One declared field of a move or request: name, type, default, and what a form asks for.

    `marks`: its type and the arguments of its type; `Own` and `Seen` are found here.
    """

    name: str
    hint: Any
    default: Json
    asked: FieldSpec | None
    marks: tuple[Any, ...]

    @property
    def has_default(self) -> bool:
        """Return whether a move may leave it out."""
        return self.default is not MISSING


def list_declared(cls: type[Any]) -> tuple[DeclaredField, ...]:
    """Return the fields of a move or request, in order."""
    return _list_declared(cast(Hashable, cls))


@cache
def _list_declared(cls: Any) -> tuple[DeclaredField, ...]:
    hints = get_type_hints(cls, include_extras=True)
    return tuple(
        DeclaredField(field.name, hint, field.default, field.metadata.get("asked"), (hint, *get_args(hint)))
        for field in dataclasses.fields(cls)
        for hint in (hints[field.name],)
    )


def clean_texts(made: Move) -> Move:
    """Return the move with what someone typed on one line as it is kept."""
    typed = {name: value for name in _list_typed(type(made)) if (value := getattr(made, name))}
    cleaned = {name: clean_line(value) for name, value in typed.items()}
    return made if cleaned == typed else replace(made, **cleaned)


@cache
def _list_typed(cls: Any) -> tuple[str, ...]:
    """Return the fields of a move that take a line of text: their declaration bounds its length."""
    found = ((field.name, field.asked) for field in list_declared(cls) if field.hint is str)
    return tuple(name for name, asked in found if asked and asked.high and not (asked.choices or asked.lines))


def check_move(state: Roster[Any], seat: Seat, made: Move) -> None:
    """Raise `BadInput` or `IllegalMove` for a move whose fields do not fit the declaration of its class."""
    if type(made).terms.storyteller:
        check_storyteller(seat)
    for declared in list_declared(type(made)):
        value = getattr(made, declared.name)
        if value == declared.default:
            continue
        if Own in declared.marks:
            find_own(state, seat, value)
        elif Seen in declared.marks:
            for id in value if isinstance(value, tuple) else (value,):
                find_seen(state, seat, id)
        elif declared.asked is not None:
            _check_value(declared.asked, declared.name, value)


def check_numbers(request: object) -> None:
    """Raise `BadInput` for a number of a request that is out of its declared bounds."""
    for declared in list_declared(type(request)):
        value, asked = getattr(request, declared.name), declared.asked
        if asked is not None and type(value) is int:
            check_range(asked.label, value, asked.low, asked.high, declared.name)


def check_form(form: object) -> None:
    """Raise `BadInput` for a value of a form that is no move of a battle and is out of its declared bounds.

    A text whose choices depend on the moment is left to the game.
    """
    for declared in list_declared(type(form)):
        value, asked = getattr(form, declared.name), declared.asked
        if asked is not None and value != declared.default and (type(value) is not str or asked.choices or asked.high):
            _check_value(asked, declared.name, value)


def _check_value(asked: FieldSpec, name: str, value: Json) -> None:
    """Raise for a value out of bounds."""
    if isinstance(value, bool):
        return
    if isinstance(value, int):
        check_number(asked.label, value, asked.low, asked.high)
    elif isinstance(value, str):
        _check_word(asked, value)
    elif isinstance(value, tuple):
        _check_list(asked, name, value)


def _check_list(asked: FieldSpec, name: str, value: tuple[Json, ...]) -> None:
    if asked.high and len(value) > asked.high:
        raise BadInput("too_many", Text("{label} can be at most {high}.", label=asked.label, high=asked.high), key=name)
    for item in value if asked.choices else ():
        check_choice(asked.label, item, (choice.value for choice in asked.choices))


def _check_word(asked: FieldSpec, value: str) -> None:
    if asked.choices:
        check_choice(asked.label, value, (choice.value for choice in asked.choices))
    else:
        check_text(asked.label, value, asked.high or MAX_NAME, empty=not asked.required, lines=asked.lines)


def list_fields(
    cls: type[Any], changes: Mapping[str, Mapping[str, Any]] | None = None, *names: str
) -> tuple[Field, ...]:
    """Return the form of a move or request.

    `changes` adds what depends on the battle or sheet: `{name: {attribute of Field: value}}`.
    `names` are the fields to ask for, in this order; without names, all that the class asks for.
    """
    known, changes = _make_fields(cast(Hashable, cls)), changes or {}
    return tuple(_change_field(known[name], changes.get(name)) for name in names or known)


def pick(cls: type[Move], name: str, choices: Iterable[Choice], **changes: Any) -> tuple[Field, ...]:
    """Return one field of a move with the choices of this moment. `changes`: other attributes of the field."""
    return list_fields(cls, {name: {"choices": tuple(choices), **changes}}, name)


@cache
def _make_fields(cls: Any) -> Mapping[str, Field]:
    """Return the fields of a class by name, with what does not depend on the battle."""
    return {field.name: _make_field(field, field.asked) for field in list_declared(cls) if field.asked is not None}


def _make_field(declared: DeclaredField, asked: FieldSpec) -> Field:
    initial = None if declared.default is MISSING else declared.default
    if isinstance(initial, tuple):
        initial = list(initial)
    kind = _find_kind(declared.hint, asked)
    required, low, high = asked.required, asked.low, asked.high
    return Field(
        declared.name,
        asked.label,
        kind,
        asked.choices,
        low,
        high,
        initial,
        required,
        asked.help,
        source=asked.source,
        waits=asked.waits,
        decides=asked.decides,
    )


def _change_field(field: Field, changes: Mapping[str, Any] | None) -> Field:
    if not changes:
        return field
    if field.kind == "text" and "choices" in changes:
        changes = {"kind": "choice", **changes}
    return replace(field, **changes)


def _find_kind(hint: Any, asked: FieldSpec) -> Any:
    """Return the kind of `Field` that asks for a value of this type."""
    hint = (
        next((arg for arg in get_args(hint) if arg is not type(None)), hint) if get_origin(hint) is not tuple else hint
    )
    if hint is bool:
        return "flag"
    if hint is int:
        return "number"
    if get_origin(hint) is tuple:
        return "choices"
    return "choice" if asked.choices else "text"
