"""How a game declares the kinds of test vectors that it reads; `rules.vectors` runs files of them.

A game declares a kind by one function. Its keyword-only parameters are the keys of `given`, with their types and
defaults; its positional parameters, if any, are the roller and the name of the kind:

    kind = Kinds()

    @kind("tick", op="coordinate")
    def _coordinate(roller: Roller, *, participants: Annotated[int, Range(0, 1000)], pool: int) -> Result: ...
"""

import inspect
from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import MISSING, field, fields, is_dataclass, make_dataclass
from functools import cache, partial
from keyword import iskeyword
from types import NoneType, UnionType
from typing import Annotated, Any, Final, NamedTuple, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from rules.battle import Json
from rules.codec import decode
from rules.dice import Roller, ScriptedRoller
from rules.errors import BadInput, IllegalMove, RulesError
from rules.text import Text

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")
Result = Mapping[str, Json]
Function = Callable[[Mapping[str, Json], Any], Mapping[str, Json]]

MAX_NUMBER: Final = 1_000_000_000
"""How large the numbers of a file may be."""


class Range(NamedTuple):
    """The least and the greatest value of a number: `Annotated[int, Range(1, 50)]`.

    The allowed words of a text are declared in a similar way: `Annotated[str, ("none", "light", "heavy")]`.
    """

    low: int
    high: int


class Keys(NamedTuple):
    """What reads the keys of an object: `Annotated[Mapping[str, Any], Keys(lambda: _parse_target)]`.

    The function's keyword-only parameters, the fields of a dataclass, or the ops of `Kinds`. Nothing is checked by it:
    it says what the vocabulary lists.
    """

    find: Callable[[], Any]


NO_KEYS: Final[Mapping[str, Any]] = {}
"""The default of an object whose keys another function reads."""


class Fields:
    """The fields of a dataclass as keys, all or only those named: `**keys: Annotated[Any, Fields(Exchange, "tn")]`."""

    def __init__(self, owner: type[Any], *names: str) -> None:
        hints = get_hints(cast(Hashable, owner))
        self.declared = [
            (each.name, hints[each.name], _get_default(each.default, each.default_factory))
            for each in fields(owner)
            if not names or each.name in names
        ]


class Kinds(dict[str, Function]):
    """A dict of vector kind to function. Call it with names of kinds to decorate the function for them.

    `least` and `most` bound every number without a `Range`; texts and lists are at most `most` long.
    `key` is the key of `given` that names the op of a kind; the op None is for vectors without that key.
    An illegal move gives the result `{error, rule}`, and so does a `BadInput` whose code is in `answers`.
    """

    def __init__(self, least: int = -10_000, most: int = 10_000, key: str = "op", answers: tuple[str, ...] = ()):
        super().__init__()
        self.bounds, self.key, self._answers = Range(least, most), key, answers
        self._ops: dict[str, dict[str | None, Callable[..., Result]]] = {}

    def __call__(self, *names: str, op: str | None = None) -> Callable[[F], F]:
        """Return a decorator that declares a function for these kinds, or for one op of them."""

        def declare(function: F) -> F:
            for name in names:
                self._ops.setdefault(name, {})[op] = function
                self[name] = partial(self._answer, name)
            return function

        return declare

    def list_ops(self, kind: str) -> Mapping[str | None, Callable[..., Result]]:
        """Return the functions of a kind by op; None for vectors without one."""
        return self._ops[kind]

    def _answer(self, kind: str, given: Mapping[str, Json], roller: Any) -> Result:
        op, ops = None, self._ops[kind]
        if len(ops) > 1 or None not in ops:
            op, given = given.get(self.key), {key: value for key, value in given.items() if key != self.key}
            if not isinstance(op, str | None) or op not in ops:
                known = ", ".join(each or "none" for each in ops)
                raise BadInput(
                    "unknown_op",
                    Text("There is no {_key} {op} here. Known: {known}.", _key=self.key, op=repr(op), known=known),
                    op=repr(op),
                )
        try:
            return self.call(ops[op], given, roller, kind)
        except RulesError as refusal:
            if not isinstance(refusal, IllegalMove) and refusal.code not in self._answers:
                raise
            rule = refusal.data.get("rule")
            return {"error": refusal.code, **({"rule": rule} if rule else {})}

    def call(self, function: Callable[..., T], given: object, *passed: object) -> T:
        """Call the function with the values of `given`, and with as many of `passed` as it has positional parameters.

        Raises `BadInput` that names an unknown key, a missing key, a wrong type or a number out of range.
        """
        form, count = get_form(function)
        values = decode(form, _tidy(given, form, self.bounds, "given"))
        return function(*passed[:count], **{field.name: getattr(values, field.name) for field in fields(form)})


@cache
def get_form(function: Callable[..., Any]) -> tuple[type[Any], int]:
    """Return a dataclass of the keys that the function reads, and the number of its positional parameters."""
    declared: list[tuple[str, Any, Any]] = []
    parameters, hints = inspect.signature(function).parameters, get_hints(function)
    for name, parameter in parameters.items():
        if parameter.kind is parameter.VAR_KEYWORD:
            declared += hints[name].__metadata__[0].declared
        elif parameter.kind is parameter.KEYWORD_ONLY:
            declared.append((name, hints[name], _get_default(parameter.default)))
    form = make_dataclass("given", declared, kw_only=True)
    return form, sum(parameter.kind is parameter.POSITIONAL_OR_KEYWORD for parameter in parameters.values())


@cache
def get_hints(owner: Hashable) -> Mapping[str, Any]:
    return get_type_hints(owner, include_extras=True)


def _get_default(value: Any, factory: Any = MISSING) -> Any:
    if value in (MISSING, inspect.Parameter.empty):
        return field() if factory is MISSING else field(default_factory=factory)
    return field(default_factory=lambda: value)


def _tidy(data: Any, hint: Any, bounds: Range, key: str) -> Any:
    """Return the data without null keys, except where null is an allowed value.

    Raises `BadInput` for a number out of bounds, an unknown word, and a text or list that is too long.
    """
    if isinstance(data, (str, list, Mapping)) and len(data) > bounds.high:
        raise BadInput("out_of_range", Text("{key} is longer than {high}.", key=repr(key), high=bounds.high), key=key)
    if isinstance(data, Mapping):
        named = {_get_name(name) if is_dataclass(hint) else name: value for name, value in data.items()}
        inner = {name: _look_into(hint, name) for name in named}
        return {
            name: _tidy(value, inner[name], bounds, name)
            for name, value in named.items()
            if value is not None or NoneType in get_args(inner[name])
        }
    if isinstance(data, list):
        return [_tidy(value, _look_into(hint, index), bounds, key) for index, value in enumerate(data)]
    if isinstance(data, (int, float, str)) and not isinstance(data, bool):
        limits = next((mark for mark in list_marks(hint) if not isinstance(mark, Keys)), bounds)
        _check_limits(data, limits, key)
    return data


def list_marks(hint: Any) -> list[Any]:
    """Return what a type is annotated with, or a part of it, as `X` in `Annotated[int, X] | None`."""
    return [part.__metadata__[0] for part in (hint, *get_args(hint)) if get_origin(part) is Annotated]


def _check_limits(data: float | str, limits: Range | Collection[str], key: str) -> None:
    if not isinstance(limits, Range):
        if data not in limits:
            raise BadInput(
                "unknown_value",
                Text(
                    "{key} must be one of {join}, not {data}.", key=repr(key), join=", ".join(limits), data=repr(data)
                ),
                key=key,
            )
    elif not isinstance(data, str) and not limits.low <= data <= limits.high:
        raise BadInput(
            "out_of_range",
            Text(
                "{key} must be {low} to {high}, not {data}.", key=repr(key), low=limits.low, high=limits.high, data=data
            ),
            key=key,
        )


def _get_name(key: str) -> str:
    """Return the parameter for a key. A keyword gets an underscore: the key `from` is the parameter `from_`."""
    return f"{key}_" if iskeyword(key.rstrip("_")) else key


def _look_into(hint: Any, step: str | int) -> Any:
    """Return the type that a dataclass, mapping or tuple holds at a key or index; `Any` if it is not known."""
    origin, args = get_origin(hint), get_args(hint)
    if is_dataclass(hint):
        return get_hints(cast(Hashable, hint)).get(str(step), Any)
    if origin in (Union, UnionType):
        return next((found for arg in args if (found := _look_into(arg, step)) is not Any), Any)
    if origin is tuple and isinstance(step, int):
        return args[0] if args[-1] is Ellipsis else args[step] if step < len(args) else Any
    return args[1] if origin in (Mapping, dict) and args else Any


def pick(found: object, *names: str, **others: str) -> dict[str, Json]:
    """Return attributes of a result by name; `others` renames some: `dice_successes="successes"`."""
    return {key: getattr(found, name) for key, name in {**dict(zip(names, names, strict=True)), **others}.items()}


def has_faces(roller: Roller) -> bool:
    """Return whether a script has faces left. If it has none between two rolls, there was no further roll."""
    return isinstance(roller, ScriptedRoller) and roller.left > 0
